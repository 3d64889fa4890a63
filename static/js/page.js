// On every page: changes the theme without a reload, steppers, printing.
import './armed.js';
import './draft.js';
import './toast.js';

const root = document.documentElement;

const wear = (name, value) => {
  const wanted = name === 'theme' ? `theme-${value}` : 'four-colours';
  root.classList.remove(...(name === 'theme' ? ['theme-light', 'theme-dark'] : ['four-colours']));
  if (value) root.classList.add(wanted);
  document.cookie = `${name}=${value}; path=/; max-age=${value ? 31536000 : 0}; samesite=lax`;
};
document.addEventListener('submit', (event) => {
  const button = event.submitter;
  if (!event.target.matches('[data-look]') || !button) return;
  event.preventDefault();
  wear(button.name, button.value);
  button.parentElement.querySelectorAll('button').forEach((one) => one.setAttribute('aria-pressed', one === button));
});

// Prevents Back from submitting a form again.
if (document.querySelector('[data-answer]')) history.replaceState(null, '', location.href);

document.querySelectorAll('[data-print]').forEach((button) => button.addEventListener('click', () => print()));

document.querySelectorAll('[data-stepper]').forEach((stepper) => {
  const input = stepper.querySelector('input');
  const key = (label, step, sign) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button button-quiet button-icon';
    button.setAttribute('aria-label', label);
    button.innerHTML = `<svg class="icon" aria-hidden="true"><use href="#icon-${sign}"/></svg>`;
    button.addEventListener('click', () => {
      input[step > 0 ? 'stepUp' : 'stepDown']();
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    return button;
  };
  input.before(key(stepper.dataset.less, -1, 'minus'));
  input.after(key(stepper.dataset.more, 1, 'plus'));
});

// Loaded after the page: sending forms without leaving it, live updates.
export const later = Promise.all([
  import('./sending.js'),
  document.body.dataset.live && import('./live.js'),
  document.querySelector('form[data-draft-url]') && import('./typing.js'),
]);
later.catch(() => {}); // the page was left, or there is no network; forms work without it
