// Everybody's cards: the bar's button and the dots follow the card that is in the middle.
import './share.js';

const row = () => document.querySelector('[data-awards]');

const follow = () => {
  const awards = row();
  if (!awards) return;
  const middle = awards.scrollLeft + awards.clientWidth / 2;
  const far = (card) => Math.abs(card.offsetLeft - awards.offsetLeft + card.offsetWidth / 2 - middle);
  const card = [...awards.children].reduce((best, one) => (far(one) < far(best) ? one : best));
  const button = document.querySelector('[data-share-now^="card-"]');
  button.dataset.shareNow = card.id;
  button.querySelector('span').textContent = card.dataset.label;
  document.querySelectorAll('.award-dots > a').forEach((dot) => {
    if (dot.hash === `#${card.id}`) dot.setAttribute('aria-current', 'true');
    else dot.removeAttribute('aria-current');
  });
};

// Scroll events don't bubble, and a live update may replace the cards.
document.addEventListener('scroll', follow, { capture: true, passive: true });
document.addEventListener('page:taken', follow);
follow();
