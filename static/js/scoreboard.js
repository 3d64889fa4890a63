// The scoreboard asks now and then whether the game has gone on, while anybody can see it.
{
  const SECONDS = 4;
  const board = () => document.querySelector('[data-scoreboard]');
  let seen = '';

  const isNew = async () => {
    const answer = await fetch(board().dataset.scoreboard, { method: 'HEAD', cache: 'no-cache' });
    const tag = answer.headers.get('ETag') ?? '';
    const changed = answer.ok && tag !== seen;
    if (answer.ok) seen = tag;
    return changed;
  };

  const show = async () => {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    ['.bar-title', 'main'].forEach((part) => document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes));
    document.title = page.title;
  };

  const look = async () => {
    if (document.visibilityState === 'visible' && await isNew()) await show();
  };

  setInterval(() => look().catch(() => {}), SECONDS * 1000);
  document.addEventListener('visibilitychange', () => look().catch(() => {}));
}
