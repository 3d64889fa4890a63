// The page of unsent entries: shows the outbox, and actions for refused entries.
import { all, change, drop } from './queue.js';

const OPENED = 'outbox:opened';
const template = document.querySelector('template[data-outbox]');
export const words = template?.dataset;

// Number of the refused entry that is open in this tab.
export const opened = () => { try { return Number(sessionStorage.getItem(OPENED)); } catch { return 0; } };
export const remember = (number) => { try { sessionStorage.setItem(OPENED, number || ''); } catch { /* sent once more then */ } };

export const buttonOf = (label, act) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-quiet';
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
};

// Submits an entry as the form that it was, so that the server's page shows the error and the typed values.
export const submitItem = (item) => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = item.address;
  [...item.pairs, ['key', item.key], ['base', item.base]].forEach(([name, value]) => {
    const input = document.createElement('input');
    input.type = 'hidden';
    Object.assign(input, { name, value });
    form.append(input);
  });
  document.body.append(form);
  form.submit();
};
const open = (item) => {
  remember(item.n);
  if (item.leads) location.assign(item.leads);
  else submitItem(item);
};
const ask = (row, item) => {
  const sure = buttonOf(words.sure, () => drop(item.n).then(draw));
  sure.setAttribute('data-saves', '');
  row.replaceChildren(sure, buttonOf(words.leave, () => row.replaceChildren(...actions(row, item))));
};
const actions = (row, item) => [buttonOf(words.open, () => open(item)), buttonOf(words.discard, () => ask(row, item))];
const shownItem = (item) => {
  const place = document.createElement('li');
  const row = document.createElement('p');
  row.className = 'row';
  place.append(item.words);
  if (item.state === 'refused') {
    row.append(...actions(row, item));
    const why = document.createElement('p');
    why.className = 'small';
    why.textContent = words.why;
    place.append(why, row);
  }
  return place;
};

let shown = '';
export const draw = async () => {
  const items = await all();
  const now = JSON.stringify(items.map(({ n, state }) => [n, state]));
  if (now === shown) return;
  shown = now;
  const bar = document.querySelector('.outbox') ?? template.content.firstElementChild.cloneNode(true);
  const refused = items.filter(({ state }) => state === 'refused').length;
  const counts = [[words.waiting, items.length - refused], [words.refused, refused]].filter(([, count]) => count);
  bar.querySelector('span').textContent = counts.map(([text, count]) => text.replace('{}', count)).join(' · ');
  bar.querySelector('ol').replaceChildren(...items.map(shownItem));
  if (items.length) document.querySelector('.bar-title')?.after(bar);
  else bar.remove();
};

// An entry that was opened and left again stays in the outbox.
export const settleOpened = async () => {
  const item = (await all()).find(({ n }) => n === opened());
  if (item && new URL(item.address).pathname === location.pathname) return;
  if (item) await change(item.n, { state: 'waiting' });
  remember(0);
};
