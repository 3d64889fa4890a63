// Messages lie over the top of the page for a while, so that no button moves under the thumb.

const FADING = 4500;
const box = document.querySelector('.flashes');
let fading = 0;
export const toast = (lines) => {
  clearTimeout(fading);
  box.classList.add('flashes-toast');
  box.replaceChildren(...lines);
  if (!box.querySelector('.flash-error')) fading = setTimeout(() => box.replaceChildren(), FADING);
};
box.addEventListener('click', ({ target }) => { if (box.matches('.flashes-toast') && !target.closest('button')) toast([]); });
if (document.querySelector('[data-toasts]')) toast([...box.childNodes]);
