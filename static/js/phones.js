// Polls while the page waits for another phone and is visible.

const SECONDS = 3;
let isLeaving = false;
const part = () => document.querySelector('[data-look-again]');

const look = async () => {
  if (isLeaving || !part() || document.visibilityState !== 'visible') return;
  const answer = await fetch(part().dataset.lookAgain);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (answer.status >= 500 || !page.getElementById('main')) return; // a proxy's error page
  if (answer.redirected || !page.querySelector('[data-look-again]')) {
    isLeaving = true; // on a slow connection the next poll comes before the next page
    location.assign(answer.url);
    return;
  }
  part().replaceWith(page.querySelector('[data-look-again]'));
};

setInterval(() => look().catch(() => {}), SECONDS * 1000);
document.addEventListener('visibilitychange', () => look().catch(() => {}));
