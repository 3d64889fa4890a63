// Counting hands: Enter moves to the next player.
document.querySelector('[data-counts]').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches('.input')) return;
  const all = [...document.querySelectorAll('[data-counts] input.input')].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const next = all[all.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
