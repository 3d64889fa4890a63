// Downloads the files of this build, verifies their digests, and keeps them in a cache that the next build replaces.
// Large files are compressed at build time, so any static host works; an update copies unchanged ones from the old cache.
import { decompress } from '../runtime/fzstd/index.js';
import { BUILD } from './build.js';
import { CACHES, EARLIER_CACHES } from './names.js';
import { FULL } from './storage.js';

const ROOT = self.registration.scope;
// Unpacked size of a build in bytes. Checked first, or an update that doesn't fit would be downloaded again and again.
const ROOM = 40_000_000;
// The start page reloads itself: soon without JavaScript, later in case its script failed to load.
const RELOADS = '<noscript><meta http-equiv="refresh" content="2"></noscript><meta http-equiv="refresh" content="15">';
const NAME = CACHES + BUILD.id;
// Download timeout: milliseconds without any data.
const STALLED = 20_000;
// A host that doesn't know an ending, or was given only part of the files, says so each time.
const GONE = [403, 404, 410];
const MARK = `${ROOT}had-games`;
const network = self.fetch.bind(self);

// An error with a reason that the start page has a sentence for.
export class Trouble extends Error {
  constructor(reason, message = reason) {
    super(message);
    this.reason = reason;
  }
}

// Last resort: the browser has deleted all cached files, and only this worker is left.
const WITHOUT_FILES = `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Kalooki Ref</title></head><body>
<p>The browser has deleted the app’s files. Your games are still on this phone: connect to the network, and this page goes on by itself.</p>
<p lang="it">Il browser ha cancellato i file dell’app. Le partite sono ancora su questo telefono: collegati alla rete e questa pagina prosegue da sola.</p>
<p lang="es">El navegador ha borrado los archivos de la app. Tus partidas siguen en este teléfono: conéctate a la red y esta página seguirá sola.</p>
<p><a href="${ROOT}">Kalooki Ref</a></p></body></html>`;
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

// Names of compressed files, the packs, contain their digest.
const isPack = ({ address }) => address.endsWith('.bin');
const unchanged = (file) => (isPack(file) ? caches.match(from(file.address)) : null);

async function unpacked(file, progress) {
  const body = await fetched(file, progress);
  const content = isPack(file) ? decompress(body) : body;
  return new Response(content, { headers: { 'Content-Type': file.type } });
}

async function fetched(file, progress) {
  const stopping = new AbortController();
  let watch = 0;
  const alive = () => { clearTimeout(watch); watch = setTimeout(() => stopping.abort(), STALLED); };
  alive();
  try {
    return await received(file, stopping.signal, (bytes) => { alive(); progress(bytes); });
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble('stalled', String(error));
  } finally {
    clearTimeout(watch);
  }
}

async function received(file, signal, progress) {
  const answer = await network(from(file.address), { cache: 'no-store', signal });
  if (GONE.includes(answer.status)) throw new Trouble('host', `${file.address}: ${answer.status}`);
  if (!answer.ok) throw new Error(`${file.address}: ${answer.status}`);
  if (answer.redirected || (answer.headers.get('Content-Type')?.startsWith('text/html') && !file.type.startsWith('text/html'))) throw new Trouble('portal');
  const body = new Uint8Array(file.bytes);
  let at = 0;
  const reader = answer.body.getReader(); // Safari can't iterate a stream
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (at + piece.value.length > body.length) throw new Trouble('host', `${file.address}: changed`);
    body.set(piece.value, at);
    at += piece.value.length;
    progress(at);
  }
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const digest = Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (digest !== file.sha256) throw at < body.length ? new Error(`${file.address}: cut off`) : new Trouble('host', `${file.address}: changed`);
  return body;
}

// Fetches a file again if the browser has deleted it.
export async function kept(name) {
  const file = BUILD.files[name];
  const stored = await cache();
  const found = await stored.match(from(file.address));
  if (found) return found;
  try {
    await stored.put(from(file.address), await unpacked(file, () => {}));
    return await stored.match(from(file.address));
  } catch (error) {
    throw error.name === FULL ? error : new Trouble('files', String(error));
  }
}

// Pyodide hangs if one of its files is missing.
export const complete = () => Promise.all(Object.keys(BUILD.files).map(kept));

export async function startPage() {
  const page = await kept('index.html').then((file) => file.text(), () => WITHOUT_FILES);
  const text = page.replaceAll('"start/', `"${ROOT}start/`).replace('<head>', `<head>${RELOADS}`);
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } });
}

export async function keptAsset(request) {
  if (request.method !== 'GET' || request.mode === 'navigate') return undefined;
  const name = Object.keys(BUILD.files).find((one) => from(BUILD.files[one].address) === request.url);
  return name ? kept(name) : (await cache()).match(request.url);
}

export async function keepAsset(request, response) {
  await (await cache()).put(request.url, response);
}

export const drop = () => caches.delete(NAME);

export async function clearOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== NAME);
  await Promise.all(names.map((name) => caches.delete(name)));
}
export async function clearEarlier() {
  await Promise.all((await earlier({ isOurs: true })).map((name) => caches.delete(name)));
}

// Caches under the old names, without the folder: this folder's, or those of other folders.
export async function earlier({ isOurs }) {
  const names = (await caches.keys()).filter((name) => name.startsWith(EARLIER_CACHES));
  const owned = await Promise.all(names.map(async (name) => {
    const found = await (await caches.open(name)).keys();
    return found.some(({ url }) => url.startsWith(`${ROOT}runtime/`)) === isOurs;
  }));
  return names.filter((_, at) => owned[at]);
}

// Records beside the files that there are games, to detect when the browser deletes only IndexedDB.
export async function noteGames() {
  await (await cache()).put(MARK, new Response('yes'));
}
export async function hadGames() {
  return (await cache()).delete(MARK);
}
