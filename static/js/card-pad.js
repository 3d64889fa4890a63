// A pad of card values: a key adds its card's points to the sum in a field; its badge shows the count and removes one.

const suits = { S: 's', H: 'h', D: 'd', C: 'c', B: 'b', R: 'r', G: 'g', E: 'e' };
const COURTS = ['J', 'Q', 'K', '11', '12', '13'];
const ROWS = 4; // as many as the keypad of digits has
const COLUMNS = 4;

// The keys for a game's cards; aces and courts of equal value share one.
const kinds = (worth) => {
  const aces = {};
  Object.keys(worth).filter((card) => /^A./.test(card)).forEach((card) => { (aces[worth[card]] ??= []).unshift(card[1]); });
  const courts = COURTS.filter((card) => card in worth);
  const areAlike = courts.every((card) => worth[card] === worth[courts[0]]);
  return [
    ...Object.entries(aces).toReversed().map(([points, letters]) => ({ name: 'A', letters, points: Number(points) })),
    { name: '*', points: worth['*'] },
    { key: 'erase' },
    ...Object.keys(worth).filter((card) => /^\d+$/.test(card) && !courts.includes(card)).map((card) => ({ name: card, points: worth[card] })),
    ...(areAlike ? [{ name: courts.join(' '), points: worth[courts[0]] }] : courts.map((card) => ({ name: card, points: worth[card] }))),
    { key: 'next' },
  ];
};
const idOf = ({ name, letters }) => [name, ...(letters ?? [])].join(' ');
const partsOf = (text) => text.split('+').map((part) => part.trim()).filter(Boolean);

const sign = (id) => `<svg aria-hidden="true"><use href="#${id}"/></svg>`;
const drawn = ({ name, letters = [] }) => (name === '*' ? `<b class="suit-joker">${sign('joker')}</b>`
  : `<b>${name}${letters.map((letter) => `<i class="suit-${suits[letter]}">${sign(`suit-${suits[letter]}`)}</i>`).join('')}</b>`);

// Fills the pad for the field; returns what shows on each key how often it was tapped, and what erases the last card.
export const fillPad = (pad, { field, isWhole, keyOf, names, write }) => {
  // The cards tapped, in order: the last parts of the sum. They are dropped once the sum has been typed over.
  let tapped = [];
  let tappedSum = '';
  const cards = () => (field().value === tappedSum ? tapped : (tapped = []));
  const writeTapped = (text) => {
    tappedSum = text;
    write(text);
  };
  const add = (kind) => {
    const kept = isWhole() && field().value !== tappedSum ? '' : field().value;
    tapped = [...(kept ? cards() : []), idOf(kind)];
    writeTapped([...partsOf(kept), kind.points].join('+'));
  };
  const takeAt = (at) => {
    const parts = partsOf(field().value);
    parts.splice(parts.length - tapped.length + at, 1);
    tapped.splice(at, 1);
    writeTapped(parts.join('+'));
  };
  const take = (kind) => takeAt(cards().lastIndexOf(idOf(kind)));
  const erase = () => {
    if (cards().length) takeAt(tapped.length - 1);
    else write(isWhole() ? '' : partsOf(field().value).slice(0, -1).join('+'));
  };
  const button = (className, label, act) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.tabIndex = -1;
    made.className = className;
    made.setAttribute('aria-label', label);
    made.addEventListener('click', act);
    return made;
  };
  const cardKey = (kind) => {
    const label = `${kind.name === '*' ? names.joker : kind.name} ${kind.points}`;
    const key = button('key key-card', label, () => add(kind));
    const badge = button('key-count', '', () => take(kind));
    const cell = document.createElement('span');
    key.dataset.worth = kind.name;
    key.innerHTML = drawn(kind) + (kind.name === String(kind.points) ? '' : ` <small>${kind.points}</small>`);
    cell.className = 'key-cell';
    cell.dataset.kind = idOf(kind);
    badge.hidden = true;
    cell.append(key, badge);
    return cell;
  };
  const keys = kinds(JSON.parse(field().form.dataset.worth)).map((kind) => (kind.key ? keyOf(kind.key) : cardKey(kind)));
  pad.replaceChildren(...keys);
  const columns = keys.length > ROWS * COLUMNS ? COLUMNS + 1 : COLUMNS;
  pad.dataset.columns = columns;
  pad.lastChild.dataset.span = columns - ((keys.length - 1) % columns); // Next fills its row
  const showCounts = () => {
    const held = cards();
    pad.querySelectorAll('.key-cell').forEach((cell) => {
      const [key, badge] = cell.children;
      const count = held.filter((id) => id === cell.dataset.kind).length;
      badge.hidden = !count;
      badge.textContent = count;
      badge.setAttribute('aria-label', `${count}, ${names.less}: ${key.getAttribute('aria-label')}`);
      key.classList.toggle('key-used', count > 0);
    });
  };
  return { showCounts, erase };
};
