// The end of a round: hides the winner's hand, and clears answers that exclude each other.
import './keypad.js';
import { sum } from './numbers.js';
import './own-hands.js';

const form = document.querySelector('form[data-round]');

// What a field costs: fines for its first offence, or for each.
const fines = JSON.parse(form.dataset.fines);
const costOf = (field, count) => count && fines[field].reduce((all, [points, isEach]) => all + points * (isEach ? count : 1), 0);
const countIn = (words) => sum(form.elements[words.dataset.penalty].value) ?? 0;
const penaltiesOf = (hand) => {
  const never = form.querySelector(`[data-not-down] [data-seat="${hand.dataset.seat}"]:enabled:checked`);
  return [...hand.querySelectorAll('[data-penalty]')].reduce(
    (all, words) => all + costOf(words.dataset.penalty.split('-').pop(), countIn(words)), costOf('laid', never ? 1 : 0),
  );
};

// The total with everything on the page, before the doubling of a bent board, which the review adds.
const showNew = (hand) => {
  const total = hand.querySelector('.hand-new');
  const field = hand.querySelector('.points-input');
  const typed = field.disabled ? Number(form.dataset.won) : sum(field.value);
  total.textContent = String(Number(total.dataset.before) + (typed ?? 0) + penaltiesOf(hand)).replace('-', '−');
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

// The penalties of a line whose menu is closed, and whether it holds cards laid while barred.
const showPenalties = (hand) => {
  hand.querySelectorAll('[data-penalty]').forEach((words) => {
    const [{ one, many }, count] = [words.dataset, countIn(words)];
    if (!count) words.textContent = '';
    else words.textContent = count === 1 && one ? one : many.replace('{}', String(count).replace('-', '−'));
  });
  hand.querySelectorAll('[data-filled]').forEach((note) => {
    const { filled, words } = note.dataset;
    note.textContent = form.elements[filled].value.trim() && words;
  });
};

const showScores = () => {
  form.querySelectorAll('.hand-left').forEach((hand) => {
    showNew(hand);
    showPenalties(hand);
  });
  showPlaces();
};

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
  });
  form.querySelectorAll('[data-not-down] [data-seat]').forEach((tick) => {
    const won = tick.dataset.seat === winner?.value;
    tick.disabled = won;
    tick.closest('.tile').hidden = won;
  });
  showScores();
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
  showScores();
  if (target.name === 'winner') { show(); target.closest('.sheet')?.hidePopover?.(); }
  if (target.name === 'winner' || target === form.elements.everybody_down) startTyping();
});
form.addEventListener('draft:restored', () => show());
form.addEventListener('input', showScores);

show();
addEventListener('pageshow', show); // after Back the browser has filled in the form by now
const isBusy = form.contains(document.activeElement); // a field was tapped before this script had loaded
if (!isBusy && !form.querySelector('.field-wrong')) startTyping();

// Loads the card picker when a line is first opened, since most rounds are typed as points. Browsers ask only once for a
// script that failed, except under another address.
const load = (name) => import(name).catch(() => import(`${name}?${Date.now()}`));
const loadPickers = async () => {
  if (!form.querySelector('.picker')) await load('./picker.js');
  await load('./worth.js');
};
let loading = null;
const openPickers = () => { loading ??= loadPickers().catch(() => { loading = null; }); };
if (form.querySelector('.hand-more[open]')) openPickers();
form.addEventListener('toggle', openPickers, { capture: true });
