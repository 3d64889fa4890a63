// Plays the race of a finished game again: the lines grow round by round, with the marks riding on their ends. A tap stops it.
// Where people want less motion, each tap shows one more round.

const ROUND = 300; // milliseconds
const WHOLE = 4000; // at most

const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
let stop = null; // ends the replay that runs
let shown = 0; // rounds, one more with each tap

const setUp = (figure) => {
  const runners = [...figure.querySelectorAll('[data-runner]')].map((group) => {
    const [line, mark] = [group.querySelector('polyline'), group.querySelector('.mark')];
    const text = line.getAttribute('points');
    return {
      line, mark, text,
      points: text.split(' ').map((point) => point.split(',').map(Number)),
      rest: [mark.getAttribute('x'), mark.getAttribute('y')],
      half: Number(mark.getAttribute('width')) / 2,
    };
  });
  return { runners, rounds: runners[0].points.length - 1, spots: [...figure.querySelectorAll('[data-after]')] };
};

// Draws the race after so many rounds, the last of them in part.
const draw = ({ runners, spots }, rounds) => {
  const [whole, part] = [Math.floor(rounds), rounds % 1];
  runners.forEach(({ line, mark, points, half }) => {
    const [x, y] = points[whole];
    const [toX, toY] = points[whole + 1] ?? points[whole];
    const end = [x + (toX - x) * part, y + (toY - y) * part];
    line.setAttribute('points', [...points.slice(0, whole + 1), end].join(' '));
    mark.setAttribute('x', end[0] - half);
    mark.setAttribute('y', end[1] - half);
  });
  spots.forEach((spot) => spot.classList.toggle('is-to-come', Number(spot.dataset.after) > rounds));
};

const finish = (figure, { runners, spots }) => {
  runners.forEach(({ line, mark, text, rest }) => {
    line.setAttribute('points', text);
    mark.setAttribute('x', rest[0]);
    mark.setAttribute('y', rest[1]);
  });
  spots.forEach((spot) => spot.classList.remove('is-to-come'));
  figure.classList.remove('is-replaying');
  stop = null;
  shown = 0;
};

const play = (figure) => {
  const race = setUp(figure);
  const length = Math.min(WHOLE, ROUND * race.rounds);
  const began = performance.now();
  let frame = 0;
  const step = () => {
    const done = (performance.now() - began) / length;
    if (done >= 1) { finish(figure, race); return; }
    draw(race, done * race.rounds);
    frame = requestAnimationFrame(step);
  };
  stop = () => { cancelAnimationFrame(frame); finish(figure, race); };
  figure.classList.add('is-replaying');
  step();
};

let steps = null; // the race that is shown step by step
const showNext = (figure) => {
  steps = shown ? steps : setUp(figure);
  shown += 1;
  if (shown > steps.rounds) { finish(figure, steps); return; }
  figure.classList.add('is-replaying');
  draw(steps, shown);
};

document.addEventListener('click', ({ target }) => {
  const figure = target.closest?.('[data-replay]');
  if (!figure) return;
  if (stop) stop();
  else if (target.closest('[data-replay-now]')) (isCalm.matches ? showNext : play)(figure);
});
