// The contract editor without reloading: fetches the page for a button, and takes over its list. One tap at a time; later
// ones wait and act on the new list.
import { become } from './patch.js';
import { pageIn, request } from './request.js';

let drawn = Promise.resolve();
let waiting = 0;
const leaves = ({ value }) => value === 'save' || value === 'back';

const redraw = async (form, submitter) => {
  const body = new URLSearchParams([...new FormData(form), [submitter.name, submitter.value]]);
  const sent = new Map([...form.querySelectorAll('input')].map((input) => [input, input.value]));
  const answer = await request(form.action, { method: 'POST', body });
  const page = await pageIn(answer);
  const there = page.getElementById('editor');
  if (!answer.ok || !there) throw new Error('no list');
  const here = document.getElementById('editor');
  const isSameRound = form.elements.open.value === there.querySelector('[name="open"]').value;
  const { activeElement: focused } = document;
  become(here, there);
  if (!focused.isConnected || focused !== document.activeElement) document.getElementById(focused.id)?.focus({ preventScroll: true });
  here.querySelectorAll('input').forEach((input) => {
    const isTyped = isSameRound && sent.has(input) && input.value !== sent.get(input); // in the meantime
    if (!isTyped) input.value = input.defaultValue;
  });
  document.getElementById('lists').hidePopover?.();
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
