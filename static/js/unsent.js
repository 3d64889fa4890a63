// A hand that was typed on Count my hand and not sent: its link says so, and once the round is saved, the table does.
import { store } from './draft.js';

const look = () => {
  const line = document.querySelector('[data-hand]');
  if (!line) return;
  const { game, hand, has, rounds, words } = line.dataset;
  const keyOf = (round) => `${game}-round-${round}-hand`;
  const typedIn = (round) => store.get(keyOf(round))?.values.points?.[0] ?? '';
  for (let round = Number(rounds); round > 0; round -= 1) {
    const typed = typedIn(round);
    store.drop(keyOf(round));
    if (typed) {
      location.replace(`${hand}?${new URLSearchParams({ round, typed })}`);
      return;
    }
  }
  const typed = typedIn(Number(rounds) + 1);
  if (!typed || typed === has) return;
  const note = document.createElement('small');
  note.textContent = words.replace('{}', typed);
  line.querySelector('.act > span').append(' ', note);
};
document.addEventListener('page:taken', look);
look();
