// What came to the end of a round from players' own phones says so, as long as it reads as they sent it.
{
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
    form.addEventListener('draft:looked', ({ detail }) => form.querySelectorAll('[data-from]').forEach((line) => {
      const seat = line.dataset.from;
      line.hidden = JSON.stringify(detail[`own-${seat}`]) !== JSON.stringify([typedOf(seat, 'points'), typedOf(seat, 'cards')]);
    }));
    if (counting) form.addEventListener('input', tellCounting);
  }
}
