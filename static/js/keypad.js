// A keypad beneath an input[data-keypad], whose value has its labels as JSON: digits, or the points of the game's cards
// (data-worth on the form).
import { isTyped } from './draft.js';
import { sum } from './numbers.js';
import { isOn } from './switches.js';

const fields = () => [...document.querySelectorAll('input[data-keypad]:not([disabled])')];
const KEYS = ['7', '8', '9', 'erase', '4', '5', '6', '+', '1', '2', '3', 'next', 'up', '0'];
const DOUBLE_TAP = 500;
const TICK = 8; // milliseconds
let movedAt = -DOUBLE_TAP;
let names = {};
let pad = null;
let field = null;
let isWhole = false; // The whole value is selected, so the next key replaces it.

const showTotal = (input) => {
  const output = input.parentElement.querySelector('.points-total');
  const total = input.value.includes('+') ? sum(input.value) : null;
  if (output) output.textContent = total === null ? '' : total;
};

const write = (text) => {
  field.value = text;
  field.scrollLeft = field.scrollWidth;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const before = () => { const all = fields(); return all[all.indexOf(field) - 1]; };
// data-keypad-each: every field has a value, so "Next" goes to each, and sums aren't typed.
const goesToEach = () => field.form?.hasAttribute('data-keypad-each');
const nextField = () => { const all = fields(); return all.slice(all.indexOf(field) + 1).find((input) => goesToEach() || !input.value); };

const press = {
  erase: () => { if (!cards.hidden) eraseCard(); else write(isWhole ? '' : field.value.slice(0, -1)); },
  '+': () => { if (/\d$/.test(field.value)) write(`${field.value}+`); },
  next: () => {
    const next = nextField();
    if (next) next.focus(); else finish();
  },
  up: () => before()?.focus(),
  digits: () => showPad(false),
  cards: () => showPad(true),
};
// data-keypad-done: the button that "Next" presses after the last field.
const lastButton = () => document.getElementById(field.form?.dataset.keypadDone || '');
const finish = () => {
  const button = lastButton();
  close();
  button?.click();
};
const type = (digit) => {
  wantsPad = false;
  if (isWhole) write(digit);
  else if (field.value.length < 60) write(field.value + digit);
};
const selectWhole = () => {
  isWhole = field.value !== '';
  if (isWhole) field.select();
};

const keyOf = (name) => {
  const key = document.createElement('button');
  const icon = { erase: 'erase', up: 'back' }[name];
  key.type = 'button';
  key.className = `key${/\d/.test(name) ? '' : ' key-side'}${name === 'next' ? ' key-next' : ''}${name === '0' ? ' key-wide' : ''}`;
  key.dataset.key = name;
  key.tabIndex = -1;
  if (names[name]) key.setAttribute('aria-label', names[name]);
  if (icon) key.innerHTML = `<svg class="icon" aria-hidden="true"><use href="#icon-${icon}"/></svg>`;
  else key.textContent = name === 'next' ? names.next : name;
  return key;
};
let cards = null;
let wantsPad = false;
let showCounts = () => {};
let eraseCard = () => {};
const showPad = async (wantsCards) => {
  wantsPad = wantsCards;
  if (wantsCards) {
    // Browsers ask only once for a script that failed, except under another address.
    const { fillPad } = await import('./card-pad.js').catch(() => import(`./card-pad.js?${Date.now()}`));
    if (!wantsPad || !field) return; // digits were typed, or the keypad was closed, in the meantime
    ({ showCounts, erase: eraseCard } = fillPad(cards, { field: () => field, isWhole: () => isWhole, keyOf, names, write }));
  }
  cards.hidden = !wantsCards;
  pad.querySelector('.keys-digits').hidden = wantsCards;
  pad.querySelectorAll('.keypad-swap button').forEach((button) => button.setAttribute('aria-pressed', String((button.dataset.key === 'cards') === wantsCards)));
  refresh();
};

const build = (words) => {
  names = words;
  pad = document.createElement('div');
  pad.className = 'keypad screen-only';
  pad.setAttribute('role', 'group');
  pad.setAttribute('aria-label', names.pad);
  pad.innerHTML = '<div class="keypad-head"><span class="keypad-name"></span><span class="keypad-value" aria-hidden="true"></span><span class="keypad-of" aria-hidden="true"></span>'
    + `<span class="keypad-swap"><button type="button" data-key="digits" tabindex="-1" aria-pressed="true">123</button><button type="button" data-key="cards" tabindex="-1" aria-pressed="false" aria-label="${names.cards}"><svg class="icon" aria-hidden="true"><use href="#icon-hand"/></svg></button></span></div>`
    + '<div class="keys keys-digits"></div><div class="keys keys-cards" hidden></div>';
  pad.querySelector('.keys-digits').append(...KEYS.map(keyOf));
  cards = pad.querySelector('.keys-cards');
  pad.addEventListener('pointerdown', (event) => event.preventDefault());
  pad.addEventListener('mousedown', (event) => event.preventDefault());
  pad.addEventListener('click', (event) => {
    const name = event.target.closest('[data-key]')?.dataset.key;
    if (!name || !field) return;
    const isSecondTap = name === 'next' && !field.value && event.timeStamp - movedAt < DOUBLE_TAP;
    if (isSecondTap) return; // it would skip a player
    if (name === 'next') movedAt = event.timeStamp;
    if (isOn('vibrate')) navigator.vibrate?.(TICK);
    (press[name] || (() => type(name)))();
  });
  document.querySelector('main').append(pad);
};

// A sum as chips: a tap on one takes it back.
const showValue = () => {
  const line = pad.querySelector('.keypad-value');
  const parts = field.value.split('+');
  const chip = (part, at) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.tabIndex = -1;
    made.append(Object.assign(document.createElement('i'), { textContent: part }));
    made.addEventListener('click', () => write(parts.filter((_, other) => other !== at).join('+')));
    return made;
  };
  if (parts.length === 1) line.textContent = field.value;
  else line.replaceChildren(...parts.map((part, at) => (part ? chip(part, at) : '+')));
  line.scrollLeft = line.scrollWidth;
};
// data-keypad-of: how many of the fields are filled.
const showProgress = () => {
  const words = field.form?.dataset.keypadOf;
  const all = fields();
  pad.querySelector('.keypad-of').textContent = words ? words.replace('{}', all.filter((input) => input.value).length).replace('{}', all.length) : '';
};
// The key that goes on carries the mark of the next player.
const showNext = (key) => {
  const next = nextField();
  const mark = next?.closest('[data-seat]')?.querySelector('.mark');
  const words = next ? names.next : lastButton()?.textContent.trim() || names.done;
  key.replaceChildren(next ? words : field.form?.dataset.keypadLast || words);
  key.setAttribute('aria-label', words);
  if (!mark) return;
  key.removeAttribute('aria-label');
  const copy = mark.cloneNode(true);
  copy.setAttribute('class', copy.getAttribute('class').replace(/\bseat-\d+/, '')); // only one mark of a player travels
  key.append(copy, Object.assign(document.createElement('span'), { className: 'unseen', textContent: ` ${next.dataset.keypadLabel}` }));
};

const refresh = () => {
  pad.querySelector('.keypad-name').textContent = field.dataset.keypadLabel || '';
  showValue();
  showProgress();
  pad.querySelector('.keypad-swap').hidden = !field.form?.dataset.worth;
  pad.toggleAttribute('data-each', Boolean(goesToEach()));
  pad.querySelectorAll('[data-key="next"]').forEach(showNext);
  showCounts();
};
const show = (input) => {
  if (!pad) build(JSON.parse(input.dataset.keypad));
  field?.classList.remove('points-now');
  field = input;
  field.classList.add('points-now');
  pad.hidden = false;
  document.documentElement.classList.add('keypad-open');
  refresh();
  settle();
};
const open = (input) => {
  show(input);
  selectWhole();
};
const settle = () => {
  if (!field) return;
  document.documentElement.style.setProperty('--keypad', `${pad.offsetHeight}px`);
  field.scrollIntoView({ block: 'center' });
};
const close = () => {
  if (!pad || pad.hidden) return;
  pad.hidden = true;
  document.documentElement.classList.remove('keypad-open');
  field.classList.remove('points-now');
  const left = field;
  field = null;
  left.blur();
};

const enhance = (input) => {
  input.inputMode = 'none';
  showTotal(input);
};
// Only after the tap has ended, because the page scrolls with the keypad.
let pressed = null;
document.addEventListener('pointerdown', (event) => { pressed = event.target; });
document.addEventListener('pointercancel', () => { pressed = null; });
document.addEventListener('click', (event) => {
  const from = pressed || event.target;
  pressed = null;
  if (!from.isConnected) return; // a key or a chip that was drawn anew
  if (field && !from.closest('.keypad, .points, .hand-use, [data-keypad-each] label')) close();
  else if (event.target === field) selectWhole(); // the tap has placed a caret
});
document.addEventListener('focusin', (event) => {
  if (event.target.matches('input[data-keypad]')) { enhance(event.target); open(event.target); }
  else if (field && !pressed && !event.target.closest('.keypad')) close();
});
document.addEventListener('input', (event) => {
  if (!event.target.matches('input[data-keypad]')) return;
  showTotal(event.target);
  if (event.target !== field) return;
  isWhole = false;
  refresh();
});
document.addEventListener('keydown', (event) => {
  if (!field || event.target !== field) return;
  if (event.key === 'Enter') { event.preventDefault(); press.next(); }
  if (event.key === 'Escape') close();
});
window.addEventListener('resize', settle);
document.addEventListener('draft:restored', ({ detail }) => {
  fields().forEach(showTotal);
  if (!field) return;
  if (field.name in detail) selectWhole();
  refresh();
});
fields().forEach(enhance);
// A field that was tapped before this script had loaded: digits typed since are kept, any other value is replaced.
const tapped = document.activeElement;
if (tapped.matches('input[data-keypad]')) {
  show(tapped);
  if (!isTyped(tapped)) selectWhole();
}
