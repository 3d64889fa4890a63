// Registers the service worker, shows its progress, then opens the app at the requested address.
import { say } from './words.js';

const worker = navigator.serviceWorker;
const ROOT = new URL('..', import.meta.url);
const part = (id) => document.getElementById(id);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

const PATIENCE = 20_000;
const PORTAL = 'portal';
const CUT = 'stalled';
let watch = 0;

const WORDS = {
  download: ({ done, total }) => say('%done of %total MB', { done: megabytes(done), total: megabytes(total) }),
  start: () => say('Starting for the first time …'),
  warm: () => say('Getting every page ready …'),
};

const FAILURES = {
  full: 'That didn’t work. Free some space on this phone.',
  stalled: 'The connection stopped. What has arrived is kept: try again.',
  portal: 'This network answers with a page of its own. Sign in to it, or use another network, then try again.',
  host: 'The web host doesn’t send a file as it should. Please show this to the person who put the app there:',
  first: 'That didn’t work. Try again.',
  files: 'The browser has deleted part of the app. Your games are still here: connect to the network and try again.',
  newer: 'A newer version of the app saved your games, and this phone still has the older one. Connect to the network and try again.',
  broken: 'That didn’t work. Your games are still here. Try again, or save them as a file.',
};

function show({ step, done, total, failed, isFirst, why }) {
  clearTimeout(watch);
  if (step === 'failed') explainFailure(isFirst && failed === 'broken' ? 'first' : failed, why);
  if (!WORDS[step]) return;
  if (step === 'download') watch = setTimeout(explainFailure, PATIENCE, 'stalled');
  part('state').textContent = WORDS[step]({ done, total });
  part('progress').hidden = false;
  if (total) part('progress').value = (100 * done) / total;
  else part('progress').removeAttribute('value');
}

function fail(sentence) {
  clearTimeout(watch);
  part('state').textContent = say(sentence);
  part('progress').hidden = part('once').hidden = true;
  part('again').hidden = false;
}

function explainFailure(reason, why = '') {
  fail(FAILURES[reason] ?? FAILURES.broken);
  part('why').textContent = why;
}

// The worker failed to register. If all of its modules arrive as they were built, the connection may have dropped for a
// moment; if they do, and it fails once more, this browser is too old.
async function explain() {
  const wrong = await sentWrongly().catch(() => CUT);
  if (wrong === PORTAL || wrong === CUT) explainFailure(wrong);
  else if (wrong) explainFailure('host', wrong);
  else await register().catch(() => fail('This browser is too old to keep the app. Update it, or use another one.'));
}

// Describe the first module that the host doesn't send as JavaScript, whole and unchanged, or return ''.
async function sentWrongly() {
  const { MODULES } = await import('./modules.js');
  for (const [address, { bytes, sha256 }] of Object.entries(MODULES)) {
    const answer = await fetch(new URL(address, ROOT), { cache: 'no-store', redirect: 'manual' });
    const type = answer.headers.get('Content-Type') ?? '';
    if (answer.type === 'opaqueredirect' || (answer.ok && type.startsWith('text/html'))) return PORTAL;
    const isScript = /^(text|application)\/(x-)?(java|ecma)script\b/.test(type);
    if (!answer.ok || !isScript) return `${address}: ${answer.ok ? type : answer.status}`;
    const body = await answer.arrayBuffer();
    if (body.byteLength < bytes) return CUT;
    if (await digestOf(body) !== sha256) return `${address}: changed`;
  }
  return '';
}

async function digestOf(body) {
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function install() {
  part('once').hidden = false;
  part('state').textContent = say('Getting ready …');
  new BroadcastChannel(`kalooki ${ROOT.pathname}`).addEventListener('message', ({ data }) => show(data));
  watch = setTimeout(explainFailure, PATIENCE, 'stalled');
  await register().catch(explain);
}

async function register() {
  const registration = await worker.register(new URL('sw.js', ROOT), { scope: ROOT.pathname, type: 'module', updateViaCache: 'none' });
  const installing = registration.installing ?? registration.waiting;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'redundant' && part('again').hidden) fail('That didn’t work. Check your connection, and free some space on this phone.');
  });
  if (registration.active && !worker.controller) location.reload();
}

// The app is installed and only has to start. Ask repeatedly, because the browser may stop the worker meanwhile.
function wait() {
  part('state').textContent = say('Starting …');
  part('progress').hidden = false;
  const ask = () => worker.controller?.postMessage('start');
  const asking = setInterval(ask, 1000);
  worker.addEventListener('message', ({ data }) => {
    clearInterval(asking);
    if (!data.failed) { location.reload(); return; }
    explainFailure(data.failed, data.why);
    part('file').hidden = data.failed === 'full';
  }, { once: true });
  worker.startMessages();
  ask();
}

part('hosted')?.remove(); // a host may still send the page of an earlier version
['once', 'again', 'save'].forEach((id) => { part(id).textContent = say(part(id).textContent); });
part('save').href = new URL('kalooki.sqlite', ROOT);
part('again').addEventListener('click', () => location.reload());
if (!worker) fail('This browser can’t keep the app. Open this address over https, outside a private window.');
else {
  worker.addEventListener('controllerchange', () => location.reload());
  if (worker.controller) wait();
  else install();
}
