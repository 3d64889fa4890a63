// Keeps the screen on during a game, unless that is off in Settings. Without Wake Lock, as over plain HTTP, a tiny silent
// video plays instead, from the first tap on.
import { isOn } from './switches.js';

let film = null;

// A video with the loop attribute lets the phone sleep; one that is rewound by script doesn't.
const makeFilm = () => {
  film = document.createElement('video');
  film.className = 'awake-film';
  film.playsInline = true;
  film.setAttribute('aria-hidden', 'true');
  film.src = document.querySelector('[data-film]').dataset.film;
  film.addEventListener('timeupdate', () => { if (film.currentTime > film.duration / 2) film.currentTime = 0; });
  document.body.append(film);
};
const play = async () => {
  if (!film) makeFilm();
  await film.play().catch((error) => {
    if (error.name === 'NotAllowedError') document.addEventListener('click', hold, { once: true });
  });
};

const hold = async () => {
  if (document.visibilityState !== 'visible' || !isOn('screen')) return;
  if ('wakeLock' in navigator) await navigator.wakeLock.request('screen').catch(() => null);
  else await play();
};
document.addEventListener('visibilitychange', hold);
hold();
