// Unit tests of requests that give up (static/js/request.js).
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { request } from '../../static/js/request.js';

test('a request that is never answered gives up', async () => {
  const patience = new AbortController();
  const timeout = mock.method(AbortSignal, 'timeout', () => patience.signal);
  mock.method(globalThis, 'fetch', (address, { signal }) => new Promise((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason));
  }));
  const asked = request('/check', { method: 'POST' });
  patience.abort(new Error('too late'));
  await assert.rejects(asked, /too late/);
  const [time] = timeout.mock.calls[0].arguments;
  assert.ok(time > 0 && time <= 30_000);
});
