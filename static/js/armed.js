// Protection against double taps: the second of two quick taps is meant for what was there before. Save buttons, and
// controls that appear near the last tap, ignore pointers for a moment; keyboards and screen readers aren't delayed.
// (Without script, a CSS animation delays save buttons.)

const MOMENT = 700;
const NEAR = 48;
const KEPT = 'tap';
const CONTROLS = 'a[href], button, summary, label, input, select, textarea';
const SAVES = 'button[type="submit"]:not([data-redraws] *, [data-add])';
const waiting = new WeakMap();

const kept = () => { try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; } };
const keep = (tap) => { try { sessionStorage.setItem(KEPT, JSON.stringify(tap)); } catch { /* remembered on this page only */ } };
let tap = kept();
const sheets = new Set(); // the open ones
let isBeside = false;
addEventListener('pointerdown', ({ clientX: x, clientY: y, target }) => {
  tap = { x, y };
  keep(tap);
  isBeside = sheets.size > 0 && !target.closest('.sheet, [popovertarget]');
}, true);
// A tap beside a sheet closes it, and browsers pass it on to what lies beneath.
addEventListener('click', (event) => {
  if (!isBeside || !event.detail) return;
  isBeside = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

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
document.addEventListener('beforetoggle', ({ target, newState }) => {
  if (target.matches('.sheet')) sheets[newState === 'open' ? 'add' : 'delete'](target);
}, true);
document.addEventListener('toggle', ({ target, newState }) => { if (newState === 'open' && target.matches('.sheet')) appeared(target); }, true);
// What has moved under the finger waits, too.
export const armUnderTap = ({ detail }) => { if (detail && tap) arm(document.elementFromPoint(tap.x, tap.y)?.closest(CONTROLS)); };
export const arm = (part) => { if (part) controlsIn(part).forEach((one) => wait(one)); };

// The same button is delayed after a save, too. Keyboard clicks are excluded: their event.detail is 0.
document.addEventListener('click', ({ target, detail }) => {
  const button = target.closest(SAVES);
  if (button && detail) setTimeout(wait, 0, button);
});

// On a slow connection the page may have been visible for a while already.
const [painted] = performance.getEntriesByName('first-contentful-paint');
const left = MOMENT - (painted ? performance.now() - painted.startTime : 0);
if (left > 0) controlsIn(document.body).filter(isNear).forEach((one) => wait(one, left));
