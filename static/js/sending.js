// Submits forms without leaving the page. Entries of a game are put into the queue first (queue.js) and sent in order
// until the server has them; any other form just stays filled in if there is no response.
import { sayFailed } from './draft.js';
import { buttonOf, draw, opened, remember, settleOpened, submitItem, words } from './outbox.js';
import { afterSaving, all, change, drop, isKept, isNext, isSame, keep, onFailure, update } from './queue.js';
import { request } from './request.js';
import { hush, toast, toastAt } from './toast.js';

const AGAIN = 4000;
const SLOW = 1000;
const NO_ROOM = 507; // the status of the pocket on a full phone
// Forms that other scripts send, whichever of them was loaded first.
const OTHERS = '[data-send], [data-look], [data-redraws]';
const hasOutbox = words !== undefined;

// The server saves each key only once, so sending twice is safe.
export const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const busy = new WeakSet();
const begin = (form, submitter) => {
  busy.add(form);
  submitter?.setAttribute('aria-busy', 'true');
};
const end = (form, submitter) => {
  busy.delete(form);
  submitter?.removeAttribute('aria-busy');
};

const post = (address, pairs) => request(address, {
  method: 'POST', body: new URLSearchParams(pairs), headers: { 'X-Sent-By': 'script' }, keepalive: true,
});
const addressOf = (form, submitter) => (submitter?.hasAttribute('formaction') ? submitter.formAction
  : new URL(form.getAttribute('action') || '', location.href.split('#')[0]).href);
const pairsOf = (form, submitter) => [...new FormData(form), ...(submitter?.name ? [[submitter.name, submitter.value]] : [])];

// A live page updates itself; any other is reloaded.
const follow = (address) => {
  const [here, there] = [location.href, new URL(address, location.href).href].map((one) => one.split('#')[0]);
  if (here !== there) {
    document.dispatchEvent(new Event('page:leaving'));
    location.assign(address);
    return;
  }
  history.replaceState(null, '', address);
  if (document.dispatchEvent(new Event('page:stay', { cancelable: true }))) location.reload();
};

// The tapped button may have been replaced by a live update: use the one that equals it.
const submit = (form, submitter) => {
  const isThere = !submitter || submitter.form === form;
  const button = isThere ? submitter : submitter.cloneNode();
  if (!isThere) form.append(button);
  form.requestSubmit(button);
  if (!isThere) button.remove();
};
const submitPlainly = (form, submitter) => {
  form.setAttribute('data-plain', '');
  submit(form, submitter);
};

const line = (kind, text, button) => {
  const message = document.createElement('p');
  message.className = `flash flash-${kind}`;
  message.append(text, ' ', button ?? '');
  return message;
};
const complain = (button, isFull, again) => {
  const message = line('error unsent', document.body.dataset[isFull ? 'noRoom' : 'unsent'], buttonOf(document.body.dataset.again, again));
  message.setAttribute('role', 'alert');
  toastAt(button, message);
};

// What the page showed at once isn't so.
const refuse = (form) => form?.dispatchEvent(new CustomEvent('form:refused'));

const send = async (form, submitter) => {
  begin(form, submitter);
  try {
    const answer = await post(addressOf(form, submitter), pairsOf(form, submitter));
    if (answer.status >= 500) throw Object.assign(new Error(answer.status), { isFull: answer.status === NO_ROOM });
    hush();
    if (answer.status === 204) {
      form.dispatchEvent(new CustomEvent('form:saved'));
      follow(answer.headers.get('Location'));
    } else {
      refuse(form);
      submitPlainly(form, submitter);
    }
  } catch (error) {
    refuse(form);
    complain(submitter, error.isFull, () => submit(form, submitter));
  } finally {
    end(form, submitter);
  }
};

// Entries of a game.
const tell = (...parts) => toast([line(...parts)]);
const moveForms = (saved, seq) => document.querySelectorAll('form').forEach(({ elements: { base } }) => {
  if (base && isNext(base.value, location.href, saved, seq)) base.value = seq;
});

// Forms of this page that wait for a response, by the number of their queue item.
const here = new Map();
const sendItem = async (item) => {
  const answer = await post(item.address, [...item.pairs, ['key', item.key], ['base', item.base]]);
  if (answer.status >= 500 || answer.status === 408 || answer.status === 429) throw new Error(answer.status);
  const waiting = here.get(item.n);
  const isNew = waiting && answer.status === 204 && isTypedAnew(waiting, item);
  if (isNew) waiting.form.elements.key.value = freshKey();
  await conclude(item, answer, !isNew && isStillThere(waiting, item, answer) ? waiting : null);
  const { form, submitter } = here.get(item.n) ?? {};
  if (form) end(form, submitter);
  here.delete(item.n);
};
// After a long delay, navigate only if the same form is still on the page and was saved.
const isStillThere = (waiting, item, answer) => !waiting?.isLate
  || (waiting.form.isConnected && waiting.form.elements.key.value === item.key && answer.status === 204);
// What was typed in the meantime stays, to be sent as another entry.
const isTypedAnew = ({ form, submitter }, item) => form.isConnected && !isSame(itemOf(form, submitter), item);
const conclude = async (item, answer, waiting) => {
  hush();
  const seq = Number(answer.headers.get('X-Entry'));
  const leads = answer.headers.get('Location');
  if (answer.status === 204 && (answer.headers.has('X-Entry') || waiting)) {
    await update((items) => afterSaving(items, item, seq, waiting ? opened() : 0));
    moveForms(item, seq);
    if (!waiting) { tell('success', words.sent.replace('{}', item.words)); return; }
    remember(0);
    waiting.form.dispatchEvent(new CustomEvent('form:saved'));
    follow(leads);
  } else if (waiting) {
    refuse(waiting.form);
    await drop(item.n);
    submitItem(item); // an update of the page may have changed the form
  } else {
    refuse(here.get(item.n)?.form);
    await change(item.n, { state: 'refused', leads });
    tell('warn', words.refused.replace('{}', item.words));
  }
};

let isSending = false;
let timer = 0;
const flush = async () => {
  clearTimeout(timer);
  if (isSending) return;
  isSending = true;
  try {
    for (let item; (item = (await all()).find(({ state }) => state === 'waiting'));) {
      await change(item.n, { tried: true });
      await sendItem(item);
    }
  } catch {
    timer = setTimeout(flush, AGAIN);
    const fresh = [...here.values()].find(({ isLate }) => !isLate);
    if (fresh) toastAt(fresh.submitter, line('warn', await isKept() ? words.kept : document.body.dataset.unsent));
    here.forEach((waiting) => { end(waiting.form, waiting.submitter); waiting.isLate = true; });
  } finally {
    isSending = false;
    draw();
  }
};

const isEntry = (form, submitter) => {
  const isStep = submitter?.name === 'step' && submitter.value !== 'save';
  return hasOutbox && form.elements.key && form.elements.base && !isStep;
};
const wordsOf = (form, submitter) => `${submitter?.textContent ?? ''} · ${form.dataset.words ?? document.querySelector('h1').textContent}`.replace(/\s+/g, ' ').trim();
const itemOf = (form, submitter) => ({
  key: form.elements.key.value,
  base: Number(form.elements.base.value),
  address: addressOf(form, submitter),
  pairs: pairsOf(form, submitter).filter(([name]) => name !== 'key' && name !== 'base'),
  isLatest: form.hasAttribute('data-latest'),
  words: wordsOf(form, submitter),
  state: 'waiting',
  tried: false,
});
const enter = async (form, submitter, fresh) => {
  const waits = (await all()).some((item) => item.key === fresh.key && item.state === 'waiting' && isSame(item, fresh));
  const kept = (await keep(fresh)).findLast(({ key }) => key === fresh.key);
  if (waits) { askAgain(form, submitter, fresh); return; }
  here.set(kept.n, { form, submitter });
  setTimeout(draw, SLOW);
  flush();
};
const askAgain = (form, submitter, fresh) => {
  end(form, submitter);
  const again = buttonOf(words.more, () => enter(form, submitter, { ...fresh, key: freshKey() }));
  tell('warn', words.twice, 'shows' in document.body.dataset ? again : null);
  flush();
};

const isPlain = (form) => {
  const yes = form.hasAttribute('data-plain');
  form.removeAttribute('data-plain');
  return yes;
};
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  const method = submitter?.getAttribute('formmethod') || form.getAttribute('method');
  if (event.defaultPrevented || isPlain(form) || method !== 'post' || form.matches(OTHERS)) return;
  event.preventDefault();
  if (busy.has(form)) return;
  if (!isEntry(form, submitter)) { send(form, submitter); return; }
  begin(form, submitter);
  enter(form, submitter, itemOf(form, submitter));
});

const start = async () => {
  const forms = [...document.forms].filter(({ elements: { key, base } }) => key && base);
  if (forms.length) onFailure(sayFailed);
  await settleOpened();
  await flush();
};
if (hasOutbox) {
  start();
  addEventListener('online', flush);
  document.addEventListener('game:moved', flush);
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') flush(); });
}
