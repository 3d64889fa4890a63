// Answers every page and form of this folder by calling the app, which runs in Python inside this service worker.
// What a request changed is in the browser's durable storage before its answer leaves.
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

// What a page has to say about the games: that they were put back, or are lost.
let notice = '';
let isNoted = false;
let booting = null;
let isUp = false;
let lastAsked = 0;
let lastTurn = Promise.resolve();

// One request after another: nobody sees what is not saved yet.
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

// Where this folder still has caches under their earlier names, its games have not moved either.
async function moveIn() {
  if (!(await earlier({ isOurs: true })).length) return;
  await storage.moveIn({ isShared: (await earlier({ isOurs: false })).length > 0 });
  await clearEarlier();
}

// Everything Python knew may be wrong: begin again with what is stored.
async function wakeAgain() {
  isUp = false;
  booting = null;
  await wake();
}

// A snapshot that was thrown away is made again while nobody asks for anything; who does meanwhile waits in sight.
const remake = () => inTurn(() => {
  if (!isUp || !python.lacksSnapshot() || Date.now() - lastAsked < QUIET) return null;
  isUp = false;
  booting = boot(() => python.prepare(ROOT, tell));
  return booting;
});

const lastLine = (error) => String(error).trim().split('\n').at(-1);

const isFull = ({ name }) => name === storage.FULL;

// Why the app can't go on, in a word that the start page has a sentence for; Python names a class of its own.
function reasonOf(error) {
  if (error instanceof Trouble) return error.reason;
  if (isFull(error)) return 'full';
  return /\bNewer\b/.test(error) ? 'newer' : 'broken';
}
const failure = (error) => ({ failed: reasonOf(error), why: reasonOf(error) === 'broken' ? lastLine(error) : '' });

// What arrived is kept for the next try, unless the room it takes is needed.
self.addEventListener('install', (event) => event.waitUntil(install().catch(async (error) => {
  tell('failed', failure(error));
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

// A page in sight asks every 20 s; without that browsers stop this worker after 30. The answer comes once Python is up.
// Only a page of the app can say what is noticed; the start page asks in another word.
self.addEventListener('message', (event) => event.waitUntil(
  wake().then(() => ({ build: BUILD.id, notice: event.data === 'awake' ? noticed() : '' }), failure).then((outcome) => event.source?.postMessage(outcome)).then(remake),
));

function noticed() {
  const said = notice;
  notice = '';
  return said;
}

self.addEventListener('fetch', (event) => {
  if (event.request.url.startsWith(ROOT)) event.respondWith(answer(event));
});

// A page is always answered, if only by the start page that says what is wrong.
async function answer(event) {
  const { request } = event;
  if (request.url === `${ROOT}kalooki.sqlite`) return gamesAsFile();
  const asset = await keptAsset(request).catch(() => undefined);
  if (asset) return asset;
  if (!isView(request)) return inTurn(() => turn(event)).catch(() => new Response('', { status: 503 }));
  const early = isUp ? null : await shownMeanwhile(event);
  return early ?? inTurn(() => turn(event)).catch(startPage);
}

async function gamesAsFile() {
  const database = await storage.file().catch(() => null);
  if (!database) return startPage();
  return new Response(database, { headers: { 'Content-Type': 'application/vnd.sqlite3', 'Content-Disposition': 'attachment; filename="kalooki.sqlite"' } });
}

const isView = (request) => request.mode === 'navigate' && request.method === 'GET';

// While Python is not up: the page that was shown last if it is still true, else one that says what goes on.
// Python starts once that last page is in sight, which says so; it would keep its styles waiting.
async function shownMeanwhile(event) {
  const last = await storage.lastPage(BUILD.id).catch(() => null);
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
  return await attempt(event, sent) ?? await attempt(event, sent) ?? python.refuse(sent);
}

// Another worker may have saved, or the browser may have deleted everything while this one remembers it.
async function seeToStorage() {
  const standing = await storage.standing();
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

// Nothing when Python failed or another worker saved first: it then starts again from what is stored.
// A page that only reads is shown even where no room is left to remember that it was opened.
async function attempt(event, sent) {
  let reply;
  try {
    reply = python.call(sent);
    if (python.hasChanged()) await storage.save(python.database(), python.jar(), { isDraft: sent.method === 'PUT' });
    await noteGame(sent);
  } catch (error) {
    if (!isFull(error)) { await wakeAgain(); return null; }
    if (sent.method !== 'GET') { await wakeAgain(); return python.refuse(sent); }
  }
  const response = python.response(reply, sent);
  if (await isShown(event)) event.waitUntil(storage.keepPage(BUILD.id, event.request.url, reply));
  if (response.headers.get('Cache-Control')?.includes('immutable')) event.waitUntil(keepAsset(event.request, response.clone()));
  return response;
}

// A page that is opened, or that a script fetches to take the place of the one in sight.
async function isShown({ request, clientId }) {
  if (isView(request)) return true;
  return request.method === 'GET' && (await self.clients.get(clientId))?.url.split('#')[0] === request.url;
}
