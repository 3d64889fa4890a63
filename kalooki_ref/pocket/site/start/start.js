// Puts the service worker in place, says how far it is, then opens the app at the address that was asked for.
import { say } from './words.js';

const worker = navigator.serviceWorker;
const part = (id) => document.getElementById(id);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

const WORDS = {
  download: ({ done, total }) => say('Downloading: %done of %total MB', { done: megabytes(done), total: megabytes(total) }),
  start: () => say('Starting for the first time …'),
  warm: () => say('Getting every page ready …'),
};

function show({ step, done, total, why }) {
  if (step === 'failed') part('why').textContent = why;
  if (!WORDS[step]) return;
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

// A worker that arrived and yet can't be put in place is written in newer JavaScript than this browser reads.
async function explain() {
  const hasArrived = await fetch(new URL('../sw.js', import.meta.url)).then(({ ok }) => ok, () => false);
  if (hasArrived) fail('This browser is too old to keep the app. Update it, or use another one.');
  else fail('That didn’t work. Check your connection.');
}

async function install() {
  part('once').hidden = false;
  part('state').textContent = say('Getting ready …');
  new BroadcastChannel('kalooki').addEventListener('message', ({ data }) => show(data));
  worker.addEventListener('controllerchange', () => location.reload());
  const root = new URL('..', import.meta.url);
  const registration = await worker.register(new URL('sw.js', root), { scope: root.pathname, type: 'module', updateViaCache: 'none' });
  const installing = registration.installing ?? registration.waiting;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'redundant') fail('That didn’t work. Check your connection, and free some space on this phone.');
  });
  if (registration.active && !worker.controller) location.reload();
}

// The app is here and only has to start. It is asked again and again: a browser may stop the worker meanwhile.
function wait() {
  part('state').textContent = say('Starting …');
  part('progress').hidden = false;
  const ask = () => worker.controller?.postMessage('awake');
  const asking = setInterval(ask, 1000);
  worker.addEventListener('message', ({ data }) => {
    clearInterval(asking);
    if (!data.failed) { location.reload(); return; }
    part('why').textContent = data.failed;
    fail('That didn’t work. Free some space on this phone.');
  }, { once: true });
  worker.startMessages();
  ask();
}

['once', 'again'].forEach((id) => { part(id).textContent = say(part(id).textContent); });
part('again').addEventListener('click', () => location.reload());
if (!worker) fail('This browser can’t keep the app. Open this address over https, outside a private window.');
else if (worker.controller) wait();
else install().catch(explain);
