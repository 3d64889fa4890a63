// Stores the draft of a <form data-draft="key"> in localStorage until the form is saved; for a shared form
// (data-draft-url, typing.js), only the fields that the server doesn't have. With data-draft-visit it is only for a reload
// and for Back. The draft is dropped on: form:saved, a redirect after a save, <meta name="draft-done" content="key">, or
// data-draft-done="key" on a later step.
import { alike, isTick, kept, read, SERVED } from './values.js';

// localStorage, and the one place that says when this phone can't keep anything.
const line = document.createElement('p');
export const sayFailed = (error) => {
  const words = error?.name === 'QuotaExceededError' ? document.body.dataset.noRoom : document.querySelector('[data-unsafe]')?.dataset.unsafe;
  if (!words || line.textContent) return;
  line.className = 'flash flash-error';
  line.setAttribute('role', 'status');
  line.textContent = words;
  document.querySelector('main').before(line); // which an update of the page leaves alone
};

export const get = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
export const drop = (key) => { try { localStorage.removeItem(key); } catch { /* no storage, nothing to drop */ } };
export const set = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    sayFailed(error);
  }
};

const PREFIX = `draft:${document.body.dataset.folder ?? ''}`;
const SENT = 'sent';
export const store = {
  get: (key) => get(PREFIX + key),
  set: (key, value) => set(PREFIX + key, value),
  drop: (key) => drop(PREFIX + key),
};

const written = new WeakMap(); // the value restored to a field
export const isTyped = (field) => field.value !== (written.get(field) ?? field.defaultValue);
const write = (form, values) => {
  const left = Object.fromEntries(Object.entries(values).map(([name, list]) => [name, [...list]]));
  kept(form).forEach((field) => {
    const list = left[field.name];
    if (!list) return;
    if (isTick(field)) field.checked = list.includes(field.value);
    else if (list.length) {
      field.value = list.shift();
      written.set(field, field.value);
    }
  });
  form.dispatchEvent(new CustomEvent('draft:restored', { bubbles: true, detail: values }));
  form.dispatchEvent(new Event('input', { bubbles: true }));
};

// The values that this page was opened with, before a script changes the address.
export const asked = new URLSearchParams(location.search);
const drafts = new WeakMap();
export const draftOf = (form) => drafts.get(form);
const [arrival] = performance.getEntriesByType('navigation');
const keep = (form) => {
  const key = form.dataset.draft;
  const isFresh = form.hasAttribute('data-draft-fresh');
  const isNewVisit = form.hasAttribute('data-draft-visit') && arrival?.type === 'navigate';
  if (isNewVisit && !isFresh) store.drop(key); // a reload would bring it back
  const before = isFresh ? null : store.get(key);
  const typed = read(form);
  // After Back the browser fills in what the page showed, which may be older than the draft.
  const served = arrival?.type === 'back_forward' ? typed : read(form, SERVED);
  const isServed = ([name]) => alike(typed[name], served[name]);
  const isInAddress = ([name]) => asked.has(name);
  const onServer = form.dataset.draftUrl ? served : {};
  const restored = Object.fromEntries(Object.entries(before?.values ?? {}).filter((entry) => isServed(entry) && !isInAddress(entry)));
  if (before) write(form, restored);
  const save = () => {
    const unsent = Object.entries(read(form)).filter(([name, list]) => !alike(list, onServer[name]));
    store.set(key, { at: Date.now(), values: Object.fromEntries(unsent) });
  };
  if (!Object.entries(typed).every(isServed)) save(); // typed before this script had loaded
  drafts.set(form, { onServer, restored, keep: save, read: () => read(form), write: (values) => write(form, values) });
  form.addEventListener('input', (event) => { if (event.target !== form) save(); });
  form.addEventListener('change', save);
  form.addEventListener('form:saved', () => store.drop(key));
  form.addEventListener('reset', () => store.drop(key));
  form.addEventListener('submit', () => store.set(SENT, key));
};

const forgetSaved = () => {
  const sent = store.get(SENT);
  store.drop(SENT);
  const isBack = [...document.querySelectorAll('form[data-draft]')].some((form) => form.dataset.draft === sent);
  if (sent && !isBack && arrival?.responseStatus === 200 && arrival.redirectCount > 0) store.drop(sent);
};

forgetSaved();
// Finds out whether there is room, before somebody has typed what needs it.
if (document.querySelector('form[data-draft]')) {
  set('probe', 'x'.repeat(2000));
  drop('probe');
}
document.querySelectorAll('meta[name="draft-done"]').forEach((meta) => store.drop(meta.content));
document.querySelectorAll('form[data-draft]').forEach(keep);
document.querySelectorAll('form[data-draft-done]').forEach((form) => {
  form.addEventListener('form:saved', () => store.drop(form.dataset.draftDone));
  form.addEventListener('submit', () => store.set(SENT, form.dataset.draftDone));
});
