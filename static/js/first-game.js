// The cards of a first game: a swipe or a button puts the top one away, and the server remembers it in the cookie.
import { request } from './request.js';

const FAR = 80; // pixels
const FLICK = 0.4; // pixels a millisecond
const HELD = 10;
const LEAVING = 200; // milliseconds

const pile = () => document.querySelector('.first-cards');
const top = () => document.querySelector('.first-card');
const numberOf = (card) => Number(card.querySelector('[name="card"]').value);
// Also kept in this tab, because a page asked for before the server has it would still have the card.
const KEPT = 'first-game:away';
const kept = () => { try { return Number(sessionStorage.getItem(KEPT)); } catch { return 0; } };
const keep = (number) => { try { sessionStorage.setItem(KEPT, number); } catch { /* the card comes back at worst */ } };
let away = kept();

const takeFrom = (card) => {
  const hadFocus = card.contains(document.activeElement);
  card.remove();
  if (!top()) pile()?.remove();
  if (hadFocus) (top()?.querySelector('button') ?? document.querySelector('main')).focus({ preventScroll: true });
};
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// One after the other, because each response sets the cookie.
let sent = Promise.resolve();
const remember = ({ action, elements }) => {
  const body = new URLSearchParams({ card: elements.card.value });
  sent = sent.then(() => request(action, { method: 'POST', body, headers: { 'X-Sent-By': 'script' }, keepalive: true })).catch(() => {});
};
const putAway = async (card, side) => {
  if (numberOf(card) <= away) return;
  away = numberOf(card);
  keep(away);
  remember(card.querySelector('form'));
  if (!isCalm()) await card.animate({ translate: `${side * 120}vw`, rotate: `${side * 12}deg` }, { duration: LEAVING, easing: 'ease-in' }).finished;
  takeFrom(card);
};

document.addEventListener('submit', (event) => {
  const card = event.target.closest('.first-card');
  if (!card) return;
  event.preventDefault();
  putAway(card, 1);
}, { capture: true });

const dropOld = () => {
  document.querySelectorAll('.first-card').forEach((card) => { if (numberOf(card) <= away) card.remove(); });
  if (!top()) pile()?.remove();
};
dropOld();
document.addEventListener('page:taken', dropOld);

let held = null;
const fallBack = (card) => {
  card.classList.remove('is-held');
  card.style.removeProperty('translate');
};
document.addEventListener('pointerdown', ({ target, clientX, timeStamp, isPrimary, pointerId }) => {
  const card = target.closest('.first-card');
  if (card && isPrimary) held = { card, pointerId, from: clientX, at: timeStamp, by: 0 };
});
document.addEventListener('pointermove', ({ clientX, pointerId }) => {
  if (held?.pointerId !== pointerId) return;
  held.by = clientX - held.from;
  if (Math.abs(held.by) < HELD && !held.card.matches('.is-held')) return;
  if (!held.card.matches('.is-held')) held.card.setPointerCapture(pointerId);
  held.card.classList.add('is-held');
  held.card.style.translate = `${held.by}px`;
});
document.addEventListener('pointerup', ({ pointerId, timeStamp }) => {
  if (held?.pointerId !== pointerId) return;
  const { card, by, at } = held;
  held = null;
  const isSwiped = card.matches('.is-held') && (Math.abs(by) > FAR || Math.abs(by) / (timeStamp - at) > FLICK);
  if (isSwiped) putAway(card, Math.sign(by));
  else fallBack(card);
});
document.addEventListener('pointercancel', ({ pointerId }) => {
  if (held?.pointerId !== pointerId) return;
  fallBack(held.card);
  held = null;
});
