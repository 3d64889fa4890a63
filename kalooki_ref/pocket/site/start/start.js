// Registers the service worker, shows its progress, then opens the app at the requested address.
import { say } from './words.js';

const worker = navigator.serviceWorker;
const ROOT = new URL('..', import.meta.url);
const part = (id) => document.getElementById(id);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

const PATIENCE = 20_000;
let watch = 0;

const WORDS = {
  download: ({ done, total }) => say('%done of %total MB', { done: megabytes(done), total: megabytes(total) }),
  start: () => say('Starting for the first time …'),
  warm: () => say('Getting every page ready …'),
};

const FAILURES = {
  full: 'That didn’t work. Free some space on this phone.',
  stalled: 'The connection stopped. What has arrived is kept: try again.',
  files: 'The browser has deleted part of the app. Your games are still here: connect to the network and try again.',
  newer: 'A newer version of the app saved your games, and this phone still has the older one. Connect to the network and try again.',
  broken: 'That didn’t work. Your games are still here. Try again, or save them as a file.',
};

function show({ step, done, total, failed, why }) {
  clearTimeout(watch);
  if (step === 'failed') explainFailure(failed, why);
  if (!WORDS[step]) return;
  if (step === 'download') watch = setTimeout(explainFailure, PATIENCE, 'stalled');
  part('state').textContent = WORDS[step]({ done, total });
  part('progress').hidden = false;
  if (total) part('progress').value = (100 * done) / total;
  else part('progress').removeAttribute('value');
}

function fail(sentence) {
  part('state').textContent = say(sentence);
  part('progress').hidden = part('once').hidden = true;
  part('again').hidden = false;
}

function explainFailure(reason, why = '') {
  fail(FAILURES[reason] ?? FAILURES.broken);
  part('why').textContent = why;
}

// If the worker's files can be fetched but it fails to register, this browser is too old for its JavaScript.
async function explain() {
  const hasArrived = await fetch(new URL('../sw.js', import.meta.url)).then(({ ok }) => ok, () => false);
  if (hasArrived) fail('This browser is too old to keep the app. Update it, or use another one.');
  else fail('That didn’t work. Check your connection.');
}

async function install() {
  part('once').hidden = false;
  part('state').textContent = say('Getting ready …');
  new BroadcastChannel(`kalooki ${ROOT.pathname}`).addEventListener('message', ({ data }) => show(data));
  watch = setTimeout(explainFailure, PATIENCE, 'stalled');
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

['once', 'again', 'save'].forEach((id) => { part(id).textContent = say(part(id).textContent); });
part('save').href = new URL('kalooki.sqlite', ROOT);
part('again').addEventListener('click', () => location.reload());
if (!worker) fail('This browser can’t keep the app. Open this address over https, outside a private window.');
else {
  worker.addEventListener('controllerchange', () => location.reload());
  if (worker.controller) wait();
  else install().catch(explain);
}
