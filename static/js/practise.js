// Keeps on this phone the longest row of right answers, and where each kind of practice goes on: the URL of the next
// question has the level and what comes back.
import { get, set } from './draft.js';

const KEY = 'practice';
const MOST = 12; // kinds of practice, each under its rules; the one left longest ago is forgotten
const NEW = { row: 0, best: 0, last: '', next: [] };

const kept = () => ({ ...NEW, ...get(KEY) });

// A page that is loaded again counts once.
const counted = (record, { streak, right }) => {
  if (record.last === streak) return record;
  const row = right === '1' ? record.row + 1 : 0;
  return { ...record, row, best: Math.max(record.best, row), last: streak };
};

const kindOf = (address) => {
  const { pathname, searchParams } = new URL(address, location.href);
  return [pathname, searchParams.get('game'), searchParams.get('system')].join();
};
const goingOn = (record, address) => {
  const others = record.next.filter((one) => kindOf(one) !== kindOf(address));
  return { ...record, next: [address, ...others].slice(0, MOST) };
};

const answer = document.querySelector('[data-streak]');
const next = document.querySelector('[data-next]');
let record = kept();
if (answer) record = counted(record, answer.dataset);
if (next) record = goingOn(record, next.getAttribute('href'));
if (answer || next) set(KEY, record);

document.querySelectorAll('[data-best]').forEach((place) => {
  if (record.best > 1) place.textContent = place.dataset.best.replace('{}', record.best);
});
const goOn = () => document.querySelectorAll('[data-topic]').forEach((link) => {
  const address = kept().next.find((one) => kindOf(one) === kindOf(link.href));
  if (!address) return;
  link.href = address;
  link.querySelector('small').hidden = false;
});
goOn();
// Back leads to the page as it was before the answers.
addEventListener('pageshow', goOn);
