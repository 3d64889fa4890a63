// A page that waits for another phone looks again by itself, while anybody can see it.
{
  const SECONDS = 3;
  const part = () => document.querySelector('[data-look-again]');

  const look = async () => {
    if (!part() || document.visibilityState !== 'visible') return;
    const answer = await fetch(part().dataset.lookAgain);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (answer.redirected || !page.querySelector('[data-look-again]')) { location.assign(answer.url); return; }
    part().replaceWith(page.querySelector('[data-look-again]'));
  };

  setInterval(() => look().catch(() => {}), SECONDS * 1000);
  document.addEventListener('visibilitychange', () => look().catch(() => {}));
}
