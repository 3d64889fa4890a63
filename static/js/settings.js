// Settings in localStorage: whether the screen stays on during a game, and whether a call vibrates.
import { isOn, turn } from './switches.js';

document.querySelectorAll('[data-switch]').forEach((button) => {
  const name = button.dataset.switch;
  if (name === 'vibrate' && !navigator.vibrate) return;
  const show = () => button.setAttribute('aria-checked', String(isOn(name)));
  button.addEventListener('click', () => { turn(name, !isOn(name)); show(); });
  button.hidden = false;
  show();
});
