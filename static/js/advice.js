// A hand: its picker is the open one, a chosen round folds its tiles, an old answer fades.
import './check.js';

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
