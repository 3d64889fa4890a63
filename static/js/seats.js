// Lines of names: moved by drag or buttons, added, filled from chips; marks and facts follow.
import { keepMarks } from './marks.js';

const list = document.querySelector('[data-lines]');
const form = list.closest('form');
const page = document.documentElement;
page.classList.add('can-drag');

const lines = () => [...list.children];
const inputs = () => [...list.querySelectorAll('input[name="names"]')];

const choices = () => form.querySelectorAll('select[data-seats]');
const chosen = () => [...choices()].map((select) => [select, lines()[Number(select.value) - 1]]);

const renumber = (held) => {
  const last = lines().length - 1;
  lines().forEach((line, at) => {
    line.querySelector('[data-up]').disabled = at === 0;
    line.querySelector('[data-down]').disabled = at === last;
    line.querySelector('[data-up]').value = `up-${at + 1}`;
    line.querySelector('[data-down]').value = `down-${at + 1}`;
    const input = line.querySelector('input[name="names"]');
    if (!input) return;
    input.id = `name-${at + 1}`;
    const label = line.querySelector('label');
    label.htmlFor = input.id;
    label.textContent = input.placeholder = input.placeholder.replace(/\d+/, at + 1);
  });
  held?.forEach(([select, line]) => {
    rename(select);
    if (line) select.value = String(lines().indexOf(line) + 1);
  });
};

const rename = (select) => {
  const value = select.value;
  const first = select.options[0];
  select.replaceChildren(first, ...inputs().map((input, at) => new Option(input.value.trim() || input.placeholder, at + 1)));
  select.value = value;
};

const move = (line, step) => {
  const other = step < 0 ? line.previousElementSibling : line.nextElementSibling;
  if (!other) return;
  const held = chosen();
  if (step < 0) other.before(line);
  else other.after(line);
  renumber(held);
};

list.addEventListener('click', (event) => {
  const button = event.target.closest('[data-up], [data-down]');
  if (!button) return;
  event.preventDefault();
  move(button.closest('li'), button.hasAttribute('data-up') ? -1 : 1);
  button.focus();
});

// Dragging: a line changes places when it passes the middle of its neighbour.
let dragged = null;
list.addEventListener('pointerdown', (event) => {
  if (!event.target.closest('[data-grip]')) return;
  event.preventDefault();
  dragged = event.target.closest('li');
  dragged.classList.add('name-dragged');
  list.setPointerCapture(event.pointerId);
});
list.addEventListener('pointermove', (event) => {
  if (!dragged) return;
  const above = dragged.previousElementSibling?.getBoundingClientRect();
  const below = dragged.nextElementSibling?.getBoundingClientRect();
  if (above && event.clientY < above.top + above.height / 2) move(dragged, -1);
  else if (below && event.clientY > below.top + below.height / 2) move(dragged, 1);
});
const drop = () => {
  dragged?.classList.remove('name-dragged');
  dragged = null;
};
list.addEventListener('pointerup', drop);
list.addEventListener('pointercancel', drop);

// From here on: only where names are typed.
let mark;
const add = () => {
  const line = lines().at(-1).cloneNode(true);
  line.classList.remove('field-wrong');
  line.querySelector('.error')?.remove();
  const input = line.querySelector('input[name="names"]');
  input.value = '';
  input.removeAttribute('aria-invalid');
  input.removeAttribute('aria-describedby');
  list.append(line);
  renumber(chosen());
  mark();
  return input;
};

const facts = document.querySelector('[data-deal-facts]');
let shownFor = '';
const ask = async () => {
  const system = form.elements.system.value;
  const players = inputs().filter((input) => input.value.trim()).length;
  const query = new URLSearchParams({ system, players });
  if (shownFor === String(query)) return;
  shownFor = String(query);
  const answer = await fetch(`${form.dataset.facts}?${query}`).catch(() => null);
  if (!answer?.ok || shownFor !== String(query)) return;
  const piece = new DOMParser().parseFromString(await answer.text(), 'text/html');
  facts.replaceChildren(...piece.body.childNodes);
};

const show = () => {
  for (const kind of ['starters', 'pools']) {
    const keys = form.dataset[kind].split(' ');
    form.querySelector(`[data-for="${kind}"]`).classList.toggle('script-hides', !keys.includes(form.elements.system.value));
  }
};

if (form.matches('[data-new-game]')) {
  mark = keepMarks(list);
  mark();
  form.addEventListener('input', () => { choices().forEach(rename); mark(); show(); ask(); });
  form.querySelector('[data-add]').addEventListener('click', (event) => { event.preventDefault(); add().focus(); });
  document.querySelector('[data-chips]')?.addEventListener('click', (event) => {
    const chip = event.target.closest('.chip');
    if (!chip) return;
    event.preventDefault();
    const input = inputs().find((one) => !one.value.trim()) || add();
    input.value = chip.value;
    chip.hidden = true;
    form.dispatchEvent(new Event('input'));
  });
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches('input')) return;
    event.preventDefault();
    if (!event.target.value.trim()) { event.target.blur(); return; }
    const all = inputs();
    (all[all.indexOf(event.target) + 1] || add()).focus();
  });
}
