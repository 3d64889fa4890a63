// The check pages: fetch the verdict after every card, or every number of cards; in a game, whenever its board changes, too.
import './one-picker.js';
import { pageIn, request } from './request.js';
import { isChanged } from './values.js';

const form = document.querySelector('form[data-check]');
const WAIT = 60;
const TYPING = 700;
const REFUSED = 422;
const BUSY = 503;
const AGAIN = 1000;
const LATE = 1500;
// Loaded after the page, because cards are judged before a verdict is read aloud.
const voice = import('./voice.js').catch(() => null);

let latest = 0;
let timer = null;
let faultTimer = null;
let lateTimer = null;

// What only saving needs.
const UNASKED = ['key', 'base', 'word'];
const question = () => {
  const pairs = [...new FormData(form)].filter(([name, value]) => (value || name === 'on') && !UNASKED.includes(name));
  return String(new URLSearchParams(pairs));
};
const stay = (query) => {
  const address = query ? `${location.pathname}?${query}` : location.pathname;
  history.replaceState(history.state, '', address);
  document.querySelectorAll('input[name="back"]').forEach((input) => { input.value = address; });
  document.querySelectorAll('[data-full]').forEach((link) => { link.search = query; });
  document.querySelectorAll('.tabs a').forEach((tab) => {
    const next = new URL(tab.href);
    if (next.searchParams.has('add')) next.searchParams.set('cards', form.elements.cards.value);
    if (form.elements.player?.value) next.searchParams.set('player', form.elements.player.value);
    tab.href = next;
  });
};
const put = (id, piece) => {
  const place = document.getElementById(id);
  if (!place || !piece) return;
  const isRead = CSS.supports('selector(:popover-open)') && document.querySelector('#reasons:popover-open');
  const open = [...place.querySelectorAll('details[open]')].map((details) => details.id);
  if (place.innerHTML === piece.innerHTML || (id === 'why' && isRead)) return;
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
// Draws the tray's cards as the verdict does: what a joker stands for, what is wrong, what is missing.
const wear = () => {
  const tray = document.querySelector('#tray .picker-tray');
  const laid = document.querySelector('#laid .laid:not(.laid-leads)');
  if (!tray || !laid) return;
  tray.querySelectorAll('[data-missing]').forEach((card) => card.remove());
  const chosen = [...tray.children];
  let missing = [];
  [...laid.children].forEach((card) => {
    if ('missing' in card.dataset) { missing.push(card.cloneNode(true)); return; }
    const at = chosen.findIndex((item) => item.dataset.card === card.dataset.card);
    if (at < 0) return;
    const [item] = chosen.splice(at, 1);
    item.className = card.className;
    item.firstChild.innerHTML = card.innerHTML;
    if (card.dataset.card === '*') item.firstChild.setAttribute('aria-label', card.firstElementChild.getAttribute('aria-label'));
    item.before(...missing);
    missing = [];
  });
  tray.append(...missing);
};
// Takes the old answer away when the new one is late.
const fullScreen = document.querySelector('[data-full]');
const showWaiting = () => {
  const { content } = document.getElementById('waiting');
  put('ruling', content.firstElementChild.cloneNode(true));
  ['laid', 'repair', 'why'].forEach((id) => put(id, document.createElement('div')));
  document.querySelectorAll('.fit-yes').forEach((meld) => meld.classList.remove('fit-yes'));
  if (fullScreen) fullScreen.hidden = true;
};
const answered = () => { clearTimeout(lateTimer); lateTimer = null; };
// Once a meld is on the board, the keys belong to the cards to add; a tap on the meld's tray gives them back.
let nextField = document.getElementById('on')?.value === '' ? 'on' : '';
const moveOn = (name) => {
  if (name === 'cards' && nextField === 'on') document.getElementById(name)?.dispatchEvent(new Event('picker:open', { bubbles: true }));
  nextField = name || nextField;
};
const ask = async () => {
  const turn = ++latest;
  lateTimer ??= setTimeout(showWaiting, LATE);
  const query = question();
  try {
    stay(query);
    const answer = await request(`${form.dataset.check}?${query}`);
    if (turn !== latest) return;
    if (answer.status === BUSY) timer = setTimeout(ask, AGAIN);
    if (!answer.ok && answer.status !== REFUSED) return;
    const page = await pageIn(answer);
    if (turn !== latest) return;
    answered();
    const piece = (name) => page.querySelector(`[data-piece="${name}"]`);
    moveOn(piece('ruling')?.dataset.next);
    put('ruling', piece('ruling'));
    put('laid', piece('laid'));
    put('repair', piece('repair'));
    put('rows', piece('rows'));
    put('why', piece('why'));
    wear();
    if (fullScreen) fullScreen.hidden = !document.querySelector('#ruling .ruling-why, #ruling .ruling-legal, #ruling .ruling-illegal');
    const fields = (from) => from?.querySelector('[data-fields]')?.dataset.fields;
    if (fields(piece('more')) !== fields(document.getElementById('more'))) put('more', piece('more'));
    else keepLinks(piece('more'));
    voice.then((loaded) => loaded?.speakSoon());
    clearTimeout(faultTimer);
    const faults = [...page.querySelectorAll('[data-fault]')].map((one) => [one.dataset.fault, one.textContent]);
    const wait = faults.some(([, words]) => words) ? TYPING : 0;
    faultTimer = setTimeout(() => faults.forEach(([name, words]) => complain(name, words)), wait);
  } catch { // no network
    if (turn === latest) timer = setTimeout(ask, AGAIN);
  }
};
const later = () => { clearTimeout(timer); timer = setTimeout(ask, WAIT); };

if (form) {
  wear();
  document.addEventListener('input', ({ target }) => {
    if (target.form !== form || target.name === 'word') return;
    document.getElementById('question')?.replaceChildren(); // it was about other cards
    later();
  });
  document.addEventListener('game:moved', later);
  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    const method = submitter?.getAttribute('formmethod') ?? form.getAttribute('method');
    if (method === 'post' || submitter?.hasAttribute('data-reload')) return;
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
  if (isChanged(form)) ask();
}
