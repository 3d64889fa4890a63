// Unit tests of the queue of unsent entries (static/js/queue.js); Node has no IndexedDB, so it is in memory.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { afterSaving, all, change, drop, isKept, isSame, keep, update, withEntry } from '../../static/js/queue.js';

const entry = (key, facts = {}) => ({
  key, base: 3, address: 'http://table/g/ours/calls', pairs: [['player', '2']], state: 'waiting', tried: false, ...facts,
});
const keys = (items) => items.map(({ key }) => key);

beforeEach(() => update(() => []));

test('entries are kept in order', async () => {
  await keep(entry('a'));
  await keep(entry('b'));
  assert.deepEqual(keys(await all()), ['a', 'b']);
  assert.equal(await isKept(), false);
});

test('an entry is changed and removed by number', async () => {
  await keep(entry('a'));
  const [{ n }] = await keep(entry('b'));
  await change(n, { state: 'refused' });
  assert.deepEqual((await all()).map(({ state }) => state), ['refused', 'waiting']);
  await drop(n);
  assert.deepEqual(keys(await all()), ['b']);
});

test('a second submit of a form is the same entry', () => {
  assert.deepEqual(keys(withEntry([entry('a')], entry('a'))), ['a']);
});

test('an entry already sent with other fields is kept, and the new one is queued behind it', () => {
  const sent = entry('a', { tried: true });
  assert.deepEqual(keys(withEntry([sent], entry('a', { pairs: [['player', '3']] }))), ['a', 'a']);
});

test('a refused entry is replaced by the next submit, with the newer version', () => {
  const [tried] = withEntry([entry('a', { state: 'refused', base: 7, tried: true })], entry('a', { base: 5 }));
  assert.equal(tried.state, 'waiting');
  assert.equal(tried.base, 7);
});

test('only the last entry of a state form is kept', () => {
  const now = (key) => entry(key, { isLatest: true });
  const other = entry('other');
  assert.deepEqual(keys(withEntry([now('a'), other], now('b'))), ['other', 'b']);
});

test('a saved entry raises the version of those behind it in the same game', () => {
  const saved = entry('a', { n: 1 });
  const items = [saved, entry('b', { n: 2 }), entry('c', { n: 3, address: 'http://table/g/theirs/calls' })];
  assert.deepEqual(afterSaving(items, saved, 4, 0).map(({ key, base }) => [key, base]), [['b', 4], ['c', 3]]);
});

test('the version is unchanged if another phone saved in between', () => {
  const saved = entry('a', { n: 1 });
  assert.equal(afterSaving([saved, entry('b', { n: 2 })], saved, 6, 0)[0].base, 3);
});

test('a saved replacement removes the entry that was open in this tab', () => {
  const saved = entry('b', { n: 2 });
  assert.deepEqual(afterSaving([entry('a', { n: 1 }), saved], saved, 4, 1), []);
});

test('entries are compared by URL and fields, not by key', () => {
  assert.ok(isSame(entry('a'), entry('b')));
  assert.ok(!isSame(entry('a'), entry('a', { pairs: [] })));
});
