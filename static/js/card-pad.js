// A pad of card values: a key adds its card's points to the sum in a field; its badge shows the count and removes one.

const suits = { S: 's', H: 'h', D: 'd', C: 'c', B: 'b', R: 'r', G: 'g', E: 'e' };
const COURTS = ['J', 'Q', 'K', '11', '12', '13'];
// In five columns every game has its keys in the same places: aces share four cells, courts three.
const ACES = 4;
const PICTURES = 3;

const sharing = (list, cells) => list.map((kind, at) => ({ ...kind, span: Math.floor(cells / list.length) + (at ? 0 : cells % list.length) }));

// The keys for a game's cards; aces and courts of equal value share one.
const kinds = (worth) => {
  const aces = {};
  Object.keys(worth).filter((card) => /^A./.test(card)).forEach((card) => { (aces[worth[card]] ??= []).unshift(card[1]); });
  const courts = COURTS.filter((card) => card in worth);
  const areAlike = courts.every((card) => worth[card] === worth[courts[0]]);
  const numbers = Object.keys(worth).filter((card) => /^\d+$/.test(card) && !courts.includes(card)).map((card) => ({ name: card, points: worth[card] }));
  return [
    ...sharing(Object.entries(aces).map((_, at, all) => all.at(-1 - at)).map(([points, letters]) => ({ name: 'A', letters, points: Number(points) })), ACES),
    { key: 'erase' },
    ...numbers.slice(0, ACES),
    { name: '*', points: worth['*'] },
    ...numbers.slice(ACES),
    ...sharing(areAlike ? [{ name: courts.join(' '), points: worth[courts[0]] }] : courts.map((card) => ({ name: card, points: worth[card] })), PICTURES),
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
  // "Ace of spades or clubs", for those who don't see the signs.
  const words = JSON.parse(field().form.dataset.cardWords);
  const either = (list) => list.reduce((one, other) => words.or.replace('{0}', one).replace('{1}', other));
  const spoken = ({ name, letters }) => {
    const rank = either(name.split(' ').map((one) => words[one] ?? one));
    return letters ? words.of.replace('{0}', rank).replace('{1}', either(letters.map((letter) => words[letter]))) : rank;
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
    cell.dataset.span = kind.span ?? 1;
    cell.dataset.spoken = spoken(kind);
    badge.hidden = true;
    cell.append(key, badge);
    return cell;
  };
  const keys = kinds(JSON.parse(field().form.dataset.worth)).map((kind) => (kind.key ? keyOf(kind.key) : cardKey(kind)));
  pad.replaceChildren(...keys);
  const showCounts = () => {
    const held = cards();
    pad.querySelectorAll('.key-cell').forEach((cell) => {
      const [key, badge] = cell.children;
      const count = held.filter((id) => id === cell.dataset.kind).length;
      badge.hidden = !count;
      badge.textContent = count;
      badge.setAttribute('aria-label', `${count}, ${names.less}: ${key.getAttribute('aria-label')}`);
      key.setAttribute('aria-description', [cell.dataset.spoken, ...(count ? [words.taken.replace('{}', count)] : [])].join(', '));
      key.classList.toggle('key-used', count > 0);
    });
  };
  return { showCounts, erase };
};
