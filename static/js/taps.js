// Drops second taps, which were meant for what was there before. A tap within 24 px of the last one has no effect: for 500 ms
// on what saves or undoes, and on a page that asks whether to; for 300 ms, as the second half of a double tap, on the page,
// keypad or sheet that the first half opened, and in lists that move up under the finger ([data-moves]). Every other control
// works at once, and so do keyboards and screen readers, whose clicks have no detail. A classic script before the body, so
// that it runs before anything can be tapped.
{
  const SPOT = 24; // pixels
  const AGAIN = 500; // milliseconds
  const DOUBLE = 300;
  const LAYERS = '.keypad, .sheet';
  // Buttons of a form that only change the form; without script, the server draws it again.
  const REDRAWS = '[name="arrange"], [name="pick"], [data-look] *, [data-redraws] *';
  const KEPT = 'tap';

  // In sessionStorage, for the page that this tap opens.
  let memory = null;
  const last = () => { try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return memory; } };
  const remember = (tap) => { memory = tap; try { sessionStorage.setItem(KEPT, JSON.stringify(tap)); } catch { /* on this page only */ } };

  const saves = (control) => control.matches('[data-saves]') || (control.type === 'submit'
    && (control.getAttribute('formmethod') ?? control.form?.method) === 'post' && !control.matches(REDRAWS));
  const layers = () => [...document.querySelectorAll(LAYERS)].filter((layer) => layer.getClientRects().length);
  let known = new Set(); // what was open at the last tap: nothing of a new page
  const isNew = (control) => !known.has(control.closest(LAYERS) ?? document);
  const waitOf = (control) => {
    if (saves(control) || document.body.matches('[data-asks]')) return AGAIN;
    return isNew(control) || control.closest('[data-moves]') ? DOUBLE : 0;
  };

  // Shows that a button waits.
  const fill = (button) => {
    button.setAttribute('data-arming', '');
    setTimeout(() => button.removeAttribute('data-arming'), AGAIN);
  };
  let labelled = null; // a label's field gets a click of its own, of the same tap
  addEventListener('click', (event) => {
    const isOfItsLabel = event.target === labelled;
    labelled = event.target.closest('label')?.control;
    if (!event.detail || isOfItsLabel) return;
    const tap = { x: event.clientX, y: event.clientY, at: performance.timeOrigin + event.timeStamp };
    const control = event.target.closest('a, button, summary, label, input, select, textarea') ?? event.target;
    const before = last();
    const isAgain = before && Math.abs(tap.at - before.at) < waitOf(control) && Math.hypot(tap.x - before.x, tap.y - before.y) < SPOT;
    if (isAgain) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    known = new Set([document, ...layers()]);
    remember(tap);
    if (saves(control)) fill(control);
  }, true);
  addEventListener('pageshow', ({ persisted }) => { if (persisted) known.clear(); });

  // A page on its way in takes no tap until it has arrived: the first touch brings it there.
  let arriving = null;
  const arrive = () => { arriving = null; };
  const follow = (transition) => {
    arriving = transition ?? null;
    transition?.finished.then(arrive, arrive);
    transition?.ready.catch(arrive);
  };
  addEventListener('pagereveal', ({ viewTransition }) => follow(viewTransition));
  // The page that is left hears that a touch on the next one has ended it; a late script finds it begun.
  addEventListener('pageswap', ({ viewTransition }) => follow(viewTransition));
  if (document.activeViewTransition) follow(document.activeViewTransition);
  addEventListener('pointerdown', () => arriving?.skipTransition(), true);

  // A tap is one on the control it began on, which may have moved from under the finger: a sheet slides in, a verdict arrives.
  // Not where the finger itself has moved it: it is elsewhere by then, or a script that drags has captured the pointer.
  let pressed = null;
  const topOf = (control) => control.getBoundingClientRect().top;
  addEventListener('pointerdown', ({ target, clientX: x, clientY: y }) => {
    const control = target.closest('a, button');
    pressed = control && { control, top: topOf(control), x, y };
  }, true);
  addEventListener('gotpointercapture', ({ target }) => { if (!pressed?.control.contains(target)) pressed = null; }, true);
  addEventListener('click', (event) => {
    const began = pressed;
    pressed = null;
    if (!began || !event.detail || Math.hypot(event.clientX - began.x, event.clientY - began.y) > SPOT) return;
    if (!began.control.isConnected || began.control.contains(event.target) || topOf(began.control) === began.top) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    began.control.click();
  }, true);

  // A tap beside a sheet closes it, and browsers pass it on to what lies beneath.
  const sheets = new Set(); // the open ones, and those that a live update took away
  const isOpen = (sheet) => sheet.isConnected && sheet.matches(':popover-open');
  let isBeside = false;
  document.addEventListener('beforetoggle', ({ target, newState }) => {
    if (target.matches('.sheet')) sheets[newState === 'open' ? 'add' : 'delete'](target);
  }, true);
  addEventListener('pointerdown', ({ target }) => { isBeside = [...sheets].some(isOpen) && !target.closest('.sheet, [popovertarget]'); }, true);
  addEventListener('click', (event) => {
    if (!isBeside || !event.detail) return;
    isBeside = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
