// Adding to the board: reloads the fitting melds whenever the cards or the player change.
import './one-picker.js';
import { isChanged } from './values.js';

const form = document.querySelector('form[data-fits]');
const WAIT = 60;
let latest = 0;
let timer = null;

const ask = async () => {
  const turn = ++latest;
  const pairs = [...new FormData(form)].filter(([name, value]) => value && (name === 'player' || name === 'cards'));
  try {
    const answer = await fetch(`${form.dataset.fits}?${new URLSearchParams(pairs)}`);
    const piece = answer.ok ? await answer.text() : '';
    if (turn === latest && piece) form.querySelector('[data-fits-list]').innerHTML = piece;
  } catch { /* no network: every meld can still be tapped */ }
};
form?.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(ask, WAIT); });
if (form && isChanged(form)) ask();
