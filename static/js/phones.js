// A page that waits for another phone looks again by itself, while anybody can see it.

const SECONDS = 3;
let isLeaving = false;
const part = () => document.querySelector('[data-look-again]');

const look = async () => {
  if (isLeaving || !part() || document.visibilityState !== 'visible') return;
  const answer = await fetch(part().dataset.lookAgain);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (answer.status >= 500 || !page.getElementById('main')) return; // a proxy's page, not the app's
  if (answer.redirected || !page.querySelector('[data-look-again]')) {
    isLeaving = true; // on a slow line the next page takes longer than the next look
    location.assign(answer.url);
    return;
  }
  part().replaceWith(page.querySelector('[data-look-again]'));
};

setInterval(() => look().catch(() => {}), SECONDS * 1000);
document.addEventListener('visibilitychange', () => look().catch(() => {}));
