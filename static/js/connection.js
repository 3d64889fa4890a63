// Shows since when a live page has had no connection to the server (live.js).

const PATIENCE = 10_000;
const line = document.createElement('p');
line.className = 'lost screen-only';
line.setAttribute('role', 'status');
const title = document.querySelector('.bar-title');
let last = Date.now();
let timer = 0;

const say = () => {
  const since = new Date(last).toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (!line.isConnected) title?.after(line);
  line.textContent = document.body.dataset.lost.replace('{}', since);
};
const rest = () => { clearTimeout(timer); timer = 0; };
export const heard = () => { rest(); last = Date.now(); line.remove(); };
export const doubt = () => { if (document.body.dataset.live && document.visibilityState === 'visible') timer ||= setTimeout(say, PATIENCE); };
document.addEventListener('visibilitychange', () => { rest(); doubt(); });
addEventListener('offline', doubt);
doubt();
