// Lines of names: moved by drag or buttons, added, cleared, filled from chips; updates marks, choices of seats and facts.
import { draftOf } from './draft.js';
import { keepMarks } from './marks.js';
import { pageIn, request } from './request.js';

const list = document.querySelector('[data-lines]');
const form = list.closest('form');
document.documentElement.classList.add('can-drag');
const FEWEST = 5;
// Pixels; a shorter movement is a tap on the grip.
const STILL = 8;

const lines = () => [...list.children];
const inputOn = (line) => line.querySelector('input[name="names"]');
const inputs = () => [...list.querySelectorAll('input[name="names"]')];

// The dealer and the first player are chosen by line: the radio groups with their chosen line, so that lines can move.
const groups = () => [...form.querySelectorAll('[data-seats]')];
const chosenIn = (group) => lines()[Number(group.querySelector('input:checked')?.value || 0) - 1];
const chosen = () => groups().map((group) => [group, chosenIn(group)]);

const offer = ([group, held]) => {
  const [first, ...seats] = group.querySelectorAll('.seat');
  lines().forEach((line, at) => {
    const seat = seats[at] ?? seats[0].cloneNode(true);
    if (!seats[at]) first.parentElement.append(seat);
    const name = inputOn(line).value.trim();
    const input = seat.querySelector('input');
    input.value = at + 1;
    input.checked = Boolean(name) && line === held;
    seat.hidden = !name;
    seat.querySelector('.unseen').textContent = name;
    if (name) seat.querySelector('.mark, .seat-number').replaceWith(line.querySelector('.mark').cloneNode(true));
  });
  seats.slice(lines().length).forEach((seat) => seat.remove());
  const now = group.querySelector('input:checked') ?? first.querySelector('input');
  now.checked = true;
  group.querySelector('[data-chosen]').textContent = now.closest('.seat').querySelector('.unseen').textContent;
};

let refresh = () => {};

const renumber = (held) => {
  lines().forEach((line, at) => {
    line.querySelector('[data-grip]').value = at ? `up-${at + 1}` : 'down-1';
    const input = inputOn(line);
    if (!input) return;
    input.id = `name-${at + 1}`;
    const label = line.querySelector('label');
    label.htmlFor = input.id;
    label.textContent = input.placeholder = input.placeholder.replace(/\d+/, at + 1);
    line.querySelectorAll('button > .unseen').forEach((words) => { words.textContent = words.textContent.replace(/\d+/, at + 1); });
  });
  refresh(held);
};

const move = (line, step) => {
  const other = step < 0 ? line.previousElementSibling : line.nextElementSibling;
  if (!other) return;
  const held = chosen();
  if (step < 0) other.before(line);
  else other.after(line);
  renumber(held);
};

// A tap on the grip moves a line up; the first one goes down.
const nudge = (line) => move(line, line.previousElementSibling ? -1 : 1);

list.addEventListener('click', (event) => {
  const grip = event.target.closest('[data-grip]');
  if (!grip) return;
  event.preventDefault();
  if (event.detail === 0) nudge(grip.closest('li'));
  grip.focus();
});
list.addEventListener('keydown', (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !event.target.matches('[data-grip]')) return;
  event.preventDefault();
  move(event.target.closest('li'), step);
  event.target.focus();
});

// Dragging: a line changes places when it passes the middle of its neighbour.
let dragged = null;
let from = 0;
let still = true;
list.addEventListener('pointerdown', (event) => {
  if (!event.target.closest('[data-grip]')) return;
  event.preventDefault();
  dragged = event.target.closest('li');
  [from, still] = [event.clientY, true];
  dragged.classList.add('name-dragged');
  list.setPointerCapture(event.pointerId);
});
list.addEventListener('pointermove', (event) => {
  if (!dragged) return;
  still &&= Math.abs(event.clientY - from) < STILL;
  const above = dragged.previousElementSibling?.getBoundingClientRect();
  const below = dragged.nextElementSibling?.getBoundingClientRect();
  if (above && event.clientY < above.top + above.height / 2) move(dragged, -1);
  else if (below && event.clientY > below.top + below.height / 2) move(dragged, 1);
});
const drop = () => {
  dragged?.classList.remove('name-dragged');
  dragged = null;
};
list.addEventListener('pointerup', () => {
  if (dragged && still) nudge(dragged);
  drop();
});
list.addEventListener('pointercancel', drop);
// Let go in motion, a finger leaves no fling that would swallow the next tap.
list.addEventListener('touchmove', (event) => { if (dragged) event.preventDefault(); });

// From here on: only for pages where names are typed.
const add = () => {
  const line = lines().at(-1).cloneNode(true);
  line.querySelector('.error')?.remove();
  const input = inputOn(line);
  input.value = '';
  input.removeAttribute('aria-invalid');
  input.removeAttribute('aria-describedby');
  const held = chosen();
  list.append(line);
  renumber(held);
  return input;
};

const clear = (line) => {
  const held = chosen();
  if (lines().length <= FEWEST) add();
  line.remove();
  renumber(held);
};

const facts = document.querySelector('[data-deal-facts]');
// The state as served, whose facts needn't be fetched.
const atFirst = () => new URLSearchParams({
  system: [...form.elements.system].find((radio) => radio.defaultChecked)?.value ?? '',
  players: inputs().filter((input) => input.defaultValue.trim()).length,
});
let shownFor = '';
const ask = async () => {
  const system = form.elements.system.value;
  const players = inputs().filter((input) => input.value.trim()).length;
  const query = new URLSearchParams({ system, players });
  if (shownFor === String(query)) return;
  shownFor = String(query);
  const answer = await request(`${form.dataset.facts}?${query}`).catch(() => null);
  if (!answer?.ok || shownFor !== String(query)) return;
  const piece = await pageIn(answer);
  facts.replaceChildren(...piece.body.childNodes);
};

const show = () => {
  const system = form.elements.system.value;
  const is = (kind) => form.dataset[kind].split(' ').includes(system);
  form.querySelectorAll('[data-for]').forEach((part) => { part.hidden = !is(part.dataset.for); });
};

// Chips of known names: hides those on a line, and those that don't match the search.
const finder = document.querySelector('[data-find-name]');
const pick = () => {
  const seated = inputs().map((input) => input.value.trim().toLowerCase());
  const sought = finder?.value.trim().toLowerCase() ?? '';
  document.querySelectorAll('[data-known]').forEach((chip) => {
    const name = chip.value.toLowerCase();
    chip.hidden = seated.includes(name) || (chip.closest('.sheet') && !name.includes(sought));
  });
};

if (form.matches('[data-new-game]')) {
  shownFor = String(atFirst());
  const mark = keepMarks(list);
  refresh = (held = chosen()) => { mark(); held.forEach(offer); pick(); show(); ask(); };
  const { names = [] } = draftOf(form)?.restored ?? {};
  names.slice(lines().length).forEach((name) => { add().value = name; });
  refresh();
  form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  form.addEventListener('input', () => refresh());
  list.addEventListener('click', (event) => {
    const line = event.target.closest('[data-clear]')?.closest('li');
    if (line) { event.preventDefault(); clear(line); }
    if (event.target.closest('.mark-button')) refresh();
  });
  form.querySelector('[data-add]').addEventListener('click', (event) => { event.preventDefault(); add().focus(); });
  document.querySelectorAll('[data-chips]').forEach((chips) => chips.addEventListener('click', (event) => {
    const chip = event.target.closest('.chip');
    if (!chip) return;
    event.preventDefault();
    const input = inputs().find((one) => !one.value.trim()) || add();
    input.value = chip.value;
    refresh();
  }));
  if (finder) {
    finder.hidden = false;
    finder.addEventListener('input', pick);
  }
  const sheet = document.querySelector('#choose-game');
  sheet.addEventListener('change', () => refresh());
  // Closes on a tap, but not with arrow keys, which pass over the other games.
  sheet.addEventListener('click', (event) => {
    if (event.detail && event.target.closest('.tile')) setTimeout(() => sheet.hidePopover?.());
  });
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches('input')) return;
    event.preventDefault();
    if (!event.target.value.trim()) { event.target.blur(); return; }
    const all = inputs();
    (all[all.indexOf(event.target) + 1] || add()).focus();
  });
}
