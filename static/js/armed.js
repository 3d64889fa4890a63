// The second of two quick taps is meant for what was there before. What saves, and what appears near the last tap,
// takes no pointer for a moment; keyboards and screen readers don't wait. (Buttons that save also wait by style alone.)

const MOMENT = 700;
const NEAR = 48;
const KEPT = 'tap';
const CONTROLS = 'a[href], button, summary, label, input, select, textarea';
const SAVES = 'button[type="submit"]';
const waiting = new WeakMap();

const kept = () => { try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; } };
const keep = (tap) => { try { sessionStorage.setItem(KEPT, JSON.stringify(tap)); } catch { /* only this page knows then */ } };
let tap = kept();
addEventListener('pointerdown', ({ clientX: x, clientY: y }) => { tap = { x, y }; keep(tap); }, true);

const isNear = (control) => {
  const box = control.getBoundingClientRect();
  const away = (at, from, to) => Math.max(from - at, 0, at - to);
  return tap && box.width > 0 && Math.hypot(away(tap.x, box.left, box.right), away(tap.y, box.top, box.bottom)) < NEAR;
};
const wait = (control, time = MOMENT) => {
  clearTimeout(waiting.get(control));
  control.setAttribute('data-arming', '');
  waiting.set(control, setTimeout(() => control.removeAttribute('data-arming'), time));
};
const controlsIn = (part) => [...(part.matches(CONTROLS) ? [part] : []), ...part.querySelectorAll(CONTROLS)];
const appeared = (part) => controlsIn(part).filter((one) => one.matches(SAVES) || isNear(one)).forEach((one) => wait(one));

new MutationObserver((changes) => changes.forEach(({ type, target, addedNodes, attributeName }) => {
  if (type === 'childList') addedNodes.forEach((node) => { if (node.nodeType === Node.ELEMENT_NODE) appeared(node); });
  else if (attributeName === 'hidden' && !target.hidden) appeared(target);
  else if (attributeName === 'open' && target.open) [...target.children].filter((part) => !part.matches('summary')).forEach(appeared);
})).observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden', 'open'] });
document.addEventListener('toggle', ({ target, newState }) => { if (newState === 'open' && target.matches('.sheet')) appeared(target); }, true);
export const arm = (part) => { if (part) controlsIn(part).forEach((one) => wait(one)); };

// Once it has saved, the same button waits, too. A key gives no pointer: its click counts no presses.
document.addEventListener('click', ({ target, detail }) => {
  const button = target.closest(SAVES);
  if (button && detail) setTimeout(wait, 0, button);
});

// On a slow line the page may have been in sight for a while.
const [painted] = performance.getEntriesByName('first-contentful-paint');
const left = MOMENT - (painted ? performance.now() - painted.startTime : 0);
if (left > 0) controlsIn(document.body).filter(isNear).forEach((one) => wait(one, left));
