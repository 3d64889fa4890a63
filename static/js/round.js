// The end of a round: the winner's own hand leaves the page, and the scores follow every key.
// Not here: any arithmetic; the server says what a round comes to, as it does without script.
{
  const form = document.querySelector('form[data-round]');
  const WAIT = 180;

  const chosen = () => form.querySelector('input[name="winner"]:checked')?.value;
  const showHands = () => {
    const winner = chosen();
    form.querySelectorAll('.hand-left').forEach((hand) => {
      const won = hand.querySelector('input[type="hidden"]').value === winner;
      hand.classList.toggle('hand-won', won);
      hand.querySelectorAll('.hand-points input, .hand-cards input').forEach((input) => { input.disabled = won; });
    });
    form.classList.toggle('round-void', winner === 'void');
  };

  let timer = null;
  let asked = 0;
  const preview = async () => {
    const turn = ++asked;
    try {
      const answer = await fetch(form.dataset.preview, { method: 'POST', body: new FormData(form) });
      const piece = answer.ok ? await answer.text() : '';
      if (turn === asked) form.querySelector('[data-scores]').innerHTML = piece;
    } catch { /* no network: the scores come with the save */ }
  };
  const later = () => { clearTimeout(timer); timer = setTimeout(preview, WAIT); };

  if (form) {
    const winner = new URLSearchParams(location.search).get('winner');
    const named = [...form.elements.winner].find((radio) => radio.value === winner);
    if (named && !form.hasAttribute('data-draft-fresh')) named.checked = true;
    showHands();
    form.addEventListener('change', (event) => { if (event.target.name === 'winner') showHands(); later(); });
    form.addEventListener('input', later);
    if (chosen() && !form.hasAttribute('data-draft-fresh')) later();
    const empty = [...form.querySelectorAll('input[data-keypad]:not([disabled])')].find((input) => !input.value);
    if (chosen() && empty && !form.querySelector('.field-wrong')) empty.focus();
  }
}
