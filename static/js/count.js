// Counting hands: Enter moves to the next player, and a change takes the results away, which belong to other numbers.
const form = document.querySelector('[data-counts]');
form.addEventListener('input', () => document.querySelectorAll('[data-result]').forEach((result) => { result.hidden = true; }));
form.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches('.input')) return;
  const all = [...document.querySelectorAll('[data-counts] input.input')].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const next = all[all.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
