// Big keys for points beneath an input[data-keypad], its words as JSON.

const fields = () => [...document.querySelectorAll('input[data-keypad]:not([disabled])')];
const KEYS = ['7', '8', '9', 'erase', '4', '5', '6', '+', '1', '2', '3', 'next', 'up', '0', 'close'];
const ENGLISH = { erase: 'Erase', '+': 'Plus', next: 'Next', up: 'Previous field', close: 'Close the keypad', done: 'Done', pad: 'Keypad' };
let names = ENGLISH;
let pad = null;
let field = null;
let isWhole = false; // The whole value is selected: what is typed next replaces it.

const sum = (text) => {
  const parts = text.split('+').map((part) => part.trim()).filter(Boolean);
  return parts.length && parts.every((part) => /^-?\d+$/.test(part)) ? parts.reduce((all, part) => all + Number(part), 0) : null;
};
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
const nextEmpty = () => { const all = fields(); return all.slice(all.indexOf(field) + 1).find((input) => !input.value); };

const press = {
  erase: () => write(isWhole ? '' : field.value.slice(0, -1)),
  '+': () => { if (/\d$/.test(field.value)) write(`${field.value}+`); },
  next: () => { const next = nextEmpty(); if (next) next.focus(); else finish(); },
  up: () => before()?.focus(),
  close: () => close(),
};
// data-keypad-done: the button that Next is at the end.
const lastButton = () => document.getElementById(field.form?.dataset.keypadDone || '');
const finish = () => {
  const button = lastButton();
  close();
  button?.click();
};
const type = (digit) => {
  if (isWhole) write(digit);
  else if (field.value.length < 40) write(field.value + digit);
};
const selectWhole = () => {
  isWhole = field.value !== '';
  if (isWhole) field.select();
};

const build = (words) => {
  names = { ...ENGLISH, ...words };
  pad = document.createElement('div');
  pad.className = 'keypad screen-only';
  pad.setAttribute('role', 'group');
  pad.setAttribute('aria-label', names.pad);
  pad.innerHTML = '<div class="keypad-inside"><div class="keypad-head"><span class="keypad-name"></span><span class="keypad-value" aria-hidden="true"></span></div></div>';
  KEYS.forEach((name) => {
    const key = document.createElement('button');
    const icon = { erase: 'erase', up: 'up', close: 'hide' }[name];
    key.type = 'button';
    key.className = `key${/\d/.test(name) ? '' : ' key-side'}${name === 'next' ? ' key-next' : ''}`;
    key.dataset.key = name;
    key.tabIndex = -1;
    if (names[name]) key.setAttribute('aria-label', names[name]);
    if (icon) key.innerHTML = `<svg class="icon" aria-hidden="true"><use href="#icon-${icon}"/></svg>`;
    else key.textContent = name === 'next' ? names.next : name;
    pad.firstChild.append(key);
  });
  pad.addEventListener('pointerdown', (event) => event.preventDefault());
  pad.addEventListener('mousedown', (event) => event.preventDefault());
  pad.addEventListener('click', (event) => {
    const name = event.target.closest('[data-key]')?.dataset.key;
    if (!name || !field) return;
    (press[name] || (() => type(name)))();
  });
  document.querySelector('main').append(pad);
};

const refresh = () => {
  const total = field.value.includes('+') ? sum(field.value) : null;
  pad.querySelector('.keypad-name').textContent = field.dataset.keypadLabel || '';
  pad.querySelector('.keypad-value').textContent = field.value + (total === null ? '' : ` = ${total}`);
  const next = pad.querySelector('[data-key="next"]');
  next.textContent = nextEmpty() ? names.next : lastButton()?.textContent.trim() || names.done;
  next.setAttribute('aria-label', next.textContent);
};
const open = (input) => {
  if (!pad) build(JSON.parse(input.dataset.keypad || '{}'));
  field?.classList.remove('points-now');
  field = input;
  field.classList.add('points-now');
  pad.hidden = false;
  document.documentElement.classList.add('keypad-open');
  refresh();
  settle();
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
// Only when a tap is over: the page moves with the pad.
let pressed = null;
document.addEventListener('pointerdown', (event) => { pressed = event.target; });
document.addEventListener('pointercancel', () => { pressed = null; });
document.addEventListener('click', (event) => {
  const from = pressed || event.target;
  pressed = null;
  if (field && !from.closest('.keypad, .points')) close();
  else if (event.target === field) selectWhole(); // the tap itself has put a caret there
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
document.addEventListener('draft:restored', () => fields().forEach(showTotal));
fields().forEach(enhance);
