// The end of a round: the winner's hand leaves the page, one answer clears the other.
import './keypad.js';
import './own-hands.js';
import './picker.js';
import './worth.js';

const form = document.querySelector('form[data-round]');

const chosen = () => form.querySelector('input[name="winner"]:checked');
const show = () => {
  const winner = chosen();
  form.querySelectorAll('.hand-left').forEach((hand) => {
    const won = hand.dataset.seat === winner?.value;
    hand.classList.toggle('hand-won', won);
    hand.querySelectorAll('.hand-points input, .hand-cards input').forEach((input) => { input.disabled = won; });
  });
  form.querySelectorAll('[data-not-down] [data-seat]').forEach((tick) => {
    const won = tick.dataset.seat === winner?.value;
    tick.disabled = won;
    tick.closest('.tile').hidden = won;
  });
  form.classList.toggle('round-void', winner?.value === 'void');
  if (winner) form.querySelector('[data-winner]').textContent = form.dataset.out.replace('{}', winner.closest('.tile').textContent.trim());
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
  if (target.name === 'winner') { show(); target.closest('details').open = false; }
  if (target.name === 'winner' || target === form.elements.everybody_down) startTyping();
});
form.addEventListener('draft:restored', () => show());

const named = [...form.elements.winner].find((radio) => radio.value === new URLSearchParams(location.search).get('winner'));
if (named && !form.hasAttribute('data-draft-fresh')) named.checked = true;
show();
if (!form.querySelector('.field-wrong')) startTyping();
