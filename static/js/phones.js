// Polls while the page waits for another phone and is visible.
import { pageIn, request } from './request.js';

const SECONDS = 3;
let isLeaving = false;
const part = () => document.querySelector('[data-look-again]');

const look = async () => {
  if (isLeaving || !part() || document.visibilityState !== 'visible') return;
  const answer = await request(part().dataset.lookAgain);
  const page = await pageIn(answer);
  if (answer.status >= 500 || !page.getElementById('main')) return; // a proxy's error page
  if (answer.redirected || !page.querySelector('[data-look-again]')) {
    isLeaving = true; // on a slow connection the next poll comes before the next page
    location.assign(answer.url);
    return;
  }
  part().replaceWith(page.querySelector('[data-look-again]'));
};

addEventListener('pageshow', () => { isLeaving = false; });
setInterval(() => look().catch(() => {}), SECONDS * 1000);
document.addEventListener('visibilitychange', () => look().catch(() => {}));
