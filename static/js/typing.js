// Shared drafts: sends each typed field to the server, and shows what other phones type. The last value of a field wins;
// the other one is offered beside it until somebody chooses.
import { asked, draftOf, sayFailed } from './draft.js';
import { buttonOf } from './outbox.js';
import { request } from './request.js';
import { alike } from './values.js';

const WAIT = 600;
const AGAIN = 5000;
const LONGEST = 300_000;
const NO_ROOM = 507; // the status of the pocket on a full phone, where each try starts Python again

const share = (form) => {
  const draft = draftOf(form);
  const { draftUrl: address, theirs, mine, use, gone } = form.dataset;
  const typed = {};
  let timer = 0;
  let pause = AGAIN;
  let tag = '"none"';
  let looked = {};
  let asks = 0;
  let taken = 0; // the newest answer: an older one that comes late is not taken

  const unsent = () => Object.fromEntries(Object.entries(draft.read()).filter(([name, values]) => !alike(values, draft.onServer[name])));
  const send = async () => {
    clearTimeout(timer);
    timer = 0;
    const fields = unsent();
    if (isOver || !Object.keys(fields).length) return;
    const body = JSON.stringify(fields);
    const answer = await request(address, { method: 'PATCH', keepalive: true, headers: { 'Content-Type': 'application/json' }, body }).catch(() => null);
    if (answer?.ok) {
      pause = AGAIN;
      Object.assign(draft.onServer, fields);
      draft.keep();
    } else if (!answer || answer.status >= 500) {
      if (answer?.status === NO_ROOM) {
        pause = Math.min(2 * pause, LONGEST);
        sayFailed({ name: 'QuotaExceededError' });
      }
      soon(pause);
    }
  };
  const soon = (time) => { clearTimeout(timer); timer = setTimeout(send, time); };
  const soonAfterTyping = () => soon(pause > AGAIN ? pause : WAIT);

  const fieldOf = (name) => [...form.elements].find((field) => field.name === name);
  const wordsOf = (name, values) => [...form.elements].filter((field) => field.name === name)
    .map((field) => (field.closest('.tile') ? values.includes(field.value) && field.closest('.tile').textContent.trim() : values[0])).filter(Boolean).join(', ');
  const unnote = (name) => document.getElementById(`other-${name}`)?.remove();
  const note = (name, text, values) => {
    unnote(name);
    const words = wordsOf(name, values);
    if (!words) return;
    const line = document.createElement('p');
    line.id = `other-${name}`;
    line.className = 'row small field-other';
    line.setAttribute('role', 'status');
    line.append(text.replace('{}', words), ' ', buttonOf(use, () => {
      unnote(name);
      draft.write({ [name]: values });
      draft.keep();
      send();
    }));
    (fieldOf(name).closest('.field, .choices') ?? fieldOf(name)).append(line);
  };

  // Whether another script says that this field differs, or had another value typed here before.
  const isTold = (name, before) => !form.dispatchEvent(new CustomEvent('draft:differs', { cancelable: true, detail: { name, looked, before } }));
  const take = (name, values) => {
    const now = draft.read()[name];
    const before = draft.onServer[name];
    if (!now || alike(values, before)) return;
    draft.onServer[name] = values;
    if (alike(now, values)) return;
    const isTyping = name in typed && document.activeElement.name === name;
    if (isTyping || !alike(now, before)) {
      if (!isTold(name)) note(name, theirs, values);
      soon(WAIT);
    } else {
      draft.write({ [name]: values });
      if (name in typed && !isTold(name, typed[name])) note(name, mine, typed[name]);
    }
  };
  const look = async () => {
    if (isOver) return;
    const turn = ++asks;
    const answer = await request(address, { headers: { 'If-None-Match': tag } }).catch(() => null);
    if (answer?.status === 204 && !isOver) over();
    if (answer?.status !== 200) return;
    const fields = await answer.json();
    if (turn < taken) return;
    taken = turn;
    tag = answer.headers.get('ETag') ?? tag;
    looked = fields;
    Object.entries(fields).forEach(([name, values]) => take(name, values));
    draft.keep();
    form.dispatchEvent(new CustomEvent('draft:looked', { detail: fields }));
  };
  let isOver = false;
  const over = () => {
    isOver = true;
    const line = document.createElement('p');
    line.id = 'gone';
    line.className = 'callout callout-warn';
    line.setAttribute('role', 'status');
    line.textContent = gone;
    form.before(line);
  };

  form.addEventListener('input', ({ target }) => {
    if (target === form || !target.name) return;
    typed[target.name] = draft.read()[target.name];
    unnote(target.name);
    soonAfterTyping();
  });
  form.addEventListener('change', soonAfterTyping);
  form.addEventListener('submit', () => clearTimeout(timer));
  addEventListener('pagehide', () => { if (timer) send(); });
  document.addEventListener('game:moved', look);
  // A value preselected by the URL counts as typed, once anything has been typed.
  const isTyped = Object.keys(unsent()).length > 0;
  asked.forEach((_, name) => { delete draft.onServer[name]; });
  if (isTyped) send();
};
document.querySelectorAll('form[data-draft-url]').forEach(share);
