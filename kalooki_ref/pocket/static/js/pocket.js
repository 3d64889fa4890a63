// For pages of the pocket app: keeps the service worker alive, shows when a tap has to wait for it, and asks the
// browser for persistent storage.

const worker = navigator.serviceWorker;
const EVERY = 20_000;
const PATIENCE = 300;
const FOLDER = document.body.dataset.folder;
const BUILD = `pocket:build ${FOLDER}`;
const ASKED = `pocket:asked ${FOLDER}`;
const part = (name) => document.querySelector(`[data-pocket="${name}"]`);
const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* shown once more */ } };

let slow = 0;
let taps = 0;
let isTapped = false; // the page may be left
// At the end of the bar, so that an update of the page, which takes it out, leaves the buttons alone.
const waiting = part('waiting');
const place = () => document.querySelector('header')?.append(waiting);
place();
document.addEventListener('page:taken', place);

const knock = () => worker.controller?.postMessage({ taps });
const show = (name) => document.querySelector('main').before(part(name).content.cloneNode(true));

// After a tap on a link or button: show the waiting hint if the worker takes long.
const wait = () => {
  taps += 1;
  isTapped = true;
  clearTimeout(slow);
  slow = setTimeout(() => { waiting.hidden = false; }, PATIENCE);
  knock();
};

// Migrate values from keys that all folders of a host shared.
const moveIn = () => {
  for (const [from, to] of [['pocket:build', BUILD], ['pocket:asked', ASKED]]) {
    const value = remembered(from);
    if (value !== null && remembered(to) === null) remember(to, value);
  }
};
moveIn();

const isInstalled = () => matchMedia('(display-mode: standalone)').matches || navigator.standalone;
const isApple = () => navigator.vendor.startsWith('Apple');

// Where the browser can ask whether to add the app to the home screen, a button replaces the sentence about it.
let install = null;
const offerInstalling = () => {
  const button = document.querySelector('[data-install]');
  if (!install || !button) return;
  button.hidden = false;
  document.querySelector('[data-how]').hidden = true;
  button.addEventListener('click', () => { button.hidden = true; install.prompt(); }, { once: true });
};
addEventListener('beforeinstallprompt', (event) => {
  if (remembered(BUILD) && !document.querySelector('[data-install]')) return;
  event.preventDefault();
  install = event;
  offerInstalling();
});

worker.addEventListener('message', ({ data }) => {
  if (data.saved) { document.dispatchEvent(new Event('pocket:saved')); return; }
  const isNewest = data.taps === taps; // otherwise sent before the last tap, which still waits
  if (isNewest || data.failed) { clearTimeout(slow); waiting.hidden = true; }
  if (data.failed) return;
  const before = remembered(BUILD);
  remember(BUILD, data.build);
  if (before && before !== data.build) show('updated');
  if (!before && !isInstalled()) { show(isApple() ? 'ready-apple' : 'ready'); offerInstalling(); }
  if (data.notice && !isTapped) {
    show(data.notice);
    worker.controller?.postMessage({ seen: data.notice });
  }
  isTapped &&= !isNewest;
});
worker.startMessages();
// After the first paint, which starting Python would delay.
addEventListener('pageshow', () => { requestAnimationFrame(() => { setTimeout(knock); }); });
setInterval(() => { if (!document.hidden) knock(); }, EVERY);
document.addEventListener('visibilitychange', () => { if (!document.hidden) knock(); });

document.addEventListener('click', (event) => { if (event.target.closest('a[href], button')) wait(); });
document.addEventListener('submit', wait);

// The theme's cookie is set by script, and a service worker can't see document.cookie; post the form as well.
document.addEventListener('submit', ({ target: form, submitter }) => {
  if (!form.matches('[data-look]')) return;
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value); // Safari before 16.4 can't give FormData the button
  fetch(form.action, { method: 'POST', body, headers: { 'X-Sent-By': 'script' }, keepalive: true })
    .catch(() => {});
}, { capture: true });

// Firefox doesn't pass keepalive requests to the service worker, but to the network.
if (navigator.userAgent.includes('Firefox/')) {
  const { fetch } = window;
  window.fetch = (address, options) => fetch(address, { ...options, keepalive: false });
}

async function keepGames() {
  if (!part('game') || remembered(ASKED)) return;
  remember(ASKED, 'yes');
  const isSafe = await navigator.storage?.persist?.();
  if (!isSafe && isApple() && !isInstalled()) show('evicted');
}
keepGames();
if (part('opens') && isApple() && !isInstalled()) part('opens').hidden = false;
