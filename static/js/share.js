// Shares results, or cards, as a picture and as text. Without a share sheet, as over plain HTTP, the text is copied or selected.
import { cardPicture, cardsPicture } from './card-pictures.js';
import { resultPicture } from './result-picture.js';

const text = () => document.querySelector('[data-share] textarea').value.trim().split('\n');

// Parses a line of the text, "1 Rose: 154" or "2 Zoë: 320 (start 105)"; names may contain anything but a line break.
const placed = (line) => {
  const [, place, name, points] = line.match(/^(\S+) (.*): (.+?)(?: \(.*\))?$/);
  return { place, name, points };
};

// Returns the picture and the text of what a button shares: the results, all cards, or the card with this id.
const shared = (what) => {
  const [title, ...lines] = text();
  const cards = [...document.querySelectorAll('[data-awards] > li')];
  const about = document.querySelector('[data-about]')?.textContent ?? title;
  if (!what) return { canvas: resultPicture(title, lines.map(placed)), lines: [title, ...lines] };
  if (what === 'cards') return { canvas: cardsPicture(about, cards), lines: [title, ...lines] };
  const card = document.getElementById(what);
  return { canvas: cardPicture(about, card), lines: [title, lines[cards.indexOf(card)]] };
};

const asFile = (canvas) => new Promise((done) => {
  canvas.toBlob((blob) => done(new File([blob], 'kalooki.png', { type: 'image/png' })), 'image/png');
});

const showHere = async (message, canvas) => {
  const details = document.querySelector('[data-share]');
  const status = details.querySelector('[data-share-status]');
  const field = details.querySelector('textarea');
  details.open = true;
  field.focus();
  field.select();
  const copied = await navigator.clipboard?.writeText(message).then(() => true, () => false) ?? document.execCommand('copy');
  status.textContent = `${copied ? `${details.dataset.copied} ` : ''}${details.dataset.hold}`;
  details.querySelector('img')?.remove();
  const image = document.createElement('img');
  image.className = 'share-picture';
  image.alt = message;
  image.src = canvas.toDataURL('image/png');
  details.append(image);
  image.scrollIntoView({ block: 'nearest' });
};

const send = async (what) => {
  const { canvas, lines } = shared(what);
  const message = lines.join('\n');
  const [title] = lines;
  const whole = { title, text: message, files: [await asFile(canvas)] };
  if (!navigator.share) { await showHere(message, canvas); return; }
  await navigator.share(navigator.canShare?.(whole) ? whole : { title, text: message })
    .catch((error) => { if (error.name !== 'AbortError') showHere(message, canvas); });
};

// A live update may replace the button.
document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-share-now]');
  if (button) send(button.dataset.shareNow);
});
