// The files of this build: downloaded once, checked against their digests, kept in one cache that the next build replaces.
// The large ones are compressed by us, so that any host will do; an update takes those that did not change from the last build.
import { decompress } from '../runtime/fzstd/esm/index.mjs';
import { BUILD } from './build.js';
import { FULL } from './storage.js';

const PREFIX = 'kalooki-';
// Bytes that a build fills, unpacked. An update that would not fit is not downloaded again with every page.
const ROOM = 40_000_000;
// The start page tries again by itself: soon where no script runs, and later in case its script did not arrive.
const RELOADS = '<noscript><meta http-equiv="refresh" content="2"></noscript><meta http-equiv="refresh" content="15">';
const NAME = PREFIX + BUILD.id;
const network = self.fetch.bind(self);
const from = (address) => new URL(`../${address}`, import.meta.url).href;

export const cache = () => caches.open(NAME);

export async function download(progress) {
  if (!await hasRoom()) throw new DOMException('no room for a download', FULL);
  const stored = await cache();
  const files = Object.values(BUILD.files);
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  for (const file of files) {
    if (!await stored.match(from(file.address))) {
      await stored.put(from(file.address), await unchanged(file) ?? await unpacked(file, (bytes) => progress(done + bytes, total)));
    }
    done += file.bytes;
    progress(done, total);
  }
}

async function hasRoom() {
  const { quota, usage } = await navigator.storage?.estimate?.() ?? {};
  return !(quota - usage < ROOM);
}

// The name of a compressed file changes with its content.
const unchanged = ({ address }) => (address.endsWith('.zst') ? caches.match(from(address)) : null);

async function unpacked(file, progress) {
  const body = await fetched(file, progress);
  const content = file.address.endsWith('.zst') ? decompress(body) : body;
  return new Response(content, { headers: { 'Content-Type': file.type } });
}

async function fetched(file, progress) {
  const answer = await network(from(file.address), { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${file.address}: ${answer.status}`);
  const body = new Uint8Array(file.bytes);
  let at = 0;
  const reader = answer.body.getReader(); // Safari reads a stream in no other way
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (at + piece.value.length > body.length) throw new Error(`${file.address} is longer than it should be`);
    body.set(piece.value, at);
    at += piece.value.length;
    progress(at);
  }
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const digest = Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (digest !== file.sha256) throw new Error(`${file.address} is not what this build was made of`);
  return body;
}

export async function kept(name) {
  const file = await (await cache()).match(from(BUILD.files[name].address));
  if (!file) throw new Error(`${name} is no longer stored`);
  return file;
}

export async function startPage(root) {
  const page = await (await cache()).match(from(BUILD.files['index.html'].address));
  const text = (await page.text()).replaceAll('"start/', `"${root}start/`).replace('<head>', `<head>${RELOADS}`);
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } });
}

export async function keptAsset(request) {
  return request.method === 'GET' && request.mode !== 'navigate' ? (await cache()).match(request.url) : undefined;
}

export async function keepAsset(request, response) {
  await (await cache()).put(request.url, response);
}

export const drop = () => caches.delete(NAME);

export async function clearOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}
