// Feedback on the table page: a call vibrates and its row pulses, and changes in a row are animated.
import './awake.js';
import { isOn } from './switches.js';

if (document.querySelector('.first-cards')) import('./first-game.js');

const TICK = 12; // milliseconds

const show = (row, name) => {
  row.classList.remove(name);
  requestAnimationFrame(() => row.classList.add(name));
};
const rows = () => document.querySelectorAll('.table-rows > .player');
document.addEventListener('animationend', ({ target }) => target.classList.remove('breathes', 'takes-the-lead', 'comes-down'));

document.addEventListener('submit', ({ target, submitter }) => {
  const row = target.closest('.player');
  if (!row || !submitter?.matches('.call, .call-large')) return;
  show(row, 'breathes');
  if (isOn('vibrate')) navigator.vibrate?.(TICK);
});

// After a tap on the button of a player without calls left, focuses the overcall in the menu.
let isEmpty = false;
document.addEventListener('click', ({ target }) => { isEmpty = Boolean(target.closest('.call-over')); });
document.addEventListener('toggle', ({ target, newState }) => {
  if (isEmpty && newState === 'open') target.querySelector('[data-anyway]')?.focus();
}, true);

// Animates what a live update changed.
const now = () => new Map([...rows()].map((row) => [row.id, { leads: row.matches('.player-leads'), isDown: 'down' in row.dataset }]));
let before = now();
document.addEventListener('page:taken', () => {
  const after = now();
  rows().forEach((row) => {
    const [was, is] = [before.get(row.id), after.get(row.id)];
    if (!was) return;
    if (is.leads && !was.leads) show(row, 'takes-the-lead');
    if (is.isDown && !was.isDown) show(row, 'comes-down');
  });
  before = after;
});
