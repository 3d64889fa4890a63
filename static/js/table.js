// A form with data-send is fetched, and the page it leads to takes this one's place; a tap counts once, because a
// try after a lost network carries the same key.
const parts = ['header', 'main', 'footer'];
const SETTLING = 700;

const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const take = (text) => {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const flashes = document.querySelector('.flashes');
  const told = [...(page.querySelector('.flashes')?.childNodes ?? [])];
  page.querySelector('.flashes')?.replaceWith(flashes);
  parts.forEach((part) => {
    const here = document.querySelector(part);
    const there = page.querySelector(part);
    if (here && there) here.replaceChildren(...there.childNodes);
    else if (there) document.querySelector('main').after(there);
    else here?.remove();
  });
  document.title = page.title;
  settle();
  document.dispatchEvent(new Event('page:taken'));
  toast(told);
};

// The second of two quick taps would undo one more entry: the bar waits until the page has been seen.
const settle = () => {
  const bar = document.querySelector('footer');
  bar?.classList.add('settling');
  setTimeout(() => bar?.classList.remove('settling'), SETTLING);
};

// What was said lies over the top of the page for a while, so that no button moves under the thumb.
let fading = 0;
const toast = (lines) => {
  const box = document.querySelector('.flashes');
  clearTimeout(fading);
  box.classList.add('flashes-toast');
  box.replaceChildren(...lines);
  if (!box.querySelector('.flash-error')) fading = setTimeout(() => box.replaceChildren(), 4500);
};

const stay = (url) => new URL(url).pathname === location.pathname;

const waiting = (form, yes) => {
  form.toggleAttribute('data-waiting', yes);
  form.querySelector('button').setAttribute('aria-busy', String(yes));
};

const say = (words) => {
  const line = document.createElement('p');
  line.className = 'flash flash-error';
  line.textContent = words;
  toast([line]);
};

const send = async (form) => {
  waiting(form, true);
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    const text = await answer.text();
    const button = form.querySelector('button');
    const label = button.getAttribute('aria-label') || button.textContent.trim();
    if (answer.ok && stay(answer.url)) {
      take(text);
      refocus(label);
      return;
    }
    if (answer.ok) { location.assign(answer.url); return; }
    form.elements.key.value = freshKey();
    form.submit();
  } catch {
    waiting(form, false);
    say(document.querySelector('[data-table]').dataset.lost);
  }
};

const refocus = (label) => {
  const buttons = [...document.querySelectorAll('main button, footer button')];
  buttons.find((button) => button.textContent.trim() === label)?.focus({ preventScroll: true });
};

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('[data-send]')) return;
  event.preventDefault();
  if (!form.hasAttribute('data-waiting')) send(form);
});

document.addEventListener('click', (event) => { if (event.target.closest('.flashes')) toast([]); });
toast([...document.querySelectorAll('.flash')]);

// A page brought back by the Back button may be old: it takes today's place.
addEventListener('pageshow', async (event) => {
  if (!event.persisted) return;
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.ok) take(await answer.text());
});
