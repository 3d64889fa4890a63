// The rulebook: search while typing, games to compare; house rules: marks changed options.
import { become } from './patch.js';
import { pageIn, request } from './request.js';
import { toast } from './toast.js';

const search = document.querySelector('[data-find]');
if (search) {
  const PAUSE = 150; // milliseconds after the last letter
  let timer;
  let latest = 0;
  const ask = async () => {
    const turn = ++latest;
    const address = `${location.pathname}?${new URLSearchParams(new FormData(search))}`;
    try {
      const answer = await request(address);
      if (!answer.ok) return;
      const page = await pageIn(answer);
      if (turn !== latest) return;
      const [here, there] = [document, page].map((one) => one.querySelector('#main > .page-card'));
      become(here, there);
      document.querySelector('[data-found]').textContent = page.querySelector('[data-found]').textContent.trim();
      history.replaceState(history.state, '', address);
    } catch { /* no network: Enter sends the form, and the browser says so */ }
  };
  // An answer that comes while a link opens would change the address and stop it.
  document.getElementById('main').addEventListener('click', ({ target }) => {
    if (!target.closest('a')) return;
    clearTimeout(timer);
    latest += 1;
  });
  search.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(ask, PAUSE); });
}

document.querySelectorAll('[data-submits]').forEach((field) => field.addEventListener('change', () => field.form.requestSubmit()));

// Shares the comparison by its address, which names both games; without a share sheet it is copied.
const share = document.querySelector('[data-share-page]');
if (share && (navigator.share || navigator.clipboard)) {
  share.hidden = false;
  share.addEventListener('click', async () => {
    const url = new URL(share.dataset.sharePage, location.href).href;
    if (navigator.share) { await navigator.share({ title: document.title, url }).catch(() => {}); return; }
    await navigator.clipboard.writeText(url);
    const line = document.createElement('p');
    line.className = 'flash flash-success';
    line.textContent = share.dataset.copied;
    toast([line]);
  });
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
