// Answers every page and form of this folder by calling the app, which runs in Python inside this service worker.
// What a request changed is in the browser's durable storage before its answer leaves.
import { BUILD } from './worker/build.js';
import { clearOld, download, drop, keepAsset, keptAsset, startPage } from './worker/files.js';
import * as python from './worker/python.js';
import * as storage from './worker/storage.js';

const ROOT = self.registration.scope;
const PATIENCE = 250;
const QUIET = 15_000;
const news = new BroadcastChannel('kalooki');
const tell = (step, more = {}) => news.postMessage({ step, ...more });

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
    const kept = await storage.load();
    await python.start(ROOT, kept, tell);
    isUp = true;
    lastAsked = Date.now();
  } catch (error) {
    booting = null;
    throw error;
  }
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

// What arrived is kept for the next try, unless the room it takes is needed.
self.addEventListener('install', (event) => event.waitUntil(install().catch(async (error) => {
  tell('failed', { why: lastLine(error) });
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
self.addEventListener('message', (event) => event.waitUntil(
  wake().then(() => ({ build: BUILD.id }), (error) => ({ failed: lastLine(error) })).then((outcome) => event.source?.postMessage(outcome)).then(remake),
));

self.addEventListener('fetch', (event) => {
  if (event.request.url.startsWith(ROOT)) event.respondWith(answer(event));
});

async function answer(event) {
  const { request } = event;
  const asset = await keptAsset(request);
  if (asset) return asset;
  if (!isView(request)) return inTurn(() => turn(event));
  const early = isUp ? null : await shownMeanwhile(event);
  return early ?? inTurn(() => turn(event)).catch(() => startPage(ROOT));
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
  return await Promise.race([late, waking.catch(() => true)]) ? startPage(ROOT) : null;
}

async function turn(event) {
  lastAsked = Date.now();
  const sent = await python.read(event.request);
  await wake();
  if (await storage.movedOn()) await wakeAgain();
  return await attempt(event, sent) ?? await attempt(event, sent) ?? python.refuse(sent);
}

// Nothing when Python failed or another worker saved first: it then starts again from what is stored.
// A page that only reads is shown even where no room is left to remember that it was opened.
async function attempt(event, sent) {
  let reply;
  try {
    reply = python.call(sent);
    if (python.hasChanged()) await storage.save(python.database(), python.jar(), { isDraft: sent.method === 'PUT' });
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
