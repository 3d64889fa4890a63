// The end of a round: hides the winner's hand, and clears answers that exclude each other.
import './keypad.js';
import { sum } from './numbers.js';
import './own-hands.js';

const form = document.querySelector('form[data-round]');

// The total with the typed points, before doubling and penalties, which the review adds.
const showNew = (hand) => {
  const total = hand.querySelector('.hand-new');
  const field = hand.querySelector('.points-input');
  const typed = field.disabled ? 0 : sum(field.value);
  total.textContent = String(Number(total.dataset.before) + (typed ?? 0)).replace('-', '−');
  total.setAttribute('aria-label', form.dataset.says.replace('{}', total.textContent));
  total.classList.toggle('hand-known', typed !== null);
};

// The place that each typed line would have, and whether that is a better or a worse one.
const showPlaces = () => {
  const hands = [...form.querySelectorAll('.hand-left')];
  const before = hands.map((hand) => Number(hand.querySelector('.hand-new').dataset.before));
  const now = hands.map((hand) => Number(hand.querySelector('.hand-new').textContent.replace('−', '-')));
  const placeIn = (totals, at) => 1 + totals.filter((total) => total < totals[at]).length;
  hands.forEach((hand, at) => {
    const [was, is] = [placeIn(before, at), placeIn(now, at)];
    const sign = is === was ? '' : `${is < was ? '▲' : '▼'} `;
    const words = is === 1 ? form.dataset.leads : form.dataset.place.replace('{}', is);
    hand.querySelector('.hand-place').textContent = hand.querySelector('.hand-known') ? sign + words : '';
  });
};

// The penalties of a line whose menu is closed.
const showPenalties = (hand) => hand.querySelectorAll('[data-penalty]').forEach((words) => {
  const { penalty, one, many } = words.dataset;
  const count = Number(form.elements[penalty].value.replace('−', '-')) || 0;
  if (!count) words.textContent = '';
  else words.textContent = count === 1 && one ? one : many.replace('{}', String(count).replace('-', '−'));
});

const chosen = () => form.querySelector('input[name="winner"]:checked');
// The address names the winner, for a reload and for Back.
const keepAddress = (winner) => {
  const address = new URL(location.href);
  if (!form.dataset.draftUrl || address.searchParams.get('winner') === winner.value) return;
  address.searchParams.set('winner', winner.value);
  history.replaceState(history.state, '', address);
};
const show = () => {
  const winner = chosen();
  form.querySelectorAll('.hand-left').forEach((hand) => {
    const won = hand.dataset.seat === winner?.value;
    hand.classList.toggle('hand-won', won);
    hand.querySelector('.hand-out').hidden = !won;
    hand.querySelectorAll('.points input, .hand-cards input').forEach((input) => { input.disabled = won; });
    showNew(hand);
    showPenalties(hand);
  });
  showPlaces();
  form.querySelectorAll('[data-not-down] [data-seat]').forEach((tick) => {
    const won = tick.dataset.seat === winner?.value;
    tick.disabled = won;
    tick.closest('.tile').hidden = won;
  });
  form.classList.toggle('round-void', winner?.value === 'void');
  if (!winner) return;
  keepAddress(winner);
  const name = winner.closest('.tile').querySelector('.tile-label').textContent.trim();
  document.querySelector('[data-winner]').textContent = winner.value === 'void' ? form.dataset.nobody : form.dataset.out.replace('{}', name);
};

const clearOther = (tick) => {
  const all = form.elements.everybody_down;
  const names = [...form.querySelectorAll('[data-not-down] [data-seat]')];
  if (tick === all && all.checked) names.forEach((one) => { one.checked = false; });
  if (names.includes(tick) && tick.checked) all.checked = false;
};
const isAsked = () => form.elements.everybody_down && !form.querySelector('[data-not-down] :checked');
const startTyping = () => {
  const empty = [...form.querySelectorAll('input[data-keypad]:not([disabled])')].find((input) => !input.value);
  if (chosen() && chosen().value !== 'void' && empty && !isAsked()) empty.focus();
};

form.addEventListener('change', ({ target }) => {
  clearOther(target);
  if (target.name === 'winner') { show(); target.closest('.sheet')?.hidePopover?.(); }
  if (target.name === 'winner' || target === form.elements.everybody_down) startTyping();
});
form.addEventListener('draft:restored', () => show());
form.addEventListener('input', ({ target }) => {
  const hand = target.closest('.hand-left');
  if (!hand) return;
  if (!target.matches('.points-input')) { showPenalties(hand); return; }
  showNew(hand);
  showPlaces();
});

show();
addEventListener('pageshow', show); // after Back the browser has filled in the form by now
const isBusy = form.contains(document.activeElement); // a field was tapped before this script had loaded
if (!isBusy && !form.querySelector('.field-wrong')) startTyping();

// Loads the card picker when the first line is opened, since most rounds are typed as points.
const openPickers = async () => {
  await import('./picker.js');
  await import('./worth.js');
};
if (form.querySelector('.hand-more[open]')) openPickers();
else form.addEventListener('toggle', openPickers, { capture: true, once: true });
