// Keeps a half-typed <form data-draft="key" data-draft-url="/…">, here and on the server, until it is saved:
// form:saved, a good redirect, <meta name="draft-done" content="key"> or data-draft-done="key" on a later step.
{
  const PREFIX = 'draft:';
  const SENT = 'sent';
  const store = {
    get: (key) => { try { return JSON.parse(localStorage.getItem(PREFIX + key)); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(PREFIX + key, JSON.stringify(value)); return true; } catch { return false; } },
    drop: (key) => { try { localStorage.removeItem(PREFIX + key); } catch { /* no storage, nothing to drop */ } },
  };

  // `key` and `base` belong to the page that was served, never to a draft.
  const kept = (form) => [...form.elements].filter((field) => field.name && !field.disabled
    && !['hidden', 'submit', 'button', 'password', 'file', 'fieldset'].includes(field.type) && !field.hasAttribute('data-no-draft'));
  const isTick = (field) => field.type === 'radio' || field.type === 'checkbox';
  const read = (form) => {
    const values = {};
    kept(form).forEach((field) => {
      const list = (values[field.name] ??= []);
      if (!isTick(field) || field.checked) list.push(field.value);
    });
    return values;
  };
  const write = (form, values) => {
    const left = Object.fromEntries(Object.entries(values).map(([name, list]) => [name, [...list]]));
    kept(form).forEach((field) => {
      const list = left[field.name];
      if (!list) return;
      if (isTick(field)) field.checked = list.includes(field.value);
      else if (list.length) field.value = list.shift();
    });
    form.dispatchEvent(new CustomEvent('draft:restored', { bubbles: true }));
    form.dispatchEvent(new Event('input', { bubbles: true }));
  };

  const hush = (form) => { clearTimeout(form.draftTimer); form.draftTimer = 0; };
  const send = (form) => {
    hush(form);
    fetch(form.dataset.draftUrl, {
      method: 'PUT', keepalive: true, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(read(form)),
    }).catch(() => {});
  };
  const offer = (form) => {
    hush(form);
    if (form.dataset.draftUrl) form.draftTimer = setTimeout(send, 600, form);
  };

  const keep = (form) => {
    const key = form.dataset.draft;
    const before = store.get(key);
    if (before && !form.hasAttribute('data-draft-fresh')) write(form, before.values);
    const save = () => {
      const sure = store.set(key, { at: Date.now(), values: read(form) });
      form.toggleAttribute('data-draft-unsafe', !sure);
      offer(form);
    };
    form.addEventListener('input', (event) => { if (event.target !== form) save(); });
    form.addEventListener('change', save);
    form.addEventListener('form:saved', () => store.drop(key));
    form.addEventListener('reset', () => store.drop(key));
    form.addEventListener('submit', () => { store.set(SENT, key); hush(form); });
    addEventListener('pagehide', () => { if (form.draftTimer) send(form); });
  };

  const forgetSaved = () => {
    const sent = store.get(SENT);
    store.drop(SENT);
    const [arrival] = performance.getEntriesByType('navigation');
    const isBack = [...document.querySelectorAll('form[data-draft]')].some((form) => form.dataset.draft === sent);
    if (sent && !isBack && arrival?.responseStatus === 200 && arrival.redirectCount > 0) store.drop(sent);
  };

  forgetSaved();
  document.querySelectorAll('meta[name="draft-done"]').forEach((meta) => store.drop(meta.content));
  document.querySelectorAll('form[data-draft]').forEach(keep);
  document.querySelectorAll('form[data-draft-done]').forEach((form) => {
    form.addEventListener('form:saved', () => store.drop(form.dataset.draftDone));
    form.addEventListener('submit', () => store.set(SENT, form.dataset.draftDone));
  });
}
