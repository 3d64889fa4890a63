// Starts Pyodide, passes requests to the bridge, and stops it. Only strings and bytes cross the border: a snapshot of
// Python's memory can't contain references to JavaScript objects.
import createPyodideModule from '../runtime/pyodide/pyodide.asm.js';
import { loadPyodide } from '../runtime/pyodide/pyodide.js';
import { BUILD } from './build.js';
import { kept } from './files.js';
import * as snapshot from './snapshot.js';

const DATABASE = '/instance/kalooki.sqlite';
const COUNTER = 24;

// Pyodide's loader fetches its two files by URL; serve them from the cache.
self.fetch = (address) => kept(String(address).endsWith('.wasm') ? 'wasm' : 'library');

// Pyodide opens a MessageChannel and never closes it, which would keep all its memory alive.
const channels = [];
self.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
};

let python = null;
let bridge = null;
let seen = '';
let prepared = null;
let isFromNothing = false;

// Start with an empty database, request every page, and store the memory as the snapshot for later starts.
export async function prepare(root, tell) {
  stop();
  isFromNothing = false;
  const fresh = await load({ _makeSnapshot: true });
  await mount(fresh, 'app');
  await begin(fresh, root);
  tell('warm');
  fresh.runPython('from kalooki_ref.pocket.warm_up import warm_up; steps = warm_up(bridge)');
  while (fresh.runPython('next(steps, None) is not None')) await pause();
  fresh.runPython('bridge.forget_scratch_data()');
  await snapshot.keep(fresh).catch(() => snapshot.drop());
  prepared = fresh;
}

// The snapshot was deleted or couldn't be stored; `prepare` makes a new one.
export const lacksSnapshot = () => isFromNothing;

export async function start(root, state) {
  if (!prepared) stop();
  python = prepared ?? await fromSnapshot() ?? await fromNothing(root);
  prepared = null;
  if (state.database) python.FS.writeFile(DATABASE, state.database);
  bridge = python.globals.get('bridge');
  if (!bridge.is_current()) await mount(python, 'upgrade');
  const found = counter();
  bridge.wake(state.secret, state.jar);
  seen = state.database ? mark(found) : '';
}

function stop() {
  channels.splice(0).forEach(({ port1 }) => port1.close());
  python = bridge = null;
}

async function fromSnapshot() {
  let memory = await snapshot.read();
  if (!memory) return null;
  const restore = (module) => {
    const state = snapshot.restore(module, memory);
    memory.transfer?.(0); // free it now, don't wait for the garbage collector
    memory = null; // Pyodide keeps a reference to this function
    return state;
  };
  try {
    const restored = await load({ _loadSnapshot: new Uint8Array(4) }, restore);
    await mount(restored, 'app');
    restored.runPython('bridge.forget_games()');
    return restored;
  } catch {
    await snapshot.drop();
    return null;
  }
}

async function fromNothing(root) {
  const fresh = await load({});
  await mount(fresh, 'app');
  await begin(fresh, root);
  isFromNothing = true;
  return fresh;
}

async function load(options, restoreSnapshot) {
  self.addEventListener = () => {}; // its fallback for MessageChannel would never be removed either
  try {
    return await loadPyodide({
      ...options,
      indexURL: new URL('../runtime/', import.meta.url).href,
      stdLibURL: 'library',
      lockFileContents: JSON.stringify(BUILD.lock),
      env: { HOME: '/home', PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'ignore' },
      createPyodideModule: async (settings) => {
        const module = await createPyodideModule(settings);
        if (restoreSnapshot) settings.API.restoreSnapshot = () => restoreSnapshot(module);
        return module;
      },
    });
  } finally {
    delete self.addEventListener;
  }
}

// Browsers stop a worker that is busy for half a minute, so yield now and then.
const pause = () => new Promise((done) => { setTimeout(done); });

async function begin(fresh, root) {
  for (const step of ['import sys; sys.path.insert(0, "/app")', 'import sqlalchemy', 'import flask_sqlalchemy, babel.dates, wtforms',
    'from kalooki_ref.pocket.bridge import Bridge', `bridge = Bridge(${JSON.stringify(root)})`]) {
    fresh.runPython(step);
    await pause();
  }
}

// A pack is the length of an index, the index (names and sizes as JSON), and the files' contents.
async function mount({ FS }, name) {
  const pack = await (await kept(name)).arrayBuffer();
  const length = new DataView(pack).getUint32(0, true);
  const names = JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, length)));
  const made = new Set();
  let at = 4 + length;
  for (const [path, size] of names) {
    const [, folder, file] = /^(.*\/)?([^/]*)$/.exec(`/app/${path}`);
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.createDataFile(folder, file, new Uint8Array(pack, at, size), true, true, true);
    at += size;
  }
}

export async function read(request) {
  const { method, referrer } = request;
  const { origin, pathname, search } = new URL(request.url);
  const isOurs = method === 'GET' || method === 'HEAD' || referrer.startsWith(`${origin}/`);
  const headers = {
    'accept-language': navigator.languages.join(), // browsers add it only to network requests
    ...Object.fromEntries(request.headers),
    'sec-fetch-site': isOurs ? 'same-origin' : 'cross-site',
  };
  const body = new Uint8Array(await request.arrayBuffer());
  return { url: request.url, method, path: pathname, query: search.slice(1), headers, body };
}

export function call({ body, method, path, query, headers: sent, refused = '' }) {
  const reply = bridge.answer(JSON.stringify({ method, path, query, headers: sent, refused }), body);
  const [status, headers, content] = reply.toJs();
  reply.destroy();
  return { status, headers: new Headers(JSON.parse(headers)), body: content };
}

// Repeat the request as one that storage refused, 'full' or 'broken', so that the app answers with its own error page.
export const refuse = (sent, refused) => response(call({ ...sent, refused }), sent);

export function response({ status, headers, body }, { url }) {
  if (status >= 300 && status < 400 && status !== 304) return Response.redirect(new URL(headers.get('Location'), url), status);
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}

export const jar = () => bridge.jar();
export const database = () => python.FS.readFile(DATABASE);

// The file change counter in SQLite's header.
function counter() {
  const stream = python.FS.open(DATABASE, 'r');
  const bytes = new Uint8Array(4);
  python.FS.read(stream, bytes, 0, 4, COUNTER);
  python.FS.close(stream);
  return String(bytes);
}

const mark = (count = counter()) => `${count} ${jar()}`;

export function hasChanged() {
  const now = mark();
  const changed = now !== seen;
  seen = now;
  return changed;
}
