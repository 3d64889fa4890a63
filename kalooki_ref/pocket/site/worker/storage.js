// Stores the database (in pieces), the cookies and the secret key in IndexedDB. A save is one transaction with strict
// durability, and fails if another worker has saved since this one last read (optimistic locking).
import { DATABASE, EARLIER_DATABASE } from './names.js';

export const FULL = 'QuotaExceededError';
export const NEWER = 'VersionError';
const PIECE = 64 * 1024;
const STATE = 'state';
const PAGE = 'page';
const pieces = () => IDBKeyRange.bound(['piece'], ['piece', []]);

let opened = null;
let kept = null;

// A failure or a lost connection is forgotten, so that the next request opens the database again.
const forget = () => { opened = null; };

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('kept'));
    request.addEventListener('error', () => { forget(); reject(request.error); });
    request.addEventListener('success', () => {
      const database = request.result;
      database.addEventListener('close', forget);
      database.addEventListener('versionchange', () => { forget(); database.close(); });
      resolve(database);
    });
  });
  return opened;
}

// A connection can be lost without an event; its transactions then fail to start.
async function begin(mode, durability) {
  try {
    return (await open()).transaction('kept', mode, { durability });
  } catch (error) {
    if (error.name !== 'InvalidStateError') throw error;
    forget();
    return (await open()).transaction('kept', mode, { durability });
  }
}

const result = (request) => new Promise((resolve, reject) => {
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error));
});

async function within(mode, work, durability = 'strict') {
  const transaction = await begin(mode, durability);
  const done = new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not saved')));
  });
  done.catch(() => {});
  const value = await work(transaction.objectStore('kept'), transaction);
  await done;
  return value;
}

const newState = () => ({
  generation: 0, changed: 0, size: 0, jar: '{}',
  secret: Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
});

// Read everything; `database` is null if nothing was ever saved.
async function everything(store) {
  const state = await result(store.get(STATE));
  const database = state?.size ? new Uint8Array(state.size) : null;
  const found = await result(store.getAll(pieces()));
  found.forEach((piece, at) => database?.set(piece, at * PIECE));
  return { state, database };
}

// Read everything, as the state that Python starts from.
export async function load() {
  return within('readwrite', async (store) => {
    const { state, database } = await everything(store);
    kept = { state: state ?? newState(), database };
    if (!state) store.put(kept.state, STATE);
    return { ...kept.state, database };
  });
}

export const isNew = () => kept.state.generation === 0;

// Compare the storage with this worker's state: 'same', 'ahead' if another worker has saved since, 'gone' if the
// browser has deleted it.
export async function standing() {
  const state = await within('readonly', (store) => result(store.get(STATE)));
  if (!state && !isNew()) return 'gone';
  return state?.generation === kept.state.generation ? 'same' : 'ahead';
}

// Store this worker's whole state again.
export async function putBack() {
  const { state, database } = kept;
  await within('readwrite', async (store) => {
    if (await result(store.get(STATE))) return;
    for (const at of changedPieces(null, database ?? [])) store.put(database.slice(at * PIECE, (at + 1) * PIECE), ['piece', at]);
    store.put(state, STATE);
  });
}

// The database as a file, without changing this worker's state.
export const file = async () => (await within('readonly', everything)).database;

// Migrate the games from the database that all folders of a host shared; kept if other folders still use it.
export async function moveIn({ isShared }) {
  const found = await indexedDB.databases?.() ?? [];
  if (!found.some(({ name }) => name === EARLIER_DATABASE)) return;
  const earlier = await result(indexedDB.open(EARLIER_DATABASE));
  const store = earlier.transaction('kept').objectStore('kept');
  const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
  earlier.close();
  await within('readwrite', async (own) => {
    if (await result(own.get(STATE))) return;
    keys.forEach((key, at) => own.put(values[at], key));
  });
  if (!isShared) indexedDB.deleteDatabase(EARLIER_DATABASE);
}

export async function save(database, jar, { isDraft }) {
  const generation = kept.state.generation + 1;
  const state = { ...kept.state, generation, jar, size: database.length, changed: isDraft ? kept.state.changed : generation };
  await within('readwrite', async (store, transaction) => {
    const stored = await result(store.get(STATE));
    if (stored?.generation !== kept.state.generation) { transaction.abort(); return; }
    for (const at of changedPieces(kept.database, database)) store.put(database.slice(at * PIECE, (at + 1) * PIECE), ['piece', at]);
    store.delete(IDBKeyRange.bound(['piece', Math.ceil(database.length / PIECE)], ['piece', []]));
    store.put(state, STATE);
  });
  kept = { state, database };
}

function* changedPieces(before, after) {
  for (let at = 0; at * PIECE < after.length; at += 1) {
    if (!before || !isSame(before, after, at * PIECE, Math.min((at + 1) * PIECE, after.length))) yield at;
  }
}

function isSame(before, after, start, end) {
  if (end > before.length) return false;
  for (let at = start; at < end; at += 1) if (before[at] !== after[at]) return false;
  return true;
}

// The last page, unless something was saved after it. Drafts don't count: the page reloads those itself.
export async function lastPage(build) {
  const [state, page] = await within('readonly', (store) => Promise.all([result(store.get(STATE)), result(store.get(PAGE))]));
  return page && page.build === build && page.changed === state?.changed ? page : null;
}

// Messages are shown once.
const FLASHES = /(<div class="flashes" role="status">).*?(<\/div>)/s;
const withoutMessages = (body) => new TextEncoder().encode(new TextDecoder().decode(body).replace(FLASHES, '$1$2'));

export async function keepPage(build, url, { status, headers, body }) {
  if (status !== 200 || !headers.get('Content-Type')?.startsWith('text/html')) return;
  const page = { build, url: url.split('#')[0], changed: kept.state.changed, headers: [...headers], body: withoutMessages(body) };
  await within('readwrite', (store) => store.put(page, PAGE), 'relaxed');
}
