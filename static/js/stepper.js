// Minus and plus beside the field of a [data-stepper], within the field's data-min and data-max.
import { sum } from './numbers.js';

document.querySelectorAll('[data-stepper]').forEach((stepper) => {
  const input = stepper.querySelector('input');
  const name = stepper.querySelector('label').textContent;
  const key = (label, step, sign) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button button-quiet button-icon';
    button.setAttribute('aria-label', `${label}: ${name}`);
    button.innerHTML = `<svg class="icon" aria-hidden="true"><use href="#icon-${sign}"/></svg>`;
    button.addEventListener('click', () => {
      const next = (sum(input.value) ?? Number(input.dataset.min)) + step;
      input.value = Math.min(Math.max(next, Number(input.dataset.min)), Number(input.dataset.max ?? Infinity));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    return button;
  };
  input.before(key(stepper.dataset.less, -1, 'minus'));
  input.after(key(stepper.dataset.more, 1, 'plus'));
});
