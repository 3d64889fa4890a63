// Check my hand: the hand's picker is the open one, and a round once chosen folds its tiles away.
// Not here: asking for the answer (60-check.js) and the picker (40-picker.js, 55-one-picker.js).
{
  const form = document.querySelector('form[data-hand]');
  const rounds = form?.querySelector('[data-rounds]');

  if (form && !form.querySelector('.advice-row .field-wrong')) form.querySelector('#hand').closest('.field').click();
  rounds?.addEventListener('change', (event) => {
    const tile = event.target.closest('.tile');
    rounds.querySelector('[data-round-now]').textContent = `${event.target.value}: ${tile.querySelector('.tile-note').textContent}`;
    setTimeout(() => { rounds.open = false; }, 150);
  });
}
