// A picture to share, drawn on a canvas in the colours of the day: felt with scattered suits, text, marks, rosettes, and at its
// foot the app's name.

export const WIDTH = 1080;
export const HEIGHT = 1350;
export const EDGE = 60;
export const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", "Liberation Serif", Georgia, serif';
export const SANS = '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, system-ui, sans-serif';
export const INK = '#16211b'; // on card stock, which is light in the evening, too

const root = document.documentElement;
export const colour = (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
export const words = (selector, within = document) => within.querySelector(selector)?.textContent.trim() ?? '';

// Sets the pen's font, smaller until the line is no wider than ``most``.
const fit = (pen, line, font, most, least = 20) => {
  pen.font = font;
  let size = parseInt(font.match(/(\d+)px/)[1], 10);
  while (pen.measureText(line).width > most && size > least) {
    size -= 2;
    pen.font = font.replace(/\d+px/, `${size}px`);
  }
};

export const put = (pen, line, { x, y, font, fill, align = 'start', most = WIDTH }) => {
  Object.assign(pen, { fillStyle: fill, textAlign: align });
  fit(pen, line, font, most);
  pen.fillText(line, x, y, most);
};

export const widthOf = (pen, line, font) => {
  pen.font = font;
  return pen.measureText(line).width;
};

// Puts a text in lines of at most ``most``, from ``y`` downwards; returns where the next line would be.
export const putLines = (pen, text, { y, font, most, height, ...how }) => {
  const lines = [''];
  text.split(' ').forEach((word) => {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (widthOf(pen, longer, font) <= most || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  });
  lines.forEach((line, at) => put(pen, line, { ...how, font, most, y: y + at * height }));
  return y + lines.length * height;
};

// As roundRect, which Safari has from 16 on.
const addSheet = (path, x, y, width, height, radius) => {
  const [right, bottom] = [x + width, y + height];
  path.moveTo(x + radius, y);
  path.arcTo(right, y, right, bottom, radius);
  path.arcTo(right, bottom, x, bottom, radius);
  path.arcTo(x, bottom, x, y, radius);
  path.arcTo(x, y, right, y, radius);
  path.closePath();
};
export const sheet = (pen, ...box) => {
  pen.beginPath();
  addSheet(pen, ...box);
};

const pathOf = (mark) => {
  const [shape] = mark.children;
  if (shape.tagName === 'path') return new Path2D(shape.getAttribute('d'));
  const path = new Path2D();
  if (shape.tagName === 'circle') path.arc(20, 20, 18.5, 0, 7);
  else addSheet(path, 3, 3, 34, 34, 4);
  return path;
};

const fillShape = (pen, path, fill) => {
  Object.assign(pen, { fillStyle: fill, strokeStyle: fill, lineWidth: 2, lineJoin: 'round' });
  pen.fill(path);
  pen.stroke(path);
};

// Draws a mark of the page: its shape and its letter, in their colours.
export const putMark = (pen, mark, x, y, size, { letter = true } = {}) => {
  const sign = mark.querySelector('text');
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 40, size / 40);
  fillShape(pen, pathOf(mark), getComputedStyle(mark).color);
  if (letter) put(pen, sign.textContent, { x: 20, y: Number(sign.getAttribute('y')), font: `700 20px ${SANS}`, fill: getComputedStyle(sign).fill, align: 'center', most: 34 });
  pen.restore();
};

// Draws the rosette of a mark of the page around a point, as rosette.html does.
export const putRosette = (pen, mark, x, y, size) => {
  const [path, hue, brass] = [pathOf(mark), getComputedStyle(mark).color, colour('brass')];
  const turned = (degrees, draw) => {
    pen.save();
    pen.rotate(degrees * Math.PI / 180);
    draw();
    pen.restore();
  };
  const shape = (away, scale, fill) => {
    pen.translate(0, away);
    pen.scale(scale, scale);
    pen.translate(-20, -20);
    fillShape(pen, path, fill);
  };
  const dot = (away, radius, fill) => {
    pen.beginPath();
    pen.arc(0, away, radius, 0, 7);
    pen.fillStyle = fill;
    pen.fill();
  };
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 168, size / 168);
  for (let at = 0; at < 24; at += 1) turned(15 * at + 7.5, () => dot(-80, 2.1, brass));
  for (let at = 0; at < 12; at += 1) {
    turned(30 * at, () => shape(-63, 0.6, hue));
    turned(30 * at + 15, () => shape(-42, 0.3, brass));
  }
  dot(0, 33, colour('stock'));
  pen.restore();
  putMark(pen, mark, x - size * 25 / 168, y - size * 25 / 168, size * 50 / 168);
};

const suit = (name) => new Path2D(document.querySelector(`#${name} path`).getAttribute('d'));
const putSuit = (pen, path, x, y, size, { turn = 0, fill }) => {
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  pen.scale(size / 32, size / 32);
  pen.translate(-16, -16);
  pen.fillStyle = fill;
  pen.fill(path);
  pen.restore();
};

const PIPS = [[100, 90, -0.4], [990, 120, 0.3], [90, 450, 0.5], [1014, 390, -0.3], [180, 280, 0.2], [934, 590, -0.5], [70, 720, 0.4], [1030, 750, 0.1], [280, 70, -0.2], [830, 70, 0.5]];
const SUITS = ['suit-s', 'suit-h', 'suit-d', 'suit-c'];

const putFoot = (pen, title) => {
  const cards = [['K', 'suit-s', 'black', -0.14], ['Q', 'suit-h', 'red', 0], ['', 'joker', 'joker', 0.14]];
  cards.forEach(([sign, pip, ink, turn], at) => {
    pen.save();
    pen.translate(94 + at * 33, 1258);
    pen.rotate(turn);
    sheet(pen, -33, -46, 66, 92, 7);
    Object.assign(pen, { fillStyle: colour('stock'), strokeStyle: colour('stock-edge'), lineWidth: 2 });
    pen.fill();
    pen.stroke();
    put(pen, sign, { x: -20, y: -18, font: `700 26px ${SANS}`, fill: colour(ink), align: 'center' });
    putSuit(pen, suit(pip), ...(sign ? [-20, -2, 18] : [6, 10, 34]), { fill: colour(ink) });
    pen.restore();
  });
  put(pen, 'Kalooki Ref', { x: 240, y: 1250, font: `600 38px ${SERIF}`, fill: colour('on-felt') });
  put(pen, title, { x: 240, y: 1292, font: `400 28px ${SANS}`, fill: colour('on-felt-soft'), most: WIDTH - EDGE - 240 });
};

const byDay = (draw) => {
  const look = root.className;
  root.classList.remove('theme-dark');
  root.classList.add('theme-light');
  draw();
  root.className = look;
};

// Returns a canvas with felt and foot, on which ``draw`` has put the rest.
export const picture = (title, draw) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d');
  byDay(() => {
    pen.fillStyle = colour('felt');
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    PIPS.forEach(([x, y, turn], at) => putSuit(pen, suit(SUITS[at % 4]), x, y, 58, { turn, fill: colour('felt-2') }));
    putFoot(pen, title);
    draw(pen);
  });
  return canvas;
};
