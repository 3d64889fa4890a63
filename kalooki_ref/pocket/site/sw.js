// Service worker: answers every request below its folder by calling the Flask app, which runs here in Pyodide.
// A response is sent only after what the request changed is stored in IndexedDB.
import { BUILD } from './worker/build.js';
import {
  Trouble, clearEarlier, clearOld, complete, download, drop, earlier, hadGames, keepAsset, keptAsset, noteGames, startPage,
} from './worker/files.js';
import { CHANNEL } from './worker/names.js';
import * as python from './worker/python.js';
import * as storage from './worker/storage.js';

const ROOT = self.registration.scope;
const PATIENCE = 250;
const QUIET = 15_000;
const news = new BroadcastChannel(CHANNEL);
const tell = (step, more = {}) => news.postMessage({ step, ...more });

// Pending notice for the next page: the games were "restored" or "lost".
let notice = '';
let isNoted = false;
let booting = null;
let isUp = false;
let lastAsked = 0;
let lastTurn = Promise.resolve();
// Forms that wait for Python or for their turn.
let waitingForms = 0;

// Requests run one at a time, so that no response shows unsaved data.
const inTurn = (job) => {
  lastTurn = lastTurn.then(job, job);
  return lastTurn;
};

const wake = () => {
  booting ??= boot();
  return booting;
};

async function boot(first) {
  try {
    await first?.();
    await complete();
    await moveIn();
    const kept = await storage.load();
    if (storage.isNew() && await hadGames()) notice = 'lost';
    await python.start(ROOT, kept, tell);
    isUp = true;
    lastAsked = Date.now();
  } catch (error) {
    booting = null;
    if (['newer', 'files'].includes(reasonOf(error))) self.registration.update().catch(() => {});
    throw error;
  }
}

// Caches under their old names mean that the games haven't been migrated either.
async function moveIn() {
  if (!(await earlier({ isOurs: true })).length) return;
  await storage.moveIn({ isShared: (await earlier({ isOurs: false })).length > 0 });
  await clearEarlier();
}

// Python's state may be wrong: restart it from what is stored.
async function wakeAgain() {
  isUp = false;
  booting = null;
  await wake();
}

// A lost snapshot is rebuilt while no requests come in; one that comes meanwhile sees the start page.
const remake = () => inTurn(() => {
  if (!isUp || !python.lacksSnapshot() || Date.now() - lastAsked < QUIET) return null;
  isUp = false;
  booting = boot(() => python.prepare(ROOT, tell));
  return booting;
});

const lastLine = (error) => String(error).trim().split('\n').at(-1);

const isFull = ({ name }) => name === storage.FULL;

// Failure reason for the start page, which has a sentence for each. `Newer` is the name of a Python exception.
function reasonOf(error) {
  if (error instanceof Trouble) return error.reason;
  if (isFull(error)) return 'full';
  return error.name === storage.NEWER || /\bNewer\b/.test(error) ? 'newer' : 'broken';
}
const whyOf = (error) => ({ broken: lastLine(error), host: error.message })[reasonOf(error)] ?? '';
const failure = (error) => ({ failed: reasonOf(error), why: whyOf(error) });

// Downloaded files are kept for the next attempt, unless storage is full.
self.addEventListener('install', (event) => event.waitUntil(install().catch(async (error) => {
  tell('failed', { ...failure(error), isFirst: true });
  if (isFull(error)) await drop();
  throw error;
})));
async function install() {
  await download((done, total) => tell('download', { done, total }));
  tell('start');
  await python.prepare(ROOT, tell);
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => event.waitUntil(activate()));
async function activate() {
  await clearOld();
  await self.clients.claim();
}

// A visible page sends a message every 20 s, because browsers stop an idle worker after 30 s. The reply is sent once
// Python is up. It has the notice only for pages of the app, since the start page can't show it.
self.addEventListener('message', (event) => {
  if (event.data.seen) seenNotice(event.data.seen);
  else event.waitUntil(replied(event));
});
const replied = (event) => (
  wake().then(() => ({ build: BUILD.id, notice: event.data === 'start' ? '' : notice, taps: event.data.taps }), failure)
    .then((outcome) => event.source?.postMessage(outcome)).then(remake)
);

// A page that was left before it could show the notice doesn't say so; the next one gets it again.
function seenNotice(name) {
  if (notice === name) notice = '';
}

self.addEventListener('fetch', (event) => {
  if (event.request.url.startsWith(ROOT)) event.respondWith(counted(event));
});

// Page loads always get a response, in the worst case the start page with an error.
async function answer(event) {
  const { request } = event;
  if (request.url === `${ROOT}kalooki.sqlite`) return gamesAsFile();
  const asset = await keptAsset(request).catch(() => undefined);
  if (asset) return asset;
  if (!isView(request)) return inTurn(() => turn(event)).catch((error) => new Response('', { status: isFull(error) ? 507 : 503 }));
  const early = isUp ? null : await shownMeanwhile(event);
  return early ?? inTurn(() => turn(event)).catch(startPage);
}

// A page that is asked for meanwhile mustn't show the game without what the form enters.
async function counted(event) {
  if (event.request.method !== 'POST') return answer(event);
  waitingForms += 1;
  try {
    return await answer(event);
  } finally {
    waitingForms -= 1;
  }
}

async function gamesAsFile() {
  const database = await storage.file().catch(() => null);
  if (!database) return startPage();
  return new Response(database, { headers: { 'Content-Type': 'application/vnd.sqlite3', 'Content-Disposition': 'attachment; filename="kalooki.sqlite"' } });
}

const isView = (request) => request.mode === 'navigate' && request.method === 'GET';

// While Python starts: the last page if it is still current, else the start page. For the last page, Python starts
// only when that page's script sends its first message; otherwise the page would wait for its stylesheets.
async function shownMeanwhile(event) {
  const last = waitingForms ? null : await storage.lastPage(BUILD.id).catch(() => null);
  const url = event.request.url.split('#')[0];
  if (last?.url === url) return new Response(last.body, { headers: last.headers });
  if (last && url === `${ROOT}?start`) return Response.redirect(last.url, 302);
  const waking = wake();
  event.waitUntil(waking.catch(() => {}));
  const late = new Promise((done) => { setTimeout(done, PATIENCE, true); });
  return await Promise.race([late, waking.catch(() => true)]) ? startPage() : null;
}

async function turn(event) {
  lastAsked = Date.now();
  const sent = await python.read(event.request);
  await wake();
  await seeToStorage();
  return await attempt(event, sent) ?? await attempt(event, sent) ?? python.refuse(sent, 'broken');
}

// Another worker may have saved meanwhile, or the browser may have deleted the storage. If it can't be read at all, the
// next request starts again and says why, instead of sending the start page once more.
async function seeToStorage() {
  try {
    await compareStorage();
  } catch (error) {
    isUp = false;
    booting = null;
    throw error;
  }
}
async function compareStorage() {
  const standing = await storage.standing().catch(storage.standing);
  if (standing === 'ahead') await wakeAgain();
  if (standing === 'gone') {
    await storage.putBack();
    notice = 'restored';
  }
}

async function noteGame({ path }) {
  if (isNoted || !path.includes('/g/')) return;
  isNoted = true;
  await noteGames().catch(() => {});
}

// Returns null after a failure or a conflicting save; Python has then been restarted from storage for another attempt.
// If storage is full, a GET request is still answered; only the record that the page was opened is lost.
async function attempt(event, sent) {
  let reply;
  try {
    reply = python.call(sent);
    if (python.hasChanged()) {
      await storage.save(python.database(), python.jar(), { isDraft: sent.method === 'PATCH' });
      if (sent.method === 'POST') await tellOthers(event);
    }
    await noteGame(sent);
  } catch (error) {
    if (!isFull(error)) { await wakeAgain(); return null; }
    if (sent.method !== 'GET') { await wakeAgain(); return python.refuse(sent, 'full'); }
  }
  const response = python.response(reply, sent);
  if (await isShown(event)) event.waitUntil(storage.keepPage(BUILD.id, event.request.url, reply));
  if (response.headers.get('Cache-Control')?.includes('immutable')) event.waitUntil(keepAsset(event.request, response.clone()));
  return response;
}

// Pages in other tabs look again. What a page load changes, such as the order of the games, is of no concern to them.
// Browsers don't tell which page sent a form: it is known by its address, since it would take the message meant for the next.
async function tellOthers({ clientId, resultingClientId, request }) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const isSender = ({ id, url }) => id === clientId || id === resultingClientId || (request.mode === 'navigate' && url === request.referrer);
  pages.filter((page) => !isSender(page)).forEach((page) => page.postMessage({ saved: true }));
}

// Whether this is a page load, or a script's fetch of the page it is on (a live update).
async function isShown({ request, clientId }) {
  if (isView(request)) return true;
  return request.method === 'GET' && (await self.clients.get(clientId))?.url.split('#')[0] === request.url;
}
