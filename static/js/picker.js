// A card picker beneath an input[data-picker], whose value has its labels as JSON. Further attributes: data-suits, -copies,
// -jokers, -max, -empty, -ordered (a hint, if a joker's position matters), -tray (the id of another element for the chosen
// cards). It is a single tab stop: arrow keys move between keys, a letter or digit goes to its rank.

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const KOOKY = RANKS.map((rank, place) => (place > 9 ? String(place + 1) : rank));
const suitOf = (card) => card.slice(-1);
const rankOf = (card) => card.slice(0, -1);
const svg = (id, kind) => `<svg class="${kind}" viewBox="0 0 32 32" aria-hidden="true"><use href="#${id}"/></svg>`;
const icon = (name) => `<svg class="icon" aria-hidden="true"><use href="#icon-${name}"/></svg>`;
const face = (card) => (card === '*' ? svg('joker', 'card-sign')
  : `<span class="card-rank" aria-hidden="true">${rankOf(card)}</span>${svg(`suit-${suitOf(card).toLowerCase()}`, 'card-sign')}`);

const button = (className, label, inside) => {
  const one = document.createElement('button');
  Object.assign(one, { type: 'button', className, innerHTML: inside });
  one.setAttribute('aria-label', label);
  return one;
};

const enhance = (input) => {
  const words = JSON.parse(input.dataset.picker);
  const say = (key) => words[key] || key;
  const nameOf = (card) => (card === '/' ? say('part') : card === '*' ? say('*') : `${say(rankOf(card))} ${say(suitOf(card))}`);
  const suits = [...input.dataset.suits];
  const ranks = 'BRGE'.includes(suits[0]) ? KOOKY : RANKS;
  const known = new Set(['*', ...('parts' in input.dataset ? ['/'] : []), ...suits.flatMap((suit) => ranks.map((rank) => rank + suit))]);
  const worth = JSON.parse(input.form?.dataset.worth || '{}');
  const most = (card) => (card === '/' ? Infinity : Number(card === '*' ? input.dataset.jokers : input.dataset.copies));
  const box = document.createElement('div');
  const tray = document.createElement('ul');
  const tools = document.createElement('div');
  const table = document.createElement('div');
  const order = document.createElement('p');
  const status = document.createElement('p');
  let chosen = -1;
  let written = null;
  box.className = 'picker screen-only';
  tray.className = 'picker-tray';
  tray.setAttribute('role', 'list');
  tray.setAttribute('aria-label', say('tray'));
  tools.className = 'picker-tools';
  table.className = 'picker-suits';
  table.setAttribute('role', 'toolbar');
  table.setAttribute('aria-label', say('pick'));
  order.className = 'hint';
  order.textContent = input.dataset.ordered || '';
  status.className = 'unseen';
  status.setAttribute('role', 'status');

  // Typed words that aren't cards stay in the field and aren't shown in the tray.
  const cards = () => input.value.toUpperCase().replace(/,/g, ' ').split(/\s+/).filter((word) => known.has(word));
  const put = (list, spoken) => {
    input.value = written = list.join(' ');
    status.textContent = spoken || '';
    draw();
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const add = (card) => {
    const list = cards();
    if (list.filter((one) => one === card).length >= most(card)) return;
    if (input.dataset.max && list.length >= Number(input.dataset.max)) return;
    put([...list, card], nameOf(card));
  };
  const move = (from, to) => {
    const list = cards();
    if (from < 0 || to < 0 || to >= list.length) return;
    list.splice(to, 0, ...list.splice(from, 1));
    chosen = to;
    put(list, `${nameOf(list[to])} ${to + 1}/${list.length}`);
    items()[to]?.firstChild.focus();
  };
  // Missing cards of a verdict are shown between the chosen ones (check.js).
  const items = () => [...tray.children].filter((item) => !('missing' in item.dataset));
  const drop = (place) => {
    const list = cards();
    const [gone] = list.splice(place, 1);
    chosen = -1;
    if (gone) put(list, `${say('removed')}: ${nameOf(gone)}`);
  };

  const keys = new Map();
  const addKey = (card, parent, className, inside) => {
    const key = button(className, nameOf(card), inside);
    key.dataset.card = card;
    key.tabIndex = -1;
    key.addEventListener('click', () => { rest(key); add(card); });
    parent.append(key);
    keys.set(card, key);
  };
  const addTool = (name, parent, label, act) => {
    const key = button('picker-card picker-key', say(name), label);
    key.dataset.tool = name;
    key.tabIndex = -1;
    key.addEventListener('click', () => { rest(key); act(); });
    parent.append(key);
    return key;
  };
  suits.forEach((suit) => {
    const row = document.createElement('div');
    row.className = 'picker-suit';
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', say(suit));
    ranks.forEach((rank) => addKey(rank + suit, row, `picker-card suit-${suit.toLowerCase()}`, `${rank}${svg(`suit-${suit.toLowerCase()}`, '')}`));
    table.append(row);
  });
  // The fourteenth place of each suit.
  let cleared = [];
  const [first, second, third, fourth] = table.children;
  const clear = addTool('clear', first, say('clear'), () => { cleared = cards(); put([], say('clear')); });
  if ('parts' in input.dataset) addTool('part', second, icon('plus') + say('meld'), () => add('/'));
  else second.append(Object.assign(document.createElement('span'), { className: 'picker-card picker-key' }));
  const undo = addTool('undo', third, say('undo'), () => (cards().length ? drop(cards().length - 1) : put(cleared)));
  addKey('*', fourth, 'picker-card picker-joker', svg('joker', ''));

  let resting = table.querySelector('.picker-card');
  const rest = (key) => {
    resting.tabIndex = -1;
    resting = key;
    key.tabIndex = 0;
  };
  const goals = {
    ArrowRight: (row, at) => row[at + 1],
    ArrowLeft: (row, at) => row[at - 1],
    ArrowDown: (_row, at, y) => rowAt(y + 1, at),
    ArrowUp: (_row, at, y) => rowAt(y - 1, at),
    Home: (row) => row[0],
    End: (row) => row.at(-1),
  };
  const rowAt = (y, at) => { const row = table.children[y]?.querySelectorAll('button:not([disabled])'); return row?.[Math.min(at, row.length - 1)]; };
  const ofRank = (letter, row, at) => {
    const fits = ({ dataset: { card } }) => card && (rankOf(card).startsWith(letter) || (letter === '*' && card === '*'));
    return [...row.slice(at + 1), ...row.slice(0, at)].find(fits);
  };
  table.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = [...event.target.parentElement.querySelectorAll('button:not([disabled])')];
    const at = row.indexOf(event.target);
    const y = [...table.children].indexOf(event.target.parentElement);
    const goal = goals[event.key] ? goals[event.key](row, at, y) : ofRank(event.key.toUpperCase(), row, at);
    if (goals[event.key]) event.preventDefault();
    if (!goal) return;
    rest(goal);
    goal.focus();
  });
  rest(resting);

  const tool = (name, label, act) => {
    const one = button('button button-quiet button-icon', label, icon(name));
    one.addEventListener('click', act);
    tools.append(one);
    return one;
  };
  const left = tool('back', say('left'), () => move(chosen, chosen - 1));
  const right = tool('next', say('right'), () => move(chosen, chosen + 1));
  const remove = tool('close', say('remove'), () => drop(chosen));

  const place = (card, at) => {
    const item = document.createElement('li');
    item.dataset.card = card;
    item.dataset.worth = worth[card] ?? worth[rankOf(card)] ?? '';
    const one = button('', nameOf(card), card === '/' ? '<span class="picker-part"></span>' : `<span class="playing-card suit-${card === '*' ? 'joker' : suitOf(card).toLowerCase()}">${face(card)}</span>`);
    one.setAttribute('aria-pressed', at === chosen);
    one.addEventListener('click', () => { chosen = chosen === at ? -1 : at; draw(); items()[at]?.firstChild.focus(); });
    one.addEventListener('keydown', (event) => {
      if (event.key === 'Delete' || event.key === 'Backspace') { event.preventDefault(); drop(at); }
      if (event.key === 'ArrowLeft') move(at, at - 1);
      if (event.key === 'ArrowRight') move(at, at + 1);
    });
    item.append(one);
    return item;
  };
  // A joker's position determines what it stands for, except in a set.
  const orderCounts = (list) => 'ordered' in input.dataset && list.join(' ').split('/').some((part) => {
    const meld = part.split(' ').filter(Boolean);
    const naturals = meld.filter((card) => card !== '*').map(rankOf);
    const isSet = naturals.length > 1 && new Set(naturals).size === 1;
    return naturals.length > 0 && naturals.length < meld.length && !isSet;
  });
  const draw = () => {
    const list = cards();
    if (chosen >= list.length) chosen = -1;
    tray.replaceChildren(...list.map(place));
    const hint = input.dataset.empty ?? say('empty');
    if (!list.length && hint) tray.innerHTML = `<li class="picker-hint">${hint}</li>`;
    order.hidden = !orderCounts(list);
    [left, right, remove].forEach((one) => { one.hidden = chosen < 0; });
    clear.disabled = !list.length;
    undo.disabled = !list.length && !cleared.length;
    keys.forEach((key, card) => {
      const count = list.filter((one) => one === card).length;
      key.setAttribute('aria-disabled', count >= most(card));
      key.setAttribute('aria-label', nameOf(card) + (count ? ` (${count})` : ''));
      key.toggleAttribute('data-count', count > 0);
      if (count) key.dataset.count = count;
    });
  };

  let held = null;
  const swallow = (event) => event.stopPropagation();
  tray.addEventListener('pointerdown', (event) => {
    const item = event.target.closest('li');
    if (item && item.firstChild?.tagName === 'BUTTON') held = { from: items().indexOf(item), x: event.clientX, item, moved: false };
  });
  window.addEventListener('pointermove', (event) => {
    if (!held || (!held.moved && Math.abs(event.clientX - held.x) < 10)) return;
    held.moved = true;
    held.item.classList.add('dragging');
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('.picker-tray > li');
    if (items().includes(over) && over !== held.item) {
      const after = items().indexOf(over) > items().indexOf(held.item);
      over[after ? 'after' : 'before'](held.item);
    }
  });
  // Let go in motion, a finger leaves no fling that would swallow the next tap.
  tray.addEventListener('touchmove', (event) => { if (held) event.preventDefault(); });
  const release = () => {
    if (!held) return;
    const { from, item, moved } = held;
    held = null;
    item.classList.remove('dragging');
    const to = items().indexOf(item);
    if (!moved) return;
    // A mouse clicks at once where it lets go, a finger that has moved never does.
    tray.addEventListener('click', swallow, true);
    setTimeout(() => tray.removeEventListener('click', swallow, true));
    if (to !== from) move(from, to);
  };
  window.addEventListener('pointerup', release);
  window.addEventListener('pointercancel', release);

  input.addEventListener('input', () => { if (input.value !== written) { written = input.value; draw(); } });
  input.form?.addEventListener('draft:restored', draw);
  document.getElementById(input.dataset.tray)?.append(tray, tools);
  if (!('tray' in input.dataset)) box.append(tray, tools);
  box.append(table, order, status);
  input.after(box);
  draw();
};

document.querySelectorAll('input[data-picker]').forEach(enhance);
