// The screen stays on while a game is played; a line of the menu turns that off, or says why this phone can't.
{
  const KEY = 'screen';
  const stored = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const isOn = () => stored() !== 'off';
  let lock = null;

  const hold = async () => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible' || !isOn()) return;
    lock = await navigator.wakeLock.request('screen').catch(() => null);
  };

  const label = () => document.querySelectorAll('[data-awake]').forEach((line) => {
    const canHold = 'wakeLock' in navigator;
    line.hidden = false;
    line.querySelector('button').hidden = !canHold;
    line.querySelector('p').hidden = canHold;
    line.querySelector('button').setAttribute('aria-pressed', String(isOn()));
    line.querySelector('span').textContent = isOn() ? line.dataset.on : line.dataset.off;
  });

  document.addEventListener('click', async (event) => {
    if (!event.target.closest('[data-awake] button')) return;
    try { localStorage.setItem(KEY, isOn() ? 'off' : 'on'); } catch { /* it holds for this page */ }
    await lock?.release();
    lock = null;
    await hold();
    label();
  });
  document.addEventListener('page:taken', label);
  document.addEventListener('visibilitychange', hold);
  label();
  hold();
}
