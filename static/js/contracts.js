// The contract editor without reloading: fetches the page for a button, and replaces the list with the one on it. One tap
// at a time; later ones wait and act on the new list.
let drawn = Promise.resolve();
let waiting = 0;
const leaves = ({ value }) => value === 'save' || value === 'back';

const redraw = async (form, submitter) => {
  const body = new URLSearchParams([...new FormData(form), [submitter.name, submitter.value]]);
  const answer = await fetch(form.action, { method: 'POST', body });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const editor = page.getElementById('editor');
  if (!answer.ok || !editor) throw new Error('no list');
  const focused = submitter.id;
  document.getElementById('editor').replaceWith(editor);
  document.getElementById(focused)?.focus({ preventScroll: true });
};

const submitPlainly = (form, submitter) => {
  form.removeAttribute('data-redraws');
  form.setAttribute('data-plain', '');
  form.requestSubmit(submitter);
};

const press = async (tapped) => {
  const form = document.querySelector('[data-redraws]');
  const submitter = tapped.isConnected ? tapped : form?.querySelector(`[name="do"][value="${tapped.value}"]`);
  if (!form || !submitter) return; // the button isn't on the new page
  if (leaves(submitter)) { submitPlainly(form, submitter); return; }
  // Without a response, the form is submitted as if there were no script.
  await redraw(form, submitter).catch(() => submitPlainly(form, submitter));
};

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!form.matches('[data-redraws]') || !submitter || (leaves(submitter) && !waiting)) return;
  event.preventDefault();
  waiting += 1;
  drawn = drawn.then(() => press(submitter)).finally(() => { waiting -= 1; });
});
