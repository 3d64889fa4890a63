// Check my hand: the hand's picker is the open one, and a round once chosen folds its tiles away.
// While an answer is on its way the one before fades, so that nobody reads it for this hand.
// Not here: asking for the answer (check.js) and the picker (picker.js, one-picker.js).
{
  const form = document.querySelector('form[data-hand]');
  if (form) {
    const line = document.querySelector('#ruling');
    const rounds = form.querySelector('[data-rounds]');

    if (!form.querySelector('.advice-row .field-wrong')) form.querySelector('#hand').closest('.field').click();

    form.addEventListener('input', () => line.setAttribute('aria-busy', 'true'));
    new MutationObserver(() => line.removeAttribute('aria-busy')).observe(line, { childList: true });

    rounds?.addEventListener('change', (event) => {
      const note = event.target.closest('.tile').querySelector('.tile-note');
      rounds.querySelector('[data-round-now]').textContent = `${event.target.value}: ${note.textContent}`;
      setTimeout(() => { rounds.open = false; }, 150);
    });
  }
}
