// On every page: what older browsers lack; changes settings without a reload, printing.
import './draft.js';
import './toast.js';

const root = document.documentElement;

// Safari has it from 16 on.
HTMLFormElement.prototype.requestSubmit ??= function requestSubmit(button) {
  if (button) button.click();
  else this.submit();
};
// Where sheets are no popovers, they stand at the end of the page, those of the table's rows, too.
if (!HTMLElement.prototype.showPopover) {
  const move = () => document.querySelectorAll('.table-rows .sheet').forEach((sheet) => {
    document.querySelector(`body > #${sheet.id}`)?.remove(); // as it was before a live update
    document.body.append(sheet);
  });
  move();
  document.addEventListener('page:taken', move);
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('[popovertarget]');
    const sheet = document.getElementById(button?.getAttribute('popovertarget'));
    if (button?.getAttribute('popovertargetaction') === 'hide') scrollTo({ top: 0 });
    else sheet?.scrollIntoView();
  });
}

// The browser's own bar has the colour of the felt, which the theme and a verdict change.
const wearFelt = () => {
  const felt = getComputedStyle(root).getPropertyValue('--felt').trim();
  document.querySelectorAll('meta[name="theme-color"]').forEach((meta) => { meta.content = felt; });
};
const verdict = document.getElementById('ruling');
if (verdict) {
  new MutationObserver(wearFelt).observe(verdict, { childList: true, subtree: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', wearFelt);
}

const remember = (name, value) => { document.cookie = `${name}=${value}; path=/; max-age=${value ? 31536000 : 0}; samesite=lax`; };
const wear = (name, value) => {
  const wanted = name === 'theme' ? `theme-${value}` : 'four-colours';
  root.classList.remove(...(name === 'theme' ? ['theme-light', 'theme-dark'] : ['four-colours']));
  if (value) root.classList.add(wanted);
  wearFelt();
};
document.addEventListener('submit', (event) => {
  const button = event.submitter;
  if (!event.target.matches('[data-look]') || !button) return;
  event.preventDefault();
  remember(button.name, button.value);
  if (event.target.matches('[data-switch]')) return;
  wear(button.name, button.value);
  button.parentElement.querySelectorAll('button').forEach((one) => one.setAttribute('aria-pressed', one === button));
});

// Prevents Back from submitting a form again.
if (document.querySelector('[data-answer]')) history.replaceState(null, '', location.href);

// A live update may bring the button.
document.addEventListener('click', ({ target }) => { if (target.closest?.('[data-print]')) print(); });

// Loaded after the page: sending forms without leaving it, steppers; then live updates, which the others listen for.
const listeners = Promise.all([
  import('./sending.js'),
  document.querySelector('form[data-draft-url]') && import('./typing.js'),
  document.querySelector('[data-stepper]') && import('./stepper.js'),
]);
export const later = listeners.then(() => ('live' in document.body.dataset || 'looks' in document.body.dataset) && import('./live.js'));
later.catch(() => {}); // the page was left, or there is no network; forms work without it
