// Messages are in the normal flow, at the top of the page. On the table page they cover the strip for a while, so that no
// row moves under the thumb; a warning stays until it is tapped.

const SHOWN = 5000;
const box = document.querySelector('.flashes');
const strip = document.querySelector('[data-strip]');
let fading = 0;
export const toast = (lines) => {
  clearTimeout(fading);
  box.classList.toggle('flashes-for-strip', Boolean(strip));
  box.replaceChildren(...lines);
  if (strip && !box.querySelector('.flash-error, .flash-warn')) fading = setTimeout(() => box.replaceChildren(), SHOWN);
};
if (strip) {
  box.addEventListener('click', ({ target }) => { if (!target.closest('button, a')) toast([]); });
  toast([...box.childNodes]);
}

// Shows an error next to its cause: in the sheet or the bar of the button.
export const hush = () => document.querySelectorAll('.flash-here').forEach((line) => line.remove());
export const toastAt = (button, line) => {
  hush();
  line.classList.add('flash-here');
  const place = button?.closest('.sheet') ?? (strip ? null : button?.closest('.actions'));
  if (place?.getClientRects().length) place[place.matches('.sheet') ? 'append' : 'prepend'](line);
  else toast([line]);
  line.scrollIntoView({ block: 'nearest' });
};

// Shows what another phone saved, with a link to the history.
export const note = (words) => {
  const line = document.createElement('p');
  const link = document.createElement('a');
  line.className = 'flash flash-note';
  link.href = strip.dataset.history;
  link.textContent = strip.dataset.show;
  line.append(words, ' ', link);
  toast([line]);
};
export const hasStrip = Boolean(strip);
