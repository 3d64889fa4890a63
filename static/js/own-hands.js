// The round form: marks hands sent from players' own phones, and shows both values if they differ.

const form = document.querySelector('form[data-round]');
if (form) {
  const handOf = (seat) => form.querySelector(`.hand-left[data-seat="${seat}"]`);
  const typedOf = (seat, name) => handOf(seat).querySelector(`[name$="-${name}"]`).value;
  const counting = form.querySelector('[data-counting]');
  const tellCounting = () => {
    const left = Object.entries(JSON.parse(counting.dataset.counting)).filter(([seat]) => seat !== form.querySelector('input[name="winner"]:checked')?.value && !typedOf(seat, 'points'));
    counting.hidden = !left.length;
    counting.textContent = counting.dataset.words.replace('{}', left.map(([, name]) => name).join(', '));
  };
  const NAMES = ['points', 'cards'];
  let sent = {};
  const tellOwn = (line) => {
    const own = sent[`own-${line.dataset.from}`];
    const isSame = JSON.stringify(own) === JSON.stringify(NAMES.map((name) => typedOf(line.dataset.from, name)));
    const [words, use] = line.children;
    if (own) {
      words.textContent = isSame ? line.dataset.same : line.dataset.other.replace('{}', own.find(Boolean));
      use.textContent = use.dataset.use.replace('{}', own.find(Boolean));
    }
    use.hidden = isSame;
    line.classList.toggle('muted', isSame);
    line.hidden = !own;
  };
  const tell = () => form.querySelectorAll('[data-from]').forEach(tellOwn);
  form.addEventListener('click', ({ target: use }) => {
    if (!use.matches('[data-use]')) return;
    const seat = use.closest('[data-from]').dataset.from;
    NAMES.forEach((name, at) => {
      const field = handOf(seat).querySelector(`[name$="-${name}"]`);
      field.value = sent[`own-${seat}`][at] ?? '';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  });
  // The line of a player's own phone says that its field differs, and has a button of its own.
  form.addEventListener('draft:differs', (event) => {
    const { name, looked } = event.detail;
    const seat = form.elements[name].closest?.('.hand-left')?.dataset.seat;
    if (seat && looked[`own-${seat}`]) event.preventDefault();
  });
  form.addEventListener('draft:looked', ({ detail }) => { sent = detail; tell(); });
  form.addEventListener('input', () => { if (Object.keys(sent).length) tell(); });
  if (counting) form.addEventListener('input', tellCounting);
}
