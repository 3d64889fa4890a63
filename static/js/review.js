// The review of a round: Save says what is still to be answered or seen, and leads there first.
import { isOn } from './switches.js';

const WON = 30; // milliseconds, for the end of the game
const BENT = [20, 40, 20];

const save = document.getElementById('save');
const words = save.querySelector('span');
const seen = new WeakSet();
let note = words.querySelector('.save-lacks');

const isAsked = () => document.querySelector('.answers') && !document.querySelector('.answers :checked');
const linesBelow = () => {
  const edge = Math.min(save.closest('footer').getBoundingClientRect().top, innerHeight);
  const boxes = new Map([...document.querySelectorAll('.review-line')].map((line) => [line, line.getBoundingClientRect()]));
  boxes.forEach(({ bottom, height }, line) => { if (height && bottom <= edge + 4) seen.add(line); });
  return [...boxes.keys()].filter((line) => boxes.get(line).height && !seen.has(line));
};
const say = (text) => {
  if (note?.textContent === text) return;
  note?.remove();
  note = null;
  if (!text) return;
  note = document.createElement('small');
  note.textContent = text;
  words.append(' ', note);
};
const show = () => {
  if (isAsked()) return;
  const left = linesBelow().length;
  say(left ? save.dataset.below.replace('{}', left) : '');
};

save.addEventListener('click', (event) => {
  const first = isAsked() ? document.querySelector('.answers') : linesBelow().at(-1);
  if (!first) return;
  event.preventDefault();
  first.scrollIntoView({ block: isAsked() ? 'center' : 'end' });
  if (isAsked()) document.getElementById('bent').focus({ preventScroll: true });
});
document.addEventListener('submit', ({ target, submitter }) => {
  if (submitter !== save || target.hasAttribute('data-plain') || !isOn('vibrate')) return;
  const isBent = document.querySelector('[name="bent"]:checked')?.value === 'yes';
  if ('ends' in target.dataset) navigator.vibrate?.(WON);
  else if (isBent) navigator.vibrate?.(BENT);
});
addEventListener('scroll', show, { passive: true });
addEventListener('resize', show);
document.addEventListener('change', show);
show();
