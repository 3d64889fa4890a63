// Live updates: when the event stream reports a change, the page fetches itself, or its live parts, and patches the DOM.
// Typed values, open menus, scroll position and focus are kept.
import { doubt, heard as noteAnswer } from './connection.js';
import { become } from './patch.js';
import { freshKey } from './sending.js';
import { hasStrip, note, toast } from './toast.js';

const page = document.body.dataset;
const QUIET = 20_000; // a live stream sends a heartbeat every 15 s
const AGAIN = 5000;
const SETTLING = 700;
const parts = ['header', 'main', 'footer', '#menu'];
const isShown = 'shows' in page;

const news = document.createElement('p');
news.className = 'unseen';
news.setAttribute('role', 'status');
document.body.append(news);

const tell = (words) => {
  if (hasStrip && words) note(words);
  else news.textContent = words;
};

const takeParts = (fresh) => document.querySelectorAll('[data-part]').forEach((here) => {
  const there = fresh.getElementById(here.id);
  if (there) become(here, there);
});
const takePage = (fresh) => {
  const focused = document.activeElement;
  const box = document.querySelector('.flashes');
  const messages = [...fresh.querySelector('.flashes').childNodes];
  fresh.querySelector('.flashes').replaceWith(box.cloneNode(true));
  fresh.querySelectorAll('[name="key"]').forEach((key) => key.setAttribute('value', freshKey()));
  parts.forEach((part) => {
    const [here, there] = [document.querySelector(part), fresh.querySelector(part)];
    if (here && there) become(here, there);
    else if (there) document.querySelector('main').after(there);
    else here?.remove();
  });
  document.title = fresh.title;
  if (!focused.isConnected) document.querySelector('main').focus({ preventScroll: true });
  if (messages.length) toast(messages);
  else if (fresh.body.dataset.news !== page.news) tell(fresh.body.dataset.news);
  Object.assign(page, fresh.body.dataset);
  document.dispatchEvent(new Event('page:taken'));
};

// A phone without access keeps its typed values and sends nothing more.
let isOut = false;
const beOut = (words) => {
  isOut = true;
  close();
  clearTimeout(watch);
  const box = document.createElement('div');
  const line = document.createElement('p');
  box.className = 'callout callout-warn';
  box.setAttribute('role', 'alert');
  line.textContent = words;
  box.append(line);
  document.getElementById('news').replaceChildren(box);
};
document.addEventListener('submit', (event) => {
  if (!isOut || event.target.method !== 'post' || event.target.matches('[data-look]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.getElementById('news').scrollIntoView({ block: 'center' });
}, { capture: true });

let tag = '"none"';
let heard = page.changes;
let due = false;
let showing = null;
const fetchPage = async () => {
  const address = isShown ? location.href : page.parts;
  const headers = { 'If-None-Match': tag, 'X-Sent-By': 'live' };
  const answer = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(AGAIN * 2) });
  if (answer.type === 'opaqueredirect') { leave(address); return; } // the page redirects now
  if (answer.status !== 304 && answer.status >= 400 && !await isOfTheApp(answer)) throw new Error(answer.status);
  noteAnswer();
  if (answer.status === 304) return;
  if (answer.status === 403 || answer.status === 404) { beOut(answer.status === 404 ? page.gone : page.out); return; }
  if (!answer.ok) throw new Error(answer.status);
  tag = answer.headers.get('ETag') ?? tag;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (!isShown) { takeParts(fresh); return; }
  takePage(fresh);
  if (Number(page.changes) > Number(heard)) heard = page.changes;
};
// A proxy may answer with its own error page.
const isOfTheApp = async (answer) => new DOMParser().parseFromString(await answer.clone().text(), 'text/html').getElementById('main');
// One fetch at a time; changes in the meantime are fetched afterwards.
const catchUp = async () => {
  while (due) {
    due = false;
    await fetchPage();
  }
};
// Navigate only once: a flash message is shown only on the first request.
let isLeaving = false;
const leave = (address) => {
  if (!isLeaving) location.assign(address);
  isLeaving = true;
};
document.addEventListener('page:leaving', () => { isLeaving = true; });
const show = () => {
  if (isLeaving) return;
  due = true;
  showing ??= catchUp().catch(() => { heard = ''; rest(AGAIN); }).finally(() => { showing = null; });
};
const moved = () => {
  document.dispatchEvent(new Event('game:moved'));
  show();
};
const hear = (number) => {
  rest();
  noteAnswer();
  if (number === heard) return;
  if (document.querySelector('button[aria-busy="true"]')) { setTimeout(hear, SETTLING, number); return; }
  heard = number;
  moved();
};

// All tabs of a game share one stream: browsers allow six connections per host.
const others = new BroadcastChannel(page.live);
let stream = null;
let watch = 0;
const rest = (time = QUIET) => { clearTimeout(watch); watch = setTimeout(again, time); };
// Because a silent stream may be this tab's own trouble, another tab tries first.
const again = () => {
  if (!stream) { open(); return; }
  hand();
  rest(SETTLING);
};
const close = () => { stream?.close(); stream = null; };
const open = () => {
  close();
  isOut = false;
  if (document.visibilityState === 'hidden') return;
  others.postMessage('mine');
  stream = new EventSource(page.live);
  stream.addEventListener('message', ({ data }) => { others.postMessage(data); hear(data); });
  stream.addEventListener('error', () => {
    doubt();
    if (stream?.readyState !== EventSource.CLOSED) return;
    rest(AGAIN * (1 + Math.random()));
    moved();
  });
  rest();
};
const hand = () => {
  if (stream) others.postMessage('free');
  close();
};
others.addEventListener('message', ({ data }) => {
  if (data === 'mine') { close(); rest(); } else if (data === 'free') rest(Math.random() * 300); else hear(data);
});

document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') hand(); else open(); });
addEventListener('pagehide', hand);
addEventListener('pageshow', ({ persisted }) => {
  isLeaving = false;
  if (persisted) open();
});
addEventListener('online', open);
open();

// A save that redirects to this page: fetch it at once, with menus closed.
document.addEventListener('page:stay', (event) => {
  if (!isShown) return;
  event.preventDefault();
  tag = '"none"';
  document.querySelectorAll('.sheet').forEach((sheet) => sheet.hidePopover?.());
  show();
});
