// The entries that wait on this phone until the server has them: in the phone's database, in order, each with its key.
// Where the phone keeps nothing, they wait in this page alone.

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

// Keeps what `change` makes of all items, all of it or nothing when the phone dies meanwhile.
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

// Keeps an entry; in memory from then on where the phone's database takes no more, which `warn` says.
export const keep = (fresh, warn) => update((items) => withEntry(items, fresh)).catch(() => {
  opening = Promise.resolve(null);
  warn();
  return update((items) => withEntry(items, fresh));
});

export const isSame = (one, other) => one.address === other.address && JSON.stringify(one.pairs) === JSON.stringify(other.pairs);

// The same key again is the same entry: another tap, or another try with what was refused before.
// Of a form that says how things are now, the last value is all that counts.
export const withEntry = (items, fresh) => {
  if (fresh.isLatest) return [...items.filter((item) => !(item.isLatest && item.address === fresh.address)), fresh];
  const twin = items.findLast(({ key }) => key === fresh.key);
  if (!twin || (twin.state === 'waiting' && twin.tried && !isSame(twin, fresh))) return [...items, fresh];
  return items.map((item) => (item === twin ? { ...twin, ...fresh, base: Math.max(twin.base, fresh.base), tried: twin.tried } : item));
};

// What was saved moves the version on for what comes after it, unless another phone has saved in between.
const gameOf = (address) => new URL(address).pathname.match(/\/g\/[^/]+/)?.[0];
export const isNext = (base, address, saved, seq) => Number(base) === seq - 1 && gameOf(address) === gameOf(saved.address);
export const afterSaving = (items, saved, seq, opened) => items.filter(({ n }) => n !== saved.n && n !== opened)
  .map((item) => (isNext(item.base, item.address, saved, seq) ? { ...item, base: seq } : item));
