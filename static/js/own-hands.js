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
  let sent = {};
  const tellOwn = (line) => {
    const own = sent[`own-${line.dataset.from}`];
    const isSame = JSON.stringify(own) === JSON.stringify(['points', 'cards'].map((name) => typedOf(line.dataset.from, name)));
    if (own) line.textContent = isSame ? line.dataset.same : line.dataset.other.replace('{}', own.find(Boolean));
    line.classList.toggle('muted', isSame);
    line.hidden = !own;
  };
  const tell = () => form.querySelectorAll('[data-from]').forEach(tellOwn);
  form.addEventListener('draft:looked', ({ detail }) => { sent = detail; tell(); });
  form.addEventListener('input', () => { if (Object.keys(sent).length) tell(); });
  if (counting) form.addEventListener('input', tellCounting);
}
