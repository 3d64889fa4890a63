// The check page: fetches the verdict as a fragment after every card.
import './one-picker.js';
import { speakSoon } from './voice.js';

const form = document.querySelector('form[data-check]');
const WAIT = 60;
const TYPING = 700;
const BUSY = 503;
const AGAIN = 1000;

let latest = 0;
let timer = null;
let faultTimer = null;

const question = () => {
  const pairs = [...new FormData(form)].filter(([name, value]) => value || name === 'on');
  return String(new URLSearchParams(pairs));
};
const stay = (query) => {
  const address = query ? `${location.pathname}?${query}` : location.pathname;
  history.replaceState(history.state, '', address);
  document.querySelectorAll('input[name="back"]').forEach((input) => { input.value = address; });
  const add = document.querySelector('.tabs a[href*="add=1"]');
  if (!add) return;
  const next = new URL(add.href);
  next.searchParams.set('cards', form.elements.cards.value);
  add.href = next;
};
const put = (id, piece) => {
  const place = document.getElementById(id);
  if (!place || !piece) return;
  const open = [...place.querySelectorAll('details[open]')].map((details) => details.id);
  if (place.innerHTML === piece.innerHTML) return;
  place.replaceChildren(...piece.childNodes);
  open.forEach((name) => { const details = document.getElementById(name); if (details) details.open = true; });
};
const complain = (name, words) => {
  const field = document.getElementById(name);
  if (!field) return;
  document.getElementById(`${name}-error`)?.remove();
  field.removeAttribute('aria-invalid');
  if (!words) return;
  const error = document.createElement('p');
  error.className = 'error';
  error.id = `${name}-error`;
  error.textContent = words;
  field.before(error);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', error.id);
};
const keepLinks = (piece) => {
  const link = piece?.querySelector('a[href*="add=1"]');
  const mine = document.querySelector('#more a[href*="add=1"]');
  if (link && mine) mine.href = link.href;
};
const ask = async () => {
  const turn = ++latest;
  const query = question();
  try {
    stay(query);
    const answer = await fetch(`${form.dataset.check}?${query}`);
    if (turn !== latest) return;
    if (answer.status === BUSY) timer = setTimeout(ask, AGAIN);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (turn !== latest) return;
    const piece = (name) => page.querySelector(`[data-piece="${name}"]`);
    put('ruling', piece('ruling'));
    put('why', piece('why'));
    const fields = (from) => from?.querySelector('[data-fields]')?.dataset.fields;
    if (fields(piece('more')) !== fields(document.getElementById('more'))) put('more', piece('more'));
    else keepLinks(piece('more'));
    speakSoon();
    clearTimeout(faultTimer);
    const faults = [...page.querySelectorAll('[data-fault]')].map((one) => [one.dataset.fault, one.textContent]);
    const wait = faults.some(([, words]) => words) ? TYPING : 0;
    faultTimer = setTimeout(() => faults.forEach(([name, words]) => complain(name, words)), wait);
  } catch { /* no network: the form's button still works */ }
};
const later = () => { clearTimeout(timer); timer = setTimeout(ask, WAIT); };

if (form) {
  document.addEventListener('input', (event) => { if (event.target.form === form) later(); });
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('data-reload')) return;
    event.preventDefault();
    ask();
  });
  document.addEventListener('click', (event) => {
    const taken = event.target.closest('[data-take]');
    const field = taken && (form.elements.cards);
    if (!field) return;
    event.preventDefault();
    field.value = taken.dataset.take;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    scrollTo({ top: 0 });
  });
}
