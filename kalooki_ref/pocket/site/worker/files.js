// The files of this build: downloaded once, checked against their digests, kept in one cache that the next build replaces.
import { BUILD } from './build.js';

const PREFIX = 'kalooki-';
const NAME = PREFIX + BUILD.id;
const network = self.fetch.bind(self);
const from = (address) => new URL(`../${address}`, import.meta.url).href;

export const cache = () => caches.open(NAME);

export async function download(progress) {
  const kept = await cache();
  const files = Object.values(BUILD.files);
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  for (const file of files) {
    if (!await kept.match(from(file.address))) {
      const body = await fetched(file, (bytes) => progress(done + bytes, total));
      await kept.put(from(file.address), new Response(body, { headers: { 'Content-Type': file.type } }));
    }
    done += file.bytes;
    progress(done, total);
  }
}

async function fetched(file, progress) {
  const answer = await network(from(file.address), { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${file.address}: ${answer.status}`);
  const body = new Uint8Array(file.bytes);
  let at = 0;
  for await (const piece of answer.body) {
    if (at + piece.length > body.length) throw new Error(`${file.address} is longer than it should be`);
    body.set(piece, at);
    at += piece.length;
    progress(at);
  }
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const digest = Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (digest !== file.sha256) throw new Error(`${file.address} is not what this build was made of`);
  return body;
}

// A pack, unpacked: our own compression, so that any host will do.
export async function unpacked(name, type = 'application/octet-stream') {
  const packed = await (await cache()).match(from(BUILD.files[name].address));
  if (!packed) throw new Error(`${name} is no longer stored`);
  return new Response(packed.body.pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': type } });
}

export async function startPage(root) {
  const page = await (await cache()).match(from(BUILD.files['index.html'].address));
  const text = (await page.text()).replaceAll('"start/', `"${root}start/`);
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } });
}

export async function keptAsset(request) {
  return request.method === 'GET' && request.mode !== 'navigate' ? (await cache()).match(request.url) : undefined;
}

export async function keepAsset(request, response) {
  await (await cache()).put(request.url, response);
}

export async function clearOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}
