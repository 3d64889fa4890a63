// Today's hand: shows the hand of this phone's date, keeps the days on the phone alone, and shares a few signs.
import { get, set } from './draft.js';

const KEY = 'today';
const DAY = 24 * 3600 * 1000;
const WEEK = 7;

const isoOf = (moment) => [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
const shifted = (day, by) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10);

const page = document.querySelector('[data-day]');
const { day, result, here } = page.dataset;
if (here && !new URLSearchParams(location.search).has('day') && day !== isoOf(new Date())) {
  location.replace(`${here}?day=${isoOf(new Date())}`);
}

const showWeek = (days) => {
  const week = document.querySelector('[data-week]');
  const names = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'narrow', timeZone: 'UTC' });
  week.replaceChildren(...Array.from({ length: WEEK }, (_, back) => {
    const date = shifted(day, back - WEEK + 1);
    const line = document.createElement('li');
    const sign = document.createElement('i');
    if (Object.keys(days).some((one) => one <= date)) {
      const state = days[date] ?? 'missed';
      sign.className = `week-${state}`;
      sign.textContent = state === 'missed' ? '' : '✓';
      sign.setAttribute('role', 'img');
      sign.setAttribute('aria-label', week.dataset[state]);
    } else {
      sign.className = 'week-before';
    }
    line.append(sign, names.format(Date.parse(date)));
    return line;
  }));
  week.hidden = false;
};

const showRow = (days) => {
  let row = 0;
  while (days[shifted(day, -row)]) row += 1;
  const place = document.querySelector('[data-streak]');
  place.textContent = page.dataset.row.replace('{}', row);
  place.hidden = row < 2;
};

const showSpread = (days) => {
  const played = Object.keys(days);
  const times = played.map((one) => Date.parse(one));
  const all = Math.round((Math.max(...times) - Math.min(...times)) / DAY) + 1;
  const counts = { best: 0, down: 0, missed: all - played.length };
  played.forEach((one) => { counts[days[one]] += 1; });
  document.querySelectorAll('[data-of]').forEach((line) => {
    line.querySelector('.number').textContent = counts[line.dataset.of];
    Object.assign(line.querySelector('meter'), { max: all, value: counts[line.dataset.of] });
  });
  document.querySelector('[data-spread]').hidden = false;
};

const share = async () => {
  const signs = document.querySelector('[data-signs]');
  try {
    if (navigator.share) {
      await navigator.share({ text: signs.value });
      return;
    }
    await navigator.clipboard.writeText(signs.value);
    const status = document.querySelector('[data-copied]');
    status.textContent = status.dataset.copied;
  } catch (error) {
    if (error.name !== 'AbortError') signs.select();
  }
};

if (result) {
  const days = get(KEY) ?? {};
  // What counts is the first time one comes down on a day.
  days[day] ??= result;
  set(KEY, days);
  showWeek(days);
  showRow(days);
  showSpread(days);
  const button = document.querySelector('[data-share-signs]');
  button.hidden = false;
  button.addEventListener('click', share);
}
