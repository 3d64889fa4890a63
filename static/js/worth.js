// Adds up the cards tapped in a <form data-worth>, and fills in the points.

const form = document.querySelector('form[data-worth]');

const worth = JSON.parse(form.dataset.worth);
const sum = (text) => text.normalize('NFKC').replace(/[\ufe0e\ufe0f]|\p{Cf}/gu, '').toUpperCase().replace(/,/g, ' ').split(/\s+/).filter(Boolean)
  .reduce((all, card) => all + (worth[card] ?? worth[card.slice(0, -1)] ?? NaN), 0);
const showSum = (cards) => {
  const total = cards.value.trim() ? sum(cards.value) : '';
  cards.parentElement.querySelector('.cards-sum').textContent = Number.isNaN(total) ? '' : total;
  return total;
};
const fill = (cards) => {
  const points = document.getElementById(cards.dataset.fills);
  const total = showSum(cards);
  if (Number.isNaN(total)) return;
  points.value = total;
  points.dispatchEvent(new Event('input', { bubbles: true }));
};

form.addEventListener('input', ({ target }) => { if (target.dataset.fills) fill(target); });
form.addEventListener('draft:restored', () => form.querySelectorAll('[data-fills]').forEach(showSum));
form.querySelectorAll('[data-fills]').forEach((cards) => {
  const isUncounted = cards.value && !document.getElementById(cards.dataset.fills).value;
  if (isUncounted) fill(cards); // tapped before this script had loaded
  else showSum(cards);
  cards.parentElement.querySelector('.picker-tools').prepend(cards.parentElement.querySelector('.cards-sum'));
});
