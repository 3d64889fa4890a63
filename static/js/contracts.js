// The contract editor without reloading: a button's page is fetched, and the list taken from it.
const redraw = async (form, submitter) => {
  const body = new URLSearchParams([...new FormData(form), [submitter.name, submitter.value]]);
  const answer = await fetch(form.action, { method: 'POST', body });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const drawn = page.getElementById('editor');
  if (!answer.ok || !drawn) throw new Error('no list');
  const focused = submitter.id;
  document.getElementById('editor').replaceWith(drawn);
  document.getElementById(focused)?.focus({ preventScroll: true });
};

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!form.matches('[data-redraws]') || !submitter || ['save', 'back'].includes(submitter.value)) return;
  event.preventDefault();
  // Where no answer comes, the button does what it does without script.
  redraw(form, submitter).catch(() => {
    form.removeAttribute('data-redraws');
    form.requestSubmit(submitter);
  });
});
