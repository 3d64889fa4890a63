// Counting hands: fetches what each number proves; Enter moves to the next player.
import { become } from './patch.js';
import { pageIn, request } from './request.js';
import { isChanged } from './values.js';

const form = document.querySelector('[data-counts]');
const WAIT = 60;
const AGAIN = 1000;
const REFUSED = 422;

let latest = 0;
let timer = null;

const results = () => document.querySelectorAll('[data-result]');
const ask = async () => {
  const turn = ++latest;
  try {
    const answer = await request(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    if (turn !== latest || (!answer.ok && answer.status !== REFUSED)) return;
    const page = await pageIn(answer);
    if (turn !== latest) return;
    results().forEach((here) => {
      here.removeAttribute('data-late');
      const there = page.getElementById(here.id);
      if (there) become(here, there);
      else here.replaceChildren(); // the player has left
    });
  } catch { // no network
    if (turn === latest) timer = setTimeout(ask, AGAIN);
  }
};
// A verdict belongs to the number that it was given for.
const later = () => {
  clearTimeout(timer);
  timer = setTimeout(ask, WAIT);
  results().forEach((result) => result.setAttribute('data-late', ''));
};
form.addEventListener('input', later);
form.addEventListener('draft:restored', later);
form.addEventListener('submit', (event) => { event.preventDefault(); ask(); });
form.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches('.input')) return;
  const all = [...form.querySelectorAll('input.input')];
  const next = all[all.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
if (isChanged(form)) later();
