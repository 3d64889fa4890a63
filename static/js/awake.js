// The screen stays on while a game is played; a line of the menu turns that off, or says why this phone can't.
// Where a browser has no Wake Lock (a plain home network), a silent film a few dots large plays instead, from the first tap.

const KEY = 'screen';
const stored = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
const isOn = () => stored() !== 'off';
let lock = null;
let film = null;
let canPlay = true;

// A film set to loop lets the phone sleep; one that is wound back in time does not.
const makeFilm = () => {
  film = document.createElement('video');
  film.className = 'awake-film';
  film.playsInline = true;
  film.setAttribute('aria-hidden', 'true');
  film.src = document.querySelector('[data-awake]').dataset.film;
  film.addEventListener('timeupdate', () => { if (film.currentTime > film.duration / 2) film.currentTime = 0; });
  document.body.append(film);
};
const play = async () => {
  if (!film) makeFilm();
  await film.play().then(() => { canPlay = true; }, (error) => {
    canPlay = error.name !== 'NotSupportedError';
    if (error.name === 'NotAllowedError') document.addEventListener('click', hold, { once: true });
  });
};

const hold = async () => {
  if (document.visibilityState !== 'visible' || !isOn()) return;
  if ('wakeLock' in navigator) lock = await navigator.wakeLock.request('screen').catch(() => null);
  else await play();
};
const letGo = async () => {
  film?.pause();
  await lock?.release();
  lock = null;
};

const label = () => document.querySelectorAll('[data-awake]').forEach((line) => {
  line.hidden = false;
  line.querySelector('button').hidden = !canPlay;
  line.querySelector('p').hidden = canPlay;
  line.querySelector('button').setAttribute('aria-pressed', String(isOn()));
  line.querySelector('span').textContent = isOn() ? line.dataset.on : line.dataset.off;
});

document.addEventListener('click', async (event) => {
  if (!event.target.closest('[data-awake] button')) return;
  try { localStorage.setItem(KEY, isOn() ? 'off' : 'on'); } catch { /* it holds for this page */ }
  await letGo();
  await hold();
  label();
});
document.addEventListener('page:taken', label);
document.addEventListener('visibilitychange', hold);
hold().then(label);
label();
