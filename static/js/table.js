// Feedback on the table page: a call vibrates and its row pulses, and changes in a row are animated.
import './awake.js';
import { isOn } from './switches.js';
import './unsent.js';

if (document.querySelector('.first-cards')) import('./first-game.js');

const TICK = 12; // milliseconds

const show = (row, name) => {
  row.classList.remove(name);
  requestAnimationFrame(() => row.classList.add(name));
};
const rows = () => document.querySelectorAll('.table-rows > .player');
document.addEventListener('animationend', ({ target }) => {
  target.closest('.player')?.classList.remove('breathes', 'takes-the-lead', 'comes-down', 'goes-out', 'bends-the-board');
});

// The ring loses a call at once; a refusal gives it back, and the server's answer says why.
const emptied = new WeakMap(); // by form, the arcs
const setArc = (arc, isLeft) => {
  arc.classList.toggle('ring-left', isLeft);
  arc.classList.toggle('ring-used', !isLeft);
};
const empty = (form, row) => {
  const arcs = [...row.querySelectorAll('.ring-arcs, .disc')].map((ring) => [...ring.querySelectorAll('.ring-left')].at(-1)).filter(Boolean);
  arcs.forEach((arc) => setArc(arc, false));
  emptied.set(form, arcs);
};
const refill = (form) => {
  (emptied.get(form) ?? []).forEach((arc) => setArc(arc, true));
  emptied.delete(form);
};
document.addEventListener('form:refused', ({ target }) => refill(target), true);
document.addEventListener('form:saved', ({ target }) => emptied.delete(target), true);
addEventListener('pageshow', ({ persisted }) => { if (persisted) [...document.forms].forEach(refill); });
document.addEventListener('submit', ({ target, submitter }) => {
  const row = target.closest('.player, .seat-call');
  if (!row || !submitter?.matches('.call, .call-large, .own-call') || target.hasAttribute('data-plain')) return;
  if (row.querySelector('.calls-left') && !emptied.has(target)) empty(target, row);
  show(row, 'breathes');
  if (isOn('vibrate')) navigator.vibrate?.(TICK);
});

// After a tap on the button of a player without calls left, focuses the overcall in the menu.
let isEmpty = false;
document.addEventListener('click', ({ target }) => { isEmpty = Boolean(target.closest('.call-over')); });
document.addEventListener('toggle', ({ target, newState }) => {
  if (isEmpty && newState === 'open') target.querySelector('[data-anyway]')?.focus();
}, true);

// Animates what has changed: by a live update, or since this phone left the page to count a round.
const KEPT = 'table';
const rounds = () => Number(document.querySelector('.table-rows')?.dataset.rounds);
const now = () => ({
  path: location.pathname,
  rounds: rounds(),
  rows: Object.fromEntries([...rows()].map((row) => [row.id, { leads: row.matches('.player-leads'), isDown: 'down' in row.dataset }])),
});
const showChanges = (before) => {
  const isRoundOver = rounds() === before.rounds + 1;
  rows().forEach((row) => {
    const was = before.rows[row.id];
    if (!was) return;
    if (isRoundOver && row.dataset.wentOut) show(row, row.dataset.wentOut === 'bent' ? 'bends-the-board' : 'goes-out');
    if (row.matches('.player-leads') && !was.leads) show(row, 'takes-the-lead');
    if ('down' in row.dataset && !was.isDown && !isRoundOver) show(row, 'comes-down');
  });
};
const left = () => { try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; } };
const earlier = left();
if (earlier?.path === location.pathname && rounds() === earlier.rounds + 1) showChanges(earlier);
let before = now();
document.addEventListener('page:taken', () => {
  showChanges(before);
  before = now();
});
addEventListener('pagehide', () => { try { sessionStorage.setItem(KEPT, JSON.stringify(now())); } catch { /* no moments */ } });

// The example of the contract opens over the table; without a connection the sheet has the link to its page.
const example = () => document.getElementById('example');
const fill = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  example()?.querySelector('[data-filled]').replaceChildren(...fresh.querySelector('main > .page-card').childNodes);
};
document.addEventListener('click', (event) => {
  const link = event.target.closest('[data-example]');
  if (!link || !example().showPopover) return;
  event.preventDefault();
  example().showPopover();
  fill(link.href).catch(() => {});
});
// A live update puts the link back.
document.addEventListener('page:taken', () => {
  if (CSS.supports('selector(:popover-open)') && example()?.matches(':popover-open')) fill(document.querySelector('[data-example]').href).catch(() => {});
});
