// Keeps the longest row of right answers on this phone, and shows it.

const KEY = 'practice';

const kept = () => { try { return { row: 0, best: 0, last: '', ...JSON.parse(localStorage.getItem(KEY)) }; } catch { return { row: 0, best: 0, last: '' }; } };
const keep = (record) => { try { localStorage.setItem(KEY, JSON.stringify(record)); } catch { /* a full phone remembers nothing new */ } };

// A page that is loaded again counts once.
const counted = (record, { streak, right }) => {
  if (record.last === streak) return record;
  const row = right === '1' ? record.row + 1 : 0;
  return { row, best: Math.max(record.best, row), last: streak };
};

const answer = document.querySelector('[data-streak]');
const record = answer ? counted(kept(), answer.dataset) : kept();
if (answer) keep(record);
document.querySelectorAll('[data-best]').forEach((place) => {
  if (record.best > 1) place.textContent = place.dataset.best.replace('{}', record.best);
});
