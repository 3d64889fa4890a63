// Live updates: when the event stream reports a change, the page fetches itself, or its live parts, and patches the DOM.
// Typed values, open menus, scroll position and focus are kept.
import { doubt, heard as noteAnswer } from './connection.js';
import { become } from './patch.js';
import { pageIn, request } from './request.js';
import { freshKey } from './sending.js';
import { hasStrip, hush, note, toast, toastAt } from './toast.js';

const page = document.body.dataset;
const QUIET = 20_000; // a live stream sends a heartbeat every 15 s
const AGAIN = 5000;
const SETTLING = 700;
const SHORTLY = 300;
const SLIDE = 300; // a sheet slides for 240 ms
const parts = ['header', 'main', 'footer', '#menu'];
// A page with fields isn't changed under the thumb: its parts say what has happened.
const FIELDS = 'main :is(input:not([type="hidden"], [readonly]), select, textarea:not([readonly]))';
const isShown = 'shows' in page || 'looks' in page || !('keeps' in page || document.querySelector(FIELDS));
const GOES_ON = '[data-goes-on]';

const news = document.createElement('p');
news.className = 'unseen';
news.setAttribute('role', 'status');
document.body.append(news);

const tell = (words) => {
  if (hasStrip && words) note(words);
  else news.textContent = words;
};

// A sheet keeps its height on its way out.
const sheetsAreOut = () => {
  const ways = [...document.querySelectorAll('.sheet')].flatMap((sheet) => sheet.getAnimations());
  const late = new Promise((done) => { setTimeout(done, SLIDE); });
  return ways.length ? Promise.race([Promise.allSettled(ways.map(({ finished }) => finished)), late]) : null;
};
const takeParts = (fresh) => document.querySelectorAll('[data-part]').forEach((here) => {
  const there = fresh.getElementById(here.id);
  if (there) become(here, there);
});
// At the end of a game, or after an update of the server, the page needs other scripts and styles: it is loaded again, and
// the messages of this response, which the server sends once, are kept for it.
const SAID = 'said';
const needs = (one) => [...one.querySelectorAll('link[rel="stylesheet"], script[src]')].map((part) => part.getAttribute('href') ?? part.getAttribute('src'));
// Another page may be on its way, after Back, too; a reload would take its place.
let isOnItsWay = false;
addEventListener('beforeunload', () => {
  isOnItsWay = true;
  setTimeout(() => { isOnItsWay = false; }, AGAIN); // it was a download
});
const reload = (messages) => {
  if (isLeaving || isOnItsWay) { // looks again at the next heartbeat
    heard = '';
    tag = '"none"';
    return;
  }
  try { sessionStorage.setItem(SAID, messages.map((one) => one.outerHTML ?? '').join('')); } catch { /* without messages */ }
  isLeaving = true;
  location.reload();
};
const sayAgain = () => {
  let said = '';
  try { said = sessionStorage.getItem(SAID); sessionStorage.removeItem(SAID); } catch { /* without messages */ }
  if (said) toast([...new DOMParser().parseFromString(said, 'text/html').body.childNodes]);
};
sayAgain();

const takePage = (fresh) => {
  const onward = fresh.querySelector(GOES_ON);
  if (onward && !document.querySelector(GOES_ON)) { leave(onward.href); return; }
  const focused = document.activeElement;
  const box = document.querySelector('.flashes');
  const messages = [...fresh.querySelector('.flashes').childNodes];
  const had = needs(document);
  if (!needs(fresh).every((one) => had.includes(one))) { reload(messages); return; }
  fresh.querySelector('.flashes').replaceWith(box.cloneNode(true));
  const outbox = document.querySelector('.outbox');
  if (outbox) fresh.querySelector('.bar-title').after(outbox.cloneNode(true));
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

// A phone that may not see the game, or whose game was deleted, keeps its typed values and sends nothing; it goes on
// asking, because it may be let in again, and a deleted game may be restored.
let out = '';
const wordsBox = (words, kind) => {
  const box = document.createElement(kind === 'flash' ? 'p' : 'div');
  const line = document.createElement(kind === 'flash' ? 'span' : 'p');
  box.className = kind === 'flash' ? 'flash flash-error' : 'callout callout-warn';
  box.setAttribute('role', 'alert');
  line.textContent = words;
  box.append(line);
  return box;
};
const beOut = (words) => {
  tag = '"none"';
  if (words === out) return;
  out = words;
  document.getElementById('news').replaceChildren(wordsBox(words));
};
const beIn = () => {
  if (out) hush();
  out = '';
};
document.addEventListener('submit', (event) => {
  const { target, submitter } = event;
  if (!out || target.method !== 'post' || target.matches('[data-look]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  toastAt(submitter, wordsBox(out, 'flash'));
}, { capture: true });

let tag = '"none"';
let heard = page.changes;
let due = false;
let hasSaved = false;
let showing = null;
const partsAddress = () => {
  const address = new URL(page.parts, location.href);
  if (page.version) address.searchParams.set('since', page.version);
  return address.href;
};
const fetchPage = async () => {
  const address = isShown ? location.href : partsAddress();
  // A message belongs to the tab that saved: an update that another tab asks for leaves it there.
  const headers = { 'If-None-Match': tag, 'X-Sent-By': hasSaved ? 'save' : 'live' };
  hasSaved = false;
  const answer = await request(address, { headers, redirect: 'manual' }, AGAIN * 2);
  if (answer.type === 'opaqueredirect') { leaveFor(address); return; } // the page redirects now
  if (answer.status !== 304 && answer.status >= 400 && !await isOfTheApp(answer)) throw new Error(answer.status);
  noteAnswer();
  if (answer.status === 304) return;
  const fresh = await pageIn(answer);
  if (answer.status === 403 || answer.status === 404) { beOut(refusalIn(fresh, answer.status)); return; }
  if (!answer.ok) throw new Error(answer.status);
  beIn();
  tag = answer.headers.get('ETag') ?? tag;
  if (!isShown) { takeParts(fresh); return; }
  await sheetsAreOut();
  takePage(fresh);
  if (Number(page.changes) > Number(heard)) heard = page.changes;
};
const refusalIn = (fresh, status) => (status === 404 ? page.gone : fresh.querySelector('[data-refusal]').dataset.refusal);
// A proxy may answer with its own error page.
const isOfTheApp = async (answer) => (await pageIn(answer.clone())).getElementById('main');
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
// A script of the page may add what would be lost to the address.
const leaveFor = (address) => {
  const detail = new URL(address, location.href);
  document.dispatchEvent(new CustomEvent('page:redirected', { detail }));
  leave(detail.href);
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
let others = null;
let stream = null;
let watch = 0;
// Each tab rests a little longer or shorter: two that open a stream at once close each other's.
const soon = () => Math.random() * SHORTLY;
const rest = (time = QUIET + Math.random() * AGAIN) => { clearTimeout(watch); watch = setTimeout(again, time); };
// Because a silent stream may be this tab's own trouble, another tab tries first.
const again = () => {
  if (!stream) { open(); return; }
  hand();
  rest(SETTLING);
};
const close = () => { stream?.close(); stream = null; };
const open = () => {
  close();
  if (!page.live || document.visibilityState === 'hidden') return;
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
// The first page may follow another game after an update.
const follow = () => {
  hand();
  others?.close();
  others = page.live ? new BroadcastChannel(page.live) : null;
  others?.addEventListener('message', ({ data }) => {
    if (data === 'mine') { close(); rest(); } else if (data === 'free') rest(soon()); else hear(data);
  });
  open();
};
let followed = page.live;
document.addEventListener('page:taken', () => {
  if (page.live === followed) return;
  followed = page.live;
  heard = page.changes;
  follow();
});

const wake = () => {
  open();
  if ('looks' in page || !page.live) show();
};
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') hand(); else wake(); });
addEventListener('pagehide', hand);
addEventListener('pageshow', ({ persisted }) => {
  isLeaving = false;
  if (persisted) wake();
});
// Every tab hears it at once.
addEventListener('online', () => { close(); rest(soon()); });
// In the pocket, where another tab has saved; a tap on this page comes first.
const hearTab = () => {
  if (document.querySelector('button[aria-busy="true"]')) setTimeout(hearTab, SETTLING);
  else moved();
};
document.addEventListener('pocket:saved', hearTab);
follow();

// A save that redirects to this page: fetch it at once, with menus closed.
document.addEventListener('page:stay', (event) => {
  if (!isShown) return;
  event.preventDefault();
  tag = '"none"';
  document.querySelectorAll('.sheet').forEach((sheet) => sheet.hidePopover?.());
  hasSaved = true;
  show();
});
