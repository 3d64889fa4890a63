// The queue of unsent entries: in IndexedDB, in order, each with its idempotency key. Without storage, they are kept in
// memory, on this page only.

const memory = { items: [], next: 1 };
const answered = (request) => new Promise((done, failed) => {
  request.addEventListener('success', () => done(request.result));
  request.addEventListener('error', () => failed(request.error));
});
const open = async () => {
  try {
    const request = indexedDB.open('kalooki-outbox', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true }));
    const database = await answered(request);
    const probe = database.transaction('outbox', 'readwrite').objectStore('outbox');
    await answered(probe.delete(await answered(probe.add({ probe: 'x'.repeat(2000) }))));
    return database;
  } catch {
    return null;
  }
};
let opening;
const connect = () => (opening ??= open());

export const isKept = async () => await connect() !== null;

export const all = async () => {
  const database = await connect();
  return database ? answered(database.transaction('outbox').objectStore('outbox').getAll()) : memory.items;
};

// Replaces all items by the result of `change`, in one transaction.
export const update = async (change) => {
  const database = await connect();
  if (!database) {
    memory.items = change(memory.items).map((item) => (item.n ? item : { ...item, n: memory.next++ }));
    return memory.items;
  }
  const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  const done = new Promise((yes, no) => {
    transaction.addEventListener('complete', yes);
    transaction.addEventListener('abort', () => no(transaction.error));
  });
  const store = transaction.objectStore('outbox');
  const before = await answered(store.getAll());
  const after = change(before);
  before.filter(({ n }) => !after.some((item) => item.n === n)).forEach(({ n }) => store.delete(n));
  after.filter((item) => !before.includes(item)).forEach((item) => store.put(item));
  await done;
  return all();
};
export const change = (n, facts) => update((items) => items.map((item) => (item.n === n ? { ...item, ...facts } : item)));
export const drop = (n) => update((items) => items.filter((item) => item.n !== n));

// Adds an entry; if IndexedDB fails, falls back to memory and calls `warn`.
export const keep = (fresh, warn) => update((items) => withEntry(items, fresh)).catch(() => {
  opening = Promise.resolve(null);
  warn();
  return update((items) => withEntry(items, fresh));
});

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
