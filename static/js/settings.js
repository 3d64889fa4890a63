// The switches of Settings: page.js keeps the cookie; the button shows it, and has the other value for the next tap.
import { turn } from './switches.js';

document.querySelectorAll('[data-switch]').forEach((form) => {
  form.hidden = form.dataset.switch === 'vibrate' && !navigator.vibrate;
});
document.addEventListener('submit', ({ target: form, submitter: button }) => {
  if (!form.matches('[data-switch]')) return;
  const on = button.value === '';
  turn(button.name, on);
  button.value = on ? 'off' : '';
  button.setAttribute('aria-checked', on);
});
