// What the phone keeps by itself: whether a table's screen stays on, and whether a call is felt.
import { isOn, turn } from './switches.js';

document.querySelectorAll('[data-switch]').forEach((button) => {
  const name = button.dataset.switch;
  if (name === 'vibrate' && !navigator.vibrate) return;
  const show = () => button.setAttribute('aria-checked', String(isOn(name)));
  button.addEventListener('click', () => { turn(name, !isOn(name)); show(); });
  button.hidden = false;
  show();
});
