// The rulebook: search while typing; house rules: marks changed options.

const folded = (text) => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'");

const search = document.querySelector('[data-clause-search]');
if (search) {
  const field = search.querySelector('input[type=search]');
  const status = document.querySelector('[data-found]');
  const chapters = [...document.querySelectorAll('[data-chapter]')];

  const tell = (found, words) => {
    if (!words.length) status.textContent = '';
    else if (found === 0) status.textContent = status.dataset.none;
    else status.textContent = found === 1 ? status.dataset.one : status.dataset.many.replace('#', found);
  };

  // Highlights the search terms, as the server does.
  const light = (clause, words) => {
    const place = clause.querySelector('p');
    const text = place.textContent;
    if (!words.length) { place.textContent = text; return; }
    const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${any})`, 'iu'));
    place.replaceChildren(...pieces.map((piece, at) => (at % 2 ? Object.assign(document.createElement('mark'), { textContent: piece }) : piece)));
  };

  const sift = () => {
    const fillers = search.dataset.fillers.split(' ');
    const ending = new RegExp(`${search.dataset.ending}$`);
    const words = folded(field.value).split(/[\s']+/).filter((word) => word && !fillers.includes(word))
      .map((word) => (word.length > 3 ? word.replace(ending, '') : word));
    const begins = words.map((word) => new RegExp(`(?:^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'u'));
    let found = 0;
    chapters.forEach((chapter) => {
      const title = folded(chapter.querySelector('h2').textContent);
      let shown = 0;
      chapter.querySelectorAll('[data-clause]').forEach((clause) => {
        const text = folded(clause.querySelector('.clause-number').textContent + ' ' + clause.querySelector('p').textContent + ' ' + title) + ' ' + clause.dataset.words;
        clause.hidden = !begins.every((word) => word.test(text));
        light(clause, clause.hidden ? [] : words);
        if (!clause.hidden) shown += 1;
      });
      chapter.hidden = shown === 0;
      found += shown;
    });
    document.querySelectorAll('.chapters-nav').forEach((nav) => { nav.hidden = words.length > 0; });
    tell(found, words);
  };

  // A page of search results has only the clauses found, so leave further searches to the server.
  if (!new URLSearchParams(location.search).get('q')) {
    field.addEventListener('input', sift);
    search.addEventListener('submit', (event) => { event.preventDefault(); field.blur(); });
    if (field.value) sift();
  }
}

document.querySelectorAll('[data-house]').forEach((form) => {
  const differing = (field) => form.querySelector(`[data-differs="${field}"]`);
  // A chapter's line says what is changed in it, else its most telling defaults.
  const say = (section) => {
    const words = section.querySelector('.chapter-words');
    const changed = [...section.querySelectorAll('.switch-changed select')];
    section.classList.toggle('chapter-changed', changed.length > 0);
    words.textContent = changed.map((select) => `${differing(select.name).querySelector('dt').textContent}: ${select.selectedOptions[0].text}`).join(' · ') || words.dataset.usual;
  };
  const show = (select) => {
    const line = select.closest('.switch');
    const isChanged = select.value !== line.dataset.usual;
    const differs = differing(select.name);
    line.classList.toggle('switch-changed', isChanged);
    differs.hidden = !isChanged;
    differs.querySelector('[data-now]').textContent = select.selectedOptions[0].text;
    say(line.closest('[data-section]'));
  };
  form.addEventListener('change', ({ target }) => { if (target.matches('.switch select')) show(target); });
  form.querySelectorAll('.switch select').forEach(show); // some may have been changed before this script had loaded
  form.addEventListener('click', ({ target }) => {
    const differs = target.closest('[data-reset]')?.closest('[data-differs]');
    if (!differs) return;
    const field = form.elements[differs.dataset.differs];
    field.value = field.closest('.switch').dataset.usual;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
});
