// Entries of a game wait on the phone until the server has them: each is kept with its key before it is sent, sent in
// order, and shown until it is saved. One that is refused stays, with what can be done about it.
if (document.querySelector('template[data-outbox]')) {
  const SECONDS = 20;
  const AGAIN = 4000;
  const OPENED = 'outbox:opened';
  const SLOW = 1000;
  const template = document.querySelector('template[data-outbox]');
  const words = template.dataset;
  const remembered = () => { try { return Number(sessionStorage.getItem(OPENED)); } catch { return 0; } };
  const remember = (number) => { try { sessionStorage.setItem(OPENED, number || ''); } catch { /* then it is tried again */ } };

  // In the phone's database; where it keeps nothing, in this page alone, and the page says so.
  const memory = { items: [], next: 1 };
  const answered = (request) => new Promise((done, failed) => {
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => failed(request.error));
  });
  let opening = (async () => {
    try {
      const request = indexedDB.open('kalooki-outbox', 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('outbox', { keyPath: 'n', autoIncrement: true }));
      const database = await answered(request);
      const probe = database.transaction('outbox', 'readwrite').objectStore('outbox');
      await answered(probe.delete(await answered(probe.add({ probe: 'x'.repeat(2000) }))));
      return database;
    } catch {
      return null;
    }
  })();
  const all = async () => {
    const database = await opening;
    return database ? answered(database.transaction('outbox').objectStore('outbox').getAll()) : memory.items;
  };
  // Keeps what `change` makes of all items, all of it or nothing when the phone dies meanwhile.
  const update = async (change) => {
    const database = await opening;
    if (!database) {
      memory.items = change(memory.items).map((item) => (item.n ? item : { ...item, n: memory.next++ }));
      return memory.items;
    }
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
    const done = new Promise((yes, no) => {
      transaction.addEventListener('complete', yes);
      transaction.addEventListener('abort', () => no(transaction.error));
    });
    const store = transaction.objectStore('outbox');
    const before = await answered(store.getAll());
    const after = change(before);
    before.filter(({ n }) => !after.some((item) => item.n === n)).forEach(({ n }) => store.delete(n));
    after.filter((item) => !before.includes(item)).forEach((item) => store.put(item));
    await done;
    return all();
  };
  const change = (n, facts) => update((items) => items.map((item) => (item.n === n ? { ...item, ...facts } : item)));
  const drop = (n) => update((items) => items.filter((item) => item.n !== n));

  const line = (kind, text, button) => {
    const message = document.createElement('p');
    message.className = `flash flash-${kind}`;
    message.append(text, ' ', button ?? '');
    return message;
  };
  const buttonOf = (label, act) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button button-quiet';
    button.textContent = label;
    button.addEventListener('click', act);
    return button;
  };
  const tell = (...parts) => document.dispatchEvent(new CustomEvent('page:messages', { detail: [line(...parts)] }));

  // What was saved moves the version on for what comes after it, unless another phone has saved in between.
  const gameOf = (address) => new URL(address, location.href).pathname.match(/\/g\/[^/]+/)?.[0];
  const isNext = (base, address, saved, seq) => Number(base) === seq - 1 && gameOf(address) === gameOf(saved.address);
  const without = (items, saved, seq, opened) => items.filter(({ n }) => n !== saved.n && n !== opened)
    .map((item) => (isNext(item.base, item.address, saved, seq) ? { ...item, base: seq } : item));
  const moveForms = (saved, seq) => document.querySelectorAll('form').forEach(({ elements: { base } }) => {
    if (base && isNext(base.value, location.href, saved, seq)) base.value = seq;
  });

  // The forms of this page that wait for an answer, by the number of their item.
  const here = new Map();
  const busy = new WeakSet();
  const letGo = ({ form, submitter }) => {
    submitter?.removeAttribute('aria-busy');
    busy.delete(form);
  };
  // The second of two quick taps would be another entry, once the page has its answer (armed.js).
  const settle = (button) => button?.dispatchEvent(new Event('controls:changed', { bubbles: true }));
  const send = async (item) => {
    const answer = await fetch(item.address, {
      method: 'POST', body: new URLSearchParams([...item.pairs, ['key', item.key], ['base', item.base]]),
      headers: { 'X-Sent-By': 'script' }, keepalive: true, signal: AbortSignal.timeout(SECONDS * 1000),
    });
    if (answer.status >= 500 || answer.status === 408 || answer.status === 429) throw new Error(answer.status);
    await conclude(item, answer, waitingFor(item, answer));
    if (here.has(item.n)) letGo(here.get(item.n));
    here.delete(item.n);
  };
  // Much later the page goes on only where the very form is still there, and it was saved.
  const waitingFor = (item, answer) => {
    const waiting = here.get(item.n);
    const isThere = waiting?.form.isConnected && waiting.form.elements.key.value === item.key;
    return !waiting?.isLate || (isThere && answer.status === 204) ? waiting : null;
  };
  const conclude = async (item, answer, waiting) => {
    const seq = Number(answer.headers.get('X-Entry'));
    const leads = answer.headers.get('Location');
    if (answer.status === 204 && (answer.headers.has('X-Entry') || waiting)) {
      await update((items) => without(items, item, seq, waiting ? remembered() : 0));
      moveForms(item, seq);
      if (!waiting) { tell('success', words.sent.replace('{}', item.words)); return; }
      remember(0);
      waiting.form.dispatchEvent(new CustomEvent('form:saved'));
      document.dispatchEvent(new CustomEvent('page:follow', { detail: leads }));
    } else if (waiting) {
      await drop(item.n);
      waiting.form.dispatchEvent(new CustomEvent('page:answer', { bubbles: true, detail: waiting.submitter }));
    } else {
      await change(item.n, { state: 'refused', leads });
      tell('warn', words.refused.replace('{}', item.words));
    }
  };

  let sending = false;
  let timer = 0;
  const flush = async () => {
    clearTimeout(timer);
    if (sending) return;
    sending = true;
    try {
      for (let item; (item = (await all()).find(({ state }) => state === 'waiting'));) {
        await change(item.n, { tried: true });
        await send(item);
      }
    } catch {
      timer = setTimeout(flush, AGAIN);
      if ([...here.values()].some(({ isLate }) => !isLate)) tell('warn', words.kept);
      here.forEach((waiting) => { letGo(waiting); waiting.isLate = true; });
    } finally {
      sending = false;
      draw();
    }
  };

  const isEntry = (form, submitter) => {
    const method = submitter?.getAttribute('formmethod') || form.getAttribute('method');
    const isStep = submitter?.name === 'step' && submitter.value !== 'save';
    return method === 'post' && form.elements.key && form.elements.base && !isStep;
  };
  const wordsOf = (form, submitter) => `${submitter?.textContent ?? ''} · ${form.dataset.words ?? document.querySelector('h1').textContent}`.replace(/\s+/g, ' ').trim();
  const itemOf = (form, submitter) => {
    const pairs = [...new FormData(form)].filter(([name]) => name !== 'key' && name !== 'base');
    if (submitter?.name) pairs.push([submitter.name, submitter.value]);
    const address = submitter?.hasAttribute('formaction') ? submitter.formAction : new URL(form.getAttribute('action') || '', location.href.split('#')[0]).href;
    const [key, base] = [form.elements.key.value, Number(form.elements.base.value)];
    const isLatest = form.hasAttribute('data-latest');
    return { key, base, address, pairs, isLatest, words: wordsOf(form, submitter), state: 'waiting', tried: false };
  };
  const isSame = (one, other) => one.address === other.address && JSON.stringify(one.pairs) === JSON.stringify(other.pairs);
  // The same key again is the same entry: another tap, or another try with what was refused before.
  // Of a form that says how things are now, the last value is all that counts.
  const isOutdated = (item, fresh) => fresh.isLatest && item.isLatest && item.address === fresh.address;
  const keptAmong = (items, fresh) => {
    if (fresh.isLatest) return [...items.filter((item) => !isOutdated(item, fresh)), fresh];
    const twin = items.findLast(({ key }) => key === fresh.key);
    if (!twin || (twin.state === 'waiting' && twin.tried && !isSame(twin, fresh))) return [...items, fresh];
    return items.map((item) => (item === twin ? { ...twin, ...fresh, base: Math.max(twin.base, fresh.base), tried: twin.tried } : item));
  };
  const keep = (fresh) => update((items) => keptAmong(items, fresh)).catch(() => {
    opening = Promise.resolve(null);
    warn();
    return update((items) => keptAmong(items, fresh));
  });
  const enter = async (form, submitter, fresh) => {
    const waits = (await all()).some((item) => item.key === fresh.key && item.state === 'waiting' && isSame(item, fresh));
    const kept = (await keep(fresh)).findLast(({ key }) => key === fresh.key);
    if (waits) { askAgain(form, submitter, fresh); return; }
    here.set(kept.n, { form, submitter });
    setTimeout(draw, SLOW);
    flush();
  };
  const askAgain = (form, submitter, fresh) => {
    letGo({ form, submitter });
    const again = buttonOf(words.more, () => enter(form, submitter, { ...fresh, key: globalThis.freshKey() }));
    tell('warn', words.twice, 'shows' in document.body.dataset ? again : null);
    flush();
  };
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (form.hasAttribute('data-plain') || !isEntry(form, submitter)) return;
    event.preventDefault();
    if (busy.has(form)) return;
    busy.add(form);
    submitter?.setAttribute('aria-busy', 'true');
    settle(submitter);
    enter(form, submitter, itemOf(form, submitter));
  }, { capture: true });

  // Opening sends it as the form it was: the server's own page then says what is wrong and keeps what was typed.
  const open = (item) => {
    remember(item.n);
    if (item.leads) { location.assign(item.leads); return; }
    const form = document.createElement('form');
    form.method = 'post';
    form.action = item.address;
    [...item.pairs, ['key', item.key], ['base', item.base]].forEach(([name, value]) => {
      const input = document.createElement('input');
      input.type = 'hidden';
      Object.assign(input, { name, value });
      form.append(input);
    });
    document.body.append(form);
    form.submit();
  };
  const ask = (row, item) => row.replaceChildren(
    buttonOf(words.sure, () => drop(item.n).then(draw)),
    buttonOf(words.leave, () => row.replaceChildren(...actions(row, item))),
  );
  const actions = (row, item) => [buttonOf(words.open, () => open(item)), buttonOf(words.discard, () => ask(row, item))];
  const shownItem = (item) => {
    const place = document.createElement('li');
    const row = document.createElement('p');
    row.className = 'row';
    place.append(item.words);
    if (item.state === 'refused') {
      row.append(...actions(row, item));
      const why = document.createElement('p');
      why.className = 'small';
      why.textContent = words.why;
      place.append(why, row);
    }
    return place;
  };
  let shown = '';
  const draw = async () => {
    const items = await all();
    const now = JSON.stringify(items.map(({ n, state }) => [n, state]));
    if (now === shown) return;
    shown = now;
    const bar = document.querySelector('.outbox') ?? template.content.firstElementChild.cloneNode(true);
    const refused = items.filter(({ state }) => state === 'refused').length;
    const counts = [[words.waiting, items.length - refused], [words.refused, refused]].filter(([, count]) => count);
    bar.querySelector('span').textContent = counts.map(([text, count]) => text.replace('{}', count)).join(' · ');
    bar.querySelector('ol').replaceChildren(...items.map(shownItem));
    if (items.length) document.querySelector('main').before(bar);
    else bar.remove();
  };

  const warn = () => {
    const message = line('error', words.unsafe);
    message.setAttribute('role', 'status');
    document.querySelector('main').prepend(message);
  };
  const canDraft = () => { try { localStorage.setItem('probe', 'x'.repeat(2000)); localStorage.removeItem('probe'); return true; } catch { return false; } };
  const begin = async () => {
    const forms = [...document.forms].filter(({ elements: { key, base } }) => key && base);
    if (forms.length && (await opening === null || !canDraft())) warn();
    const opened = remembered();
    const item = (await all()).find(({ n }) => n === opened);
    if (item && new URL(item.address).pathname !== location.pathname) await change(opened, { state: 'waiting' });
    if (!item || new URL(item.address).pathname !== location.pathname) remember(0);
    await flush();
  };
  begin();
  addEventListener('online', flush);
  document.addEventListener('game:moved', flush);
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') flush(); });
}
