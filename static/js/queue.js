// The queue of unsent entries: in IndexedDB, in order, each with its idempotency key. Where storage fails, as on a full
// phone, they go on in memory, on this page only.

const memory = { items: [], next: 1 };
const inMemory = (change) => {
  memory.items = change(memory.items).map((item) => (item.n ? item : { ...item, n: memory.next++ }));
  return memory.items;
};
// Safari's storage may never answer, and a save that waited for it would never be sent.
const PATIENCE = 3000;
const inTime = (promise) => Promise.race([promise, new Promise((_, failed) => { setTimeout(failed, PATIENCE, new DOMException('', 'TimeoutError')); })]);
const answered = (request) => inTime(new Promise((done, failed) => {
  request.addEventListener('success', () => done(request.result));
  request.addEventListener('error', () => failed(request.error));
}));
const stored = async (database) => answered(database.transaction('outbox').objectStore('outbox').getAll());

let failure = null;
let tell = () => {};
// Calls a function when storage fails, or at once if it has failed.
export const onFailure = (listener) => {
  tell = listener;
  if (failure) tell(failure);
};
const giveUp = async (error, database) => {
  memory.items = database ? await stored(database).catch(() => []) : [];
  memory.next = 1 + Math.max(0, ...memory.items.map(({ n }) => n));
  failure = error;
  opening = Promise.resolve(null);
  tell(error);
  return null;
};

const open = async () => {
  let database = null;
  try {
    const request = indexedDB.open('kalooki-outbox', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true }));
    database = await answered(request);
    const probe = database.transaction('outbox', 'readwrite').objectStore('outbox');
    await answered(probe.delete(await answered(probe.add({ probe: 'x'.repeat(2000) }))));
    return database;
  } catch (error) {
    return giveUp(error, database);
  }
};
let opening;
const isOpen = (database) => { try { return Boolean(database.transaction('outbox')); } catch { return false; } };
// A browser may drop the connection, even without an event: then the database is opened again.
const connect = async () => {
  const asked = (opening ??= open());
  const database = await asked;
  if (!database || isOpen(database)) return database;
  if (opening === asked) opening = open();
  return opening;
};

export const isKept = async () => await connect() !== null;

export const all = async () => {
  const database = await connect();
  if (!database) return memory.items;
  return stored(database).catch(async (error) => {
    await giveUp(error, database);
    return memory.items;
  });
};

const write = async (database, change) => {
  const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  const done = new Promise((yes, no) => {
    transaction.addEventListener('complete', yes);
    transaction.addEventListener('abort', () => no(transaction.error));
  });
  done.catch(() => {});
  const store = transaction.objectStore('outbox');
  const before = await answered(store.getAll());
  const after = change(before);
  // What needs room comes first: if there is none, nothing has been deleted.
  after.filter((item) => !before.includes(item)).forEach((item) => store.put(item));
  before.filter(({ n }) => !after.some((item) => item.n === n)).forEach(({ n }) => store.delete(n));
  await inTime(done);
};

// Replaces all items by the result of `change`, in one transaction.
export const update = async (change) => {
  const database = await connect();
  if (!database) return inMemory(change);
  try {
    await write(database, change);
    return await stored(database);
  } catch (error) {
    await giveUp(error, database);
    return inMemory(change);
  }
};
export const change = (n, facts) => update((items) => items.map((item) => (item.n === n ? { ...item, ...facts } : item)));
export const drop = (n) => update((items) => items.filter((item) => item.n !== n));
export const keep = (fresh) => update((items) => withEntry(items, fresh));

export const isSame = (one, other) => one.address === other.address && JSON.stringify(one.pairs) === JSON.stringify(other.pairs);

// The same key is the same entry: a double tap, or a retry after a refusal. For a form that sends a current state (not an
// event), only the last value is kept.
export const withEntry = (items, fresh) => {
  if (fresh.isLatest) return [...items.filter((item) => !(item.isLatest && item.address === fresh.address)), fresh];
  const twin = items.findLast(({ key }) => key === fresh.key);
  if (!twin || (twin.state === 'waiting' && twin.tried && !isSame(twin, fresh))) return [...items, fresh];
  return items.map((item) => (item === twin ? { ...twin, ...fresh, base: Math.max(twin.base, fresh.base), tried: twin.tried } : item));
};

// A saved entry raises the base version of those behind it, unless another phone has saved in between.
const gameOf = (address) => new URL(address).pathname.match(/\/g\/[^/]+/)?.[0];
export const isNext = (base, address, saved, seq) => Number(base) === seq - 1 && gameOf(address) === gameOf(saved.address);
export const afterSaving = (items, saved, seq, opened) => items.filter(({ n }) => n !== saved.n && n !== opened)
  .map((item) => (isNext(item.base, item.address, saved, seq) ? { ...item, base: seq } : item));
