// Messages lie over the top of the page for a while, on the table over the strip, so that no button moves under the thumb.

const SHOWN = 5000;
const box = document.querySelector('.flashes');
let fading = 0;
export const toast = (lines) => {
  clearTimeout(fading);
  box.classList.add('flashes-toast');
  box.replaceChildren(...lines);
  if (!box.querySelector('.flash-error')) fading = setTimeout(() => box.replaceChildren(), SHOWN);
};
box.addEventListener('click', ({ target }) => { if (box.matches('.flashes-toast') && !target.closest('button, a')) toast([]); });

// What another phone wrote, with the way to History.
const strip = document.querySelector('[data-strip]');
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
if (strip) toast([...box.childNodes]);
