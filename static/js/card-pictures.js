// Everybody's cards as pictures: one of them, or all with the winner's in front.
import { EDGE, INK, SANS, SERIF, WIDTH, colour, picture, put, putLines, putMark, putRosette, sheet, words } from './picture.js';

const TOP = 190;
const FOOT = 1180;
const GAP = 20;

const putCard = (pen, place, { x, y, width, height, turn, isFirst }) => {
  const card = place.querySelector('[data-award]');
  const mark = card.querySelector('.court-corner > .mark');
  const letter = mark.querySelector('text').textContent;
  const unit = width / 330;
  const large = Math.max(unit, 0.92);
  const hue = getComputedStyle(mark).color;
  const centred = { x: 0, align: 'center' };
  pen.save();
  pen.translate(x + width / 2, y + height / 2);
  pen.rotate(turn);
  sheet(pen, -width / 2, -height / 2, width, height, 24 * unit);
  Object.assign(pen, { fillStyle: colour('stock'), strokeStyle: colour(isFirst ? 'brass' : 'stock-edge'), lineWidth: isFirst ? 18 * unit : 2 });
  pen.stroke();
  pen.fill();
  for (let corner = 0; corner < 2; corner += 1) {
    put(pen, letter, { x: -width / 2 + 30 * unit, y: -height / 2 + 46 * unit, font: `700 ${Math.round(34 * unit)}px ${SANS}`, fill: hue, align: 'center' });
    putMark(pen, mark, -width / 2 + 17 * unit, -height / 2 + 54 * unit, 26 * unit, { letter: false });
    pen.rotate(Math.PI);
  }
  const rosette = Math.min(210 * unit, height - (44 * unit + 200 * large)); // three rows of cards are low
  putRosette(pen, mark, 0, -height / 2 + 44 * unit + rosette / 2, rosette);
  const under = -height / 2 + 44 * unit + rosette + 40 * large;
  const next = putLines(pen, words('h2', card), { ...centred, y: under, font: `600 ${Math.round(33 * large)}px ${SERIF}`, fill: INK, most: width * 0.9, height: 36 * large });
  putLines(pen, words('p', card), { ...centred, y: next - 2 * large, font: `400 ${Math.round(20.5 * large)}px ${SANS}`, fill: '#4c554e', most: width * 0.84, height: 26 * large });
  put(pen, place.querySelector('[data-signature]').dataset.signature, { ...centred, y: height / 2 - 24 * large, font: `600 ${Math.round(26 * large)}px ${SERIF}`, fill: INK, most: width * 0.68 });
  pen.restore();
};

// Returns the picture of one card.
export const cardPicture = (title, place) => picture(title, (pen) => {
  const [width, height] = [700, 1030];
  putCard(pen, place, { x: (WIDTH - width) / 2, y: 90, width, height, turn: 0, isFirst: place.matches(':first-child') });
});

// Two rows up to eight cards, then three; more in the first ones.
const inRows = (places) => {
  const count = places.length < 4 ? 1 : places.length < 9 ? 2 : 3;
  const rows = [];
  let at = 0;
  for (let row = 0; row < count; row += 1) {
    const many = Math.ceil((places.length - at) / (count - row));
    rows.push(places.slice(at, at + many));
    at += many;
  }
  return rows;
};

// Returns the picture of all cards.
export const cardsPicture = (title, places) => picture(title, (pen) => {
  put(pen, words('.bar-title'), { x: WIDTH / 2, y: 128, font: `600 84px ${SERIF}`, fill: colour('on-felt'), align: 'center', most: WIDTH - 2 * EDGE });
  const rows = inRows(places);
  const room = (FOOT - TOP) / rows.length;
  const most = Math.max(...rows.map((row) => row.length));
  const width = Math.min(330, (WIDTH - 2 * 36 - (most - 1) * GAP) / most);
  const height = Math.min(room - GAP, 486);
  rows.forEach((row, line) => {
    const order = [...row.keys()];
    if (!line && row.length > 2) order.splice(Math.floor(row.length / 2), 0, order.shift()); // the winner in the middle
    const left = (WIDTH - row.length * width - (row.length - 1) * GAP) / 2;
    const cards = order.map((at, column) => ({ place: row[at], column, isFirst: !line && !at }));
    const onTop = cards.filter(({ isFirst }) => isFirst);
    [...cards.filter(({ isFirst }) => !isFirst), ...onTop].forEach(({ place, column, isFirst }) => putCard(pen, place, {
      x: left + column * (width + GAP), y: TOP + line * room + (isFirst ? -16 : 0), width, height, isFirst,
      turn: isFirst ? 0 : 0.05 * Math.sign(column - (row.length - 1) / 2),
    }));
  });
});
