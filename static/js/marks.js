// Marks on lines of names: known names have theirs, others get a free one, and a tap gives the next free one.
const MARKS = 16;

const nameOn = (line) => line.querySelector('input[name="names"]').value.trim();
const chosenOn = (line) => line.querySelector('input[name="marks"]');
const folded = (name) => name.toLowerCase();
// The first sign of a name, as a capital if it has one (kalooki_ref/words/signs.py).
const signs = (text) => (Intl.Segmenter ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text]);
export const initial = (name) => {
  const [first] = signs(name);
  const capital = first.toUpperCase();
  return signs(capital).length === 1 ? capital : first;
};

const draw = (line, mark) => {
  const drawings = document.querySelector('template[data-marks]').content.children;
  const drawn = drawings[mark - 1].cloneNode(true);
  drawn.querySelector('text').textContent = initial(nameOn(line));
  line.querySelector('.mark-button .mark').replaceWith(drawn);
};

const give = (list, line, wanted) => {
  const taken = [...list.children].filter((one) => one !== line && nameOn(one)).map((one) => Number(chosenOn(one).value));
  const onwards = Array.from({ length: MARKS }, (_, step) => ((wanted || 1) - 1 + step) % MARKS + 1);
  chosenOn(line).value = onwards.find((mark) => !taken.includes(mark)) ?? onwards[0];
};

// Updates the mark of a line when its name changes.
const look = (list, known, line) => {
  const name = folded(nameOn(line));
  const before = line.dataset.named ?? '';
  line.dataset.named = name;
  if (!name) {
    chosenOn(line).value = '';
    delete line.dataset.chosen;
    return;
  }
  const isFree = !('chosen' in line.dataset);
  if (!chosenOn(line).value || (name !== before && isFree && (known[name] || known[before]))) give(list, line, known[name]);
  draw(line, Number(chosenOn(line).value));
};

// Returns a function that sets the mark of every named line.
export const keepMarks = (list) => {
  const chips = document.querySelectorAll('[data-known]');
  const known = Object.fromEntries([...chips].map((chip) => [folded(chip.value), Number(chip.dataset.known)]));
  list.querySelectorAll(':scope > li').forEach((line) => { line.dataset.named = folded(nameOn(line)); });
  list.addEventListener('click', (event) => {
    const line = event.target.closest('.mark-button')?.closest('li');
    if (!line) return;
    event.preventDefault();
    give(list, line, Number(chosenOn(line).value) % MARKS + 1);
    line.dataset.chosen = '';
    draw(line, Number(chosenOn(line).value));
  });
  return () => [...list.children].forEach((line) => look(list, known, line));
};
