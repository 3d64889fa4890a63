// The queue of entries that wait on a phone (static/js/queue.js); Node has no IndexedDB, so it is kept in memory.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { afterSaving, all, change, drop, isKept, isSame, keep, update, withEntry } from '../../static/js/queue.js';

const entry = (key, facts = {}) => ({
  key, base: 3, address: 'http://table/g/ours/calls', pairs: [['player', '2']], state: 'waiting', tried: false, ...facts,
});
const keys = (items) => items.map(({ key }) => key);

beforeEach(() => update(() => []));

test('entries wait in the order they were made', async () => {
  await keep(entry('a'));
  await keep(entry('b'));
  assert.deepEqual(keys(await all()), ['a', 'b']);
  assert.equal(await isKept(), false);
});

test('an entry is changed and dropped by its number', async () => {
  await keep(entry('a'));
  const [{ n }] = await keep(entry('b'));
  await change(n, { state: 'refused' });
  assert.deepEqual((await all()).map(({ state }) => state), ['refused', 'waiting']);
  await drop(n);
  assert.deepEqual(keys(await all()), ['b']);
});

test('a second tap on one form is the same entry', () => {
  assert.deepEqual(keys(withEntry([entry('a')], entry('a'))), ['a']);
});

test('what was sent with other fields already stays, and the new one waits behind it', () => {
  const sent = entry('a', { tried: true });
  assert.deepEqual(keys(withEntry([sent], entry('a', { pairs: [['player', '3']] }))), ['a', 'a']);
});

test('a refused entry is replaced by what was typed next, and keeps the newer version', () => {
  const [tried] = withEntry([entry('a', { state: 'refused', base: 7, tried: true })], entry('a', { base: 5 }));
  assert.equal(tried.state, 'waiting');
  assert.equal(tried.base, 7);
});

test('of a form that says how things are now, only the last counts', () => {
  const now = (key) => entry(key, { isLatest: true });
  const other = entry('other');
  assert.deepEqual(keys(withEntry([now('a'), other], now('b'))), ['other', 'b']);
});

test('a saved entry moves the version on for what waits behind it in the same game', () => {
  const saved = entry('a', { n: 1 });
  const items = [saved, entry('b', { n: 2 }), entry('c', { n: 3, address: 'http://table/g/theirs/calls' })];
  assert.deepEqual(afterSaving(items, saved, 4, 0).map(({ key, base }) => [key, base]), [['b', 4], ['c', 3]]);
});

test('where another phone saved in between, the version stays, and the server asks', () => {
  const saved = entry('a', { n: 1 });
  assert.equal(afterSaving([saved, entry('b', { n: 2 })], saved, 6, 0)[0].base, 3);
});

test('the entry that is open in this tab goes with the one that replaces it', () => {
  const saved = entry('b', { n: 2 });
  assert.deepEqual(afterSaving([entry('a', { n: 1 }), saved], saved, 4, 1), []);
});

test('entries are the same by address and fields, whatever their keys', () => {
  assert.ok(isSame(entry('a'), entry('b')));
  assert.ok(!isSame(entry('a'), entry('a', { pairs: [] })));
});
