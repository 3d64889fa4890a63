// The round form: marks hands sent from players' own phones, and shows both values if they differ.

const form = document.querySelector('form[data-round]');
if (form) {
  const handOf = (seat) => form.querySelector(`.hand-left[data-seat="${seat}"]`);
  const typedOf = (seat, name) => handOf(seat).querySelector(`[name$="-${name}"]`).value;
  const winner = () => form.querySelector('input[name="winner"]:checked')?.value;
  const counting = form.querySelector('[data-counting]');
  const tellCounting = () => {
    const left = Object.entries(JSON.parse(counting.dataset.counting)).filter(([seat]) => seat !== winner() && !typedOf(seat, 'points'));
    // The line stays, because what is below it would move under the thumb.
    counting.textContent = left.length ? counting.dataset.words.replace('{}', left.map(([, name]) => name).join(', ')) : counting.dataset.done;
  };
  const NAMES = ['points', 'cards'];
  let sent = {};
  const before = {}; // by seat, the points that were typed here until the player's own came
  const tellOwn = (line) => {
    const own = sent[`own-${line.dataset.from}`];
    const isSame = JSON.stringify(own) === JSON.stringify(NAMES.map((name) => typedOf(line.dataset.from, name)));
    const [words, use] = line.children;
    const other = isSame ? before[line.dataset.from] : own?.find(Boolean);
    if (own) words.textContent = isSame ? line.dataset.same : line.dataset.other.replace('{}', other);
    if (other) use.querySelector('span').textContent = use.dataset.use.replace('{}', other);
    use.hidden = !other;
    words.classList.toggle('unseen', Boolean(other)); // the button says the number
    line.classList.toggle('muted', isSame);
    line.hidden = !own || line.dataset.from === winner();
  };
  const tell = () => form.querySelectorAll('[data-from]').forEach(tellOwn);
  form.addEventListener('click', ({ target }) => {
    const use = target.closest('.hand-use');
    if (!use) return;
    const seat = use.closest('[data-from]').dataset.from;
    const [points, cards] = use.closest('.muted') ? [before[seat]] : sent[`own-${seat}`];
    const write = (name, value) => {
      const field = handOf(seat).querySelector(`[name$="-${name}"]`);
      field.value = value ?? '';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    write('cards', cards);
    write('points', points); // after the cards, which fill it in
  });
  // The line of a player's own phone says that its field differs, and has a button of its own.
  form.addEventListener('draft:differs', (event) => {
    const { name, looked, before: typed } = event.detail;
    const seat = form.elements[name].closest?.('.hand-left')?.dataset.seat;
    if (!seat || !looked[`own-${seat}`]) return;
    const isPoints = name.endsWith('-points');
    if (typed && !isPoints) return;
    event.preventDefault();
    if (typed) [before[seat]] = typed;
  });
  form.addEventListener('draft:looked', ({ detail }) => { sent = detail; tell(); });
  form.addEventListener('input', () => { if (Object.keys(sent).length) tell(); });
  if (counting) form.addEventListener('input', tellCounting);
}
