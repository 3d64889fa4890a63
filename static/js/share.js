// Shares results with a picture drawn on a canvas in the page's colours: headline, podium, race. Without a share sheet, as
// over plain HTTP, the text is copied or selected.

const WIDTH = 1080;
const HEIGHT = 1350;
const EDGE = 60;
const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif';
const SANS = 'system-ui, sans-serif';

const colour = (name, element = document.documentElement) => getComputedStyle(element).getPropertyValue(`--${name}`).trim();
const words = (selector) => document.querySelector(selector)?.textContent.trim() ?? '';
const text = () => document.querySelector('[data-share] textarea').value.trim().split('\n');

// Parses a line of the text, "1 Rose: 154" or "2 Zoë: 320 (start 105)"; names may contain anything but a line break.
const placed = (line) => {
  const [, place, name, points] = line.match(/^(\S+) (.*): (\S+)(?: \(.*\))?$/);
  return { place, name, points };
};

const put = (pen, line, { x, y, font, fill, align = 'start', most = WIDTH }) => {
  Object.assign(pen, { font, fillStyle: fill, textAlign: align });
  let size = parseInt(font.match(/(\d+)px/)[1], 10);
  while (pen.measureText(line).width > most && size > 20) {
    size -= 2;
    pen.font = font.replace(/\d+px/, `${size}px`);
  }
  pen.fillText(line, x, y, most);
};

const sheet = (pen, x, y, width, height, radius) => {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
};

// Draws a mark of the page: its shape and its letter, in their colours.
const putMark = (pen, mark, x, y, size, { letter = true } = {}) => {
  const [shape, sign] = mark.children;
  const path = {
    circle: () => { const round = new Path2D(); round.arc(20, 20, 18.5, 0, 7); return round; },
    rect: () => { const square = new Path2D(); square.roundRect(3, 3, 34, 34, 4); return square; },
    path: () => new Path2D(shape.getAttribute('d')),
  }[shape.tagName]();
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 40, size / 40);
  Object.assign(pen, { fillStyle: getComputedStyle(mark).color, strokeStyle: getComputedStyle(mark).color, lineWidth: 2, lineJoin: 'round' });
  pen.fill(path);
  if (shape.tagName === 'path') pen.stroke(path);
  if (letter) put(pen, sign.textContent, { x: 20, y: Number(sign.getAttribute('y')), font: `700 ${getComputedStyle(sign).fontSize} ${SANS}`, fill: getComputedStyle(sign).fill, align: 'center', most: 34 });
  pen.restore();
};

const putCourt = (pen, court, { place, name, points }, middle, foot, width, isFirst) => {
  const mark = court.querySelector(':scope > .mark');
  const height = width * 1.4;
  pen.save();
  pen.translate(middle, foot - height / 2);
  if (!isFirst) pen.rotate(middle < WIDTH / 2 ? -0.087 : 0.087);
  sheet(pen, -width / 2, -height / 2, width, height, width * 0.08);
  Object.assign(pen, { fillStyle: colour('stock'), strokeStyle: colour(isFirst ? 'brass' : 'stock-edge'), lineWidth: isFirst ? 12 : 2 });
  pen.stroke();
  pen.fill();
  putMark(pen, mark, -width * 0.27, -width * 0.27, width * 0.54);
  for (let corner = 0; corner < 2; corner += 1) {
    put(pen, place, { x: -width * 0.37, y: -height * 0.36, font: `700 ${Math.round(width * 0.2)}px ${SANS}`, fill: getComputedStyle(mark).color, align: 'center' });
    putMark(pen, mark, -width * 0.44, -height * 0.33, width * 0.14, { letter: false });
    pen.rotate(Math.PI);
  }
  pen.restore();
  put(pen, name, { x: middle, y: foot + 58, font: `600 ${isFirst ? 52 : 42}px ${SERIF}`, fill: colour('on-felt'), align: 'center', most: width * 1.1 });
  put(pen, points, { x: middle, y: foot + 118, font: `700 ${isFirst ? 58 : 46}px ${SANS}`, fill: colour(isFirst ? 'brass' : 'on-felt'), align: 'center' });
};

const putPodium = (pen, rows, top) => {
  const steps = [...document.querySelectorAll('.podium > .step')];
  const isFirst = (step) => step.classList.contains('step-first');
  const firsts = steps.filter(isFirst).length;
  const widths = steps.map((step) => (isFirst(step) ? (firsts > 1 ? 250 : 300) : 210));
  const order = steps.length > 1 ? [1, 0, 2].filter((at) => at < steps.length) : [0];
  let x = (WIDTH - widths.reduce((sum, one) => sum + one + 36, -36)) / 2;
  for (const at of order) {
    putCourt(pen, steps[at].querySelector('.court'), rows[at], x + widths[at] / 2, top + 430, widths[at], isFirst(steps[at]));
    x += widths[at] + 36;
  }
};

const numbers = (line) => line.getAttribute('points').split(' ').map((point) => point.split(',').map(Number));

const RIGHT = 560;

// Places names at the ends of their lines, moved apart where they would overlap.
const apart = (heights, gap, bottom) => {
  const labels = [...heights];
  labels.forEach((_, at) => { if (at) labels[at] = Math.max(labels[at], labels[at - 1] + gap); });
  labels.forEach((_, back) => {
    const at = labels.length - 1 - back;
    labels[at] = Math.min(labels[at], bottom - back * gap);
  });
  return labels;
};

const putRunner = (pen, runner, way, { name, points }, label, size) => {
  const style = getComputedStyle(runner.querySelector('polyline'));
  Object.assign(pen, { strokeStyle: style.stroke, lineWidth: parseFloat(style.strokeWidth) * 2.4, lineJoin: 'round' });
  pen.setLineDash(style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map((dash) => parseFloat(dash) * 2.2));
  pen.beginPath();
  way.forEach(([x, y]) => pen.lineTo(x, y));
  pen.stroke();
  pen.setLineDash([]);
  const [end, height] = way.at(-1);
  Object.assign(pen, { strokeStyle: colour('soft'), lineWidth: 2 });
  pen.beginPath();
  pen.moveTo(end, height);
  pen.bezierCurveTo(end + 16, height, end + 8, label, RIGHT + 24, label);
  pen.stroke();
  putMark(pen, runner.querySelector('.mark'), RIGHT + 30, label - size / 2, size);
  const [x, edge] = [RIGHT + 44 + size, WIDTH - EDGE - 40];
  const y = label + 13;
  put(pen, name, { x, y, font: `600 38px ${SERIF}`, fill: colour('ink'), most: edge - 110 - x });
  put(pen, points, { x: edge, y, font: `700 38px ${SANS}`, fill: colour('ink'), align: 'end', most: 100 });
};

const putRace = (pen, rows, top, bottom) => {
  const runners = [];
  document.querySelectorAll('[data-runner]').forEach((one) => runners.unshift(one)); // the first is drawn last, on top
  const lines = runners.map((one) => numbers(one.querySelector('polyline')));
  const heights = lines.flat().map(([, y]) => y);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const [from, to] = [lines[0][0][0], lines[0].at(-1)[0]];
  const left = EDGE + 50;
  const moved = ([x, y]) => [left + (RIGHT - left) * (x - from) / (to - from || 1), top + (bottom - top) * (y - low) / (high - low || 1)];
  const ways = lines.map((line) => line.map(moved));
  const gap = Math.min(64, (bottom - top) / Math.max(1, rows.length - 1));
  const labels = apart(ways.map((way) => way.at(-1)[1]), gap, bottom);
  runners.forEach((runner, at) => putRunner(pen, runner, ways[at], rows[at], labels[at], Math.min(52, gap * 0.86)));
};

const putRows = (pen, rows, top, bottom) => {
  const height = Math.min(120, (bottom - top) / rows.length);
  rows.forEach(({ place, name, points }, at) => {
    const y = top + height * (at + 0.6);
    const font = `600 ${Math.round(Math.min(56, height * 0.55))}px`;
    const fill = colour('ink');
    put(pen, place, { x: EDGE + 50, y, font: `${font} ${SANS}`, fill });
    put(pen, name, { x: EDGE + 150, y, font: `${font} ${SERIF}`, fill, most: 620 });
    put(pen, points, { x: WIDTH - EDGE - 50, y, font: `${font} ${SANS}`, fill, align: 'end' });
  });
};

const picture = () => {
  const [title, ...lines] = text();
  const rows = lines.map(placed);
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d');
  pen.fillStyle = colour('felt');
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const middle = { x: WIDTH / 2, align: 'center', most: WIDTH - 2 * EDGE };
  put(pen, words('[data-headline]') || title, { ...middle, y: 128, font: `600 96px ${SERIF}`, fill: colour('on-felt') });
  put(pen, words('[data-story]'), { ...middle, y: 196, font: `400 42px ${SANS}`, fill: colour('on-felt-soft') });
  let top = 250;
  if (document.querySelector('.podium')) {
    putPodium(pen, rows, 240);
    top = 830;
  }
  sheet(pen, EDGE, top, WIDTH - 2 * EDGE, HEIGHT - 90 - top, 44);
  pen.fillStyle = colour('card');
  pen.fill();
  const draw = document.querySelector('[data-runner]') ? putRace : putRows;
  draw(pen, rows, top + 56, HEIGHT - 90 - 56);
  if (words('[data-headline]')) put(pen, title, { ...middle, y: HEIGHT - 32, font: `400 34px ${SANS}`, fill: colour('on-felt-soft') });
  return canvas;
};

const asFile = (canvas) => new Promise((done) => {
  canvas.toBlob((blob) => done(new File([blob], 'kalooki.png', { type: 'image/png' })), 'image/png');
});

const showHere = async (message, canvas) => {
  const details = document.querySelector('[data-share]');
  const status = details.querySelector('[data-share-status]');
  const field = details.querySelector('textarea');
  details.open = true;
  field.focus();
  field.select();
  const copied = await navigator.clipboard?.writeText(message).then(() => true, () => false) ?? document.execCommand('copy');
  status.textContent = `${copied ? `${details.dataset.copied} ` : ''}${details.dataset.hold}`;
  details.querySelector('img')?.remove();
  const image = document.createElement('img');
  image.className = 'share-picture';
  image.alt = message;
  image.src = canvas.toDataURL('image/png');
  details.append(image);
  image.scrollIntoView({ block: 'nearest' });
};

const send = async () => {
  const message = text().join('\n');
  const [title] = text();
  const canvas = picture();
  const whole = { title, text: message, files: [await asFile(canvas)] };
  if (!navigator.share) { await showHere(message, canvas); return; }
  await navigator.share(navigator.canShare?.(whole) ? whole : { title, text: message })
    .catch((error) => { if (error.name !== 'AbortError') showHere(message, canvas); });
};

// A live update may replace the button.
document.addEventListener('click', (event) => { if (event.target.closest?.('[data-share-now]')) send(); });
