// The results of a page as a picture: headline, story, podium, and the race or the places.
import { EDGE, INK, SANS, SERIF, WIDTH, colour, picture, put, putMark, putRosette, sheet, widthOf, words } from './picture.js';

const MOST_NAME = 300; // pixels
const FOOT = 1190;
const LEAST_ROW = 44;

const putCourt = (pen, court, { place, name }, { x, y, width, turn, isFirst }) => {
  const mark = court.querySelector('.court-corner > .mark');
  const height = width * 1.4;
  const hue = getComputedStyle(mark).color;
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  sheet(pen, -width / 2, -height / 2, width, height, width * 0.085);
  Object.assign(pen, { fillStyle: colour('stock'), strokeStyle: colour(isFirst ? 'brass' : 'stock-edge'), lineWidth: isFirst ? 20 : 2 });
  pen.stroke();
  pen.fill();
  putRosette(pen, mark, 0, -height * 0.06, width * 0.7);
  put(pen, name, { x: 0, y: height * 0.42, font: `600 ${Math.round(width * 0.16)}px ${SERIF}`, fill: INK, align: 'center', most: width * 0.62 });
  for (let corner = 0; corner < 2; corner += 1) {
    put(pen, place, { x: -width * 0.39, y: -height * 0.36, font: `700 ${Math.round(width * 0.17)}px ${SANS}`, fill: hue, align: 'center' });
    putMark(pen, mark, -width * 0.445, -height * 0.33, width * 0.11, { letter: false });
    pen.rotate(Math.PI);
  }
  pen.restore();
};

const PLACES = { // of the cards, with one in first place and with more
  alone: [{ x: 540, y: 493, width: 330, turn: 0 }, { x: 255, y: 527, width: 250, turn: -0.14 }, { x: 825, y: 527, width: 250, turn: 0.14 }],
  shared: [{ x: 370, y: 500, width: 280, turn: -0.05 }, { x: 710, y: 500, width: 280, turn: 0.05 }, { x: 950, y: 560, width: 180, turn: 0.14 }],
};

const putPodium = (pen, rows) => {
  const steps = [...document.querySelectorAll('.podium > .step')];
  const isFirst = (step) => step.classList.contains('step-first');
  const places = PLACES[steps.filter(isFirst).length > 1 ? 'shared' : 'alone'];
  // The first is drawn last, on top.
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    putCourt(pen, steps[at].querySelector('.court'), rows[at], { ...places[at], isFirst: isFirst(steps[at]) });
  }
};

const numbers = (line) => line.getAttribute('points').split(' ').map((point) => point.split(',').map(Number));

// Places names at the ends of their lines, moved apart where they would overlap.
const apart = (heights, gap, bottom) => {
  const labels = [...heights];
  const order = [...labels.keys()];
  order.sort((one, other) => heights[one] - heights[other]);
  order.forEach((at, rank) => { if (rank) labels[at] = Math.max(labels[at], labels[order[rank - 1]] + gap); });
  order.reverse();
  order.forEach((at, back) => { labels[at] = Math.min(labels[at], bottom - back * gap); });
  return labels;
};

const putRunner = (pen, runner, way, { name, points }, { label, size, inks }) => {
  const style = getComputedStyle(runner.querySelector('polyline'));
  const ink = runner.matches('.is-first') ? colour('brass') : inks.text;
  Object.assign(pen, { strokeStyle: style.stroke, lineWidth: parseFloat(style.strokeWidth) * 2.3, lineJoin: 'round' });
  pen.setLineDash(style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map((dash) => parseFloat(dash) * 2.2));
  pen.beginPath();
  way.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
  pen.setLineDash([]);
  const [end, height] = way.at(-1);
  Object.assign(pen, { strokeStyle: inks.line, lineWidth: 2 });
  pen.beginPath();
  pen.moveTo(end, height);
  pen.bezierCurveTo(end + 26, height, end + 16, label, end + 42, label);
  pen.stroke();
  putMark(pen, runner.querySelector('.mark'), end + 48, label - size / 2, size);
  const [x, edge] = [end + 62 + size, WIDTH - EDGE - inks.inset];
  const font = Math.round(Math.min(40, size * 0.78));
  put(pen, name, { x, y: label + font * 0.35, font: `600 ${font}px ${SERIF}`, fill: ink, most: edge - 116 - x });
  put(pen, points, { x: edge, y: label + font * 0.35, font: `700 ${font}px ${SANS}`, fill: ink, align: 'end', most: 106 });
};

const putMoments = (pen, moved, right) => document.querySelectorAll('.race-bent').forEach((one, at) => {
  const { e, f } = one.transform.baseVal.consolidate().matrix;
  const [x, y] = moved([e, f]);
  pen.save();
  pen.translate(x, y);
  pen.rotate(0.19);
  sheet(pen, -19, -27, 38, 54, 5);
  Object.assign(pen, { fillStyle: colour('stock'), strokeStyle: colour('brass'), lineWidth: 4 });
  pen.fill();
  pen.stroke();
  put(pen, '0', { x: 0, y: 11, font: `700 30px ${SANS}`, fill: INK, align: 'center' });
  pen.restore();
  if (!at) put(pen, one.dataset.words, { x: x + 34, y: y - 16, font: `500 24px ${SANS}`, fill: colour('on-felt-soft'), most: Math.max(40, right - x - 40) });
});

const putRace = (pen, rows, top, bottom, inks) => {
  const runners = [];
  document.querySelectorAll('[data-runner]').forEach((one) => runners.unshift(one)); // the first is drawn last, on top
  const lines = runners.map((one) => numbers(one.querySelector('polyline')));
  const heights = lines.flat().map(([, y]) => y);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const [from, to] = [lines[0][0][0], lines[0].at(-1)[0]];
  const gap = Math.min(66, (bottom - top) / Math.max(1, rows.length - 1));
  const size = Math.min(54, gap * 0.86);
  const longest = Math.max(...rows.map(({ name }) => widthOf(pen, name, `600 ${Math.round(Math.min(40, size * 0.78))}px ${SERIF}`)));
  const left = EDGE + inks.inset;
  const right = WIDTH - left - 116 - Math.min(MOST_NAME, longest) - 76 - size;
  const moved = ([x, y]) => [left + (right - left) * (x - from) / (to - from || 1), top + (bottom - top) * (y - low) / (high - low || 1)];
  const ways = lines.map((line) => line.map(moved));
  const labels = apart(ways.map((way) => way.at(-1)[1]), gap, bottom);
  for (let at = runners.length - 1; at >= 0; at -= 1) putRunner(pen, runners[at], ways[at], rows[at], { label: labels[at], size, inks });
  putMoments(pen, moved, right);
};

// Many rows below a podium are in two columns, where there is less beside a name.
const putRows = (pen, rows, top, bottom, inks) => {
  const columns = (bottom - top) / rows.length < LEAST_ROW ? 2 : 1;
  const [lines, wide] = [Math.ceil(rows.length / columns), (WIDTH - 2 * EDGE) / columns];
  const [inset, indent] = columns > 1 ? [16, 56] : [50, 100];
  const height = Math.min(120, (bottom - top) / lines);
  const font = `600 ${Math.round(Math.min(56, height * 0.55))}px`;
  const most = wide - 2 * inset - indent - 24 - Math.max(...rows.map(({ points }) => widthOf(pen, points, `${font} ${SANS}`)));
  rows.forEach(({ place, name, points }, at) => {
    const [x, y] = [EDGE + inset + wide * Math.floor(at / lines), top + height * ((at % lines) + 0.6)];
    put(pen, place, { x, y, font: `${font} ${SANS}`, fill: inks.text });
    put(pen, name, { x: x + indent, y, font: `${font} ${SERIF}`, fill: inks.text, most });
    put(pen, points, { x: x + wide - 2 * inset, y, font: `${font} ${SANS}`, fill: inks.text, align: 'end' });
  });
};

// Returns the picture of these rows: place, name and points, in the order of the page's race and podium.
export const resultPicture = (title, rows) => picture(title, (pen) => {
  const middle = { x: WIDTH / 2, align: 'center', most: WIDTH - 2 * EDGE };
  put(pen, words('[data-headline]'), { ...middle, y: 150, font: `600 112px ${SERIF}`, fill: colour('on-felt') });
  put(pen, words('[data-story]'), { ...middle, y: 214, font: `400 38px ${SANS}`, fill: colour('on-felt-soft') });
  const draw = document.querySelector('[data-runner]') ? putRace : putRows;
  if (document.querySelector('.podium')) {
    putPodium(pen, rows);
    draw(pen, rows, 800, FOOT - 30, { text: colour('on-felt'), line: colour('felt-edge'), inset: 0 });
    return;
  }
  sheet(pen, EDGE, 260, WIDTH - 2 * EDGE, FOOT - 260, 44);
  pen.fillStyle = colour('card');
  pen.fill();
  draw(pen, rows, 316, FOOT - 56, { text: colour('ink'), line: colour('soft'), inset: 40 });
});
