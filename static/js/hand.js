// A player's own hand: points by keypad, or by cards that are added up.
import { store } from './draft.js';
import './keypad.js';
import './picker.js';
import './worth.js';

const form = document.getElementById('hand');
const { points } = form.elements;
// The field of points is on the felt, outside the form element, so its events don't bubble to the form.
points.addEventListener('input', () => form.dispatchEvent(new Event('change')));

// What was typed and not sent when the round is saved goes along to the page that says so.
let sent = points.defaultValue;
form.addEventListener('form:saved', () => { sent = points.value; });
document.addEventListener('page:redirected', ({ detail: address }) => {
  if (points.value && points.value !== sent) address.searchParams.set('typed', points.value);
  store.drop(form.dataset.draft);
});
