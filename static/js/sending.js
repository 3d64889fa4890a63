// A form that saves is sent without leaving the page; where no answer comes, another try carries the same key.
globalThis.freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
{
  const SECONDS = 20;
  const busy = new WeakSet();

  // A page that keeps itself up to date says so; any other is loaded again.
  const follow = (address) => {
    const [here, there] = [location.href, new URL(address, location.href).href].map((one) => one.split('#')[0]);
    if (here !== there) {
      document.dispatchEvent(new Event('page:leaving'));
      location.assign(address);
      return;
    }
    history.replaceState(null, '', address);
    if (document.dispatchEvent(new Event('page:stay', { cancelable: true }))) location.reload();
  };
  document.addEventListener('page:follow', ({ detail }) => follow(detail));

  // The page may have redrawn its buttons since one was tapped: another just like it stands in.
  const submit = (form, submitter) => {
    const isThere = !submitter || submitter.form === form;
    const button = isThere ? submitter : submitter.cloneNode();
    if (!isThere) form.append(button);
    form.requestSubmit(button);
    if (!isThere) button.remove();
  };
  const submitPlainly = (form, submitter) => {
    form.setAttribute('data-plain', '');
    submit(form, submitter);
  };
  document.addEventListener('page:answer', ({ target, detail }) => submitPlainly(target, detail));

  const tell = (...lines) => document.dispatchEvent(new CustomEvent('page:messages', { detail: lines }));
  const complain = (again) => {
    const line = document.createElement('p');
    const button = document.createElement('button');
    line.className = 'flash flash-error unsent';
    line.setAttribute('role', 'alert');
    line.append(document.body.dataset.unsent, ' ', button);
    button.type = 'button';
    button.className = 'button button-quiet';
    button.textContent = document.body.dataset.again;
    button.addEventListener('click', again);
    tell(line);
  };
  const hush = () => { if (document.querySelector('.flashes .unsent')) tell(); };

  const send = async (form, submitter) => {
    const body = new FormData(form);
    if (submitter?.name) body.append(submitter.name, submitter.value);
    const address = submitter?.hasAttribute('formaction') ? submitter.formAction : form.getAttribute('action') || location.href;
    busy.add(form);
    submitter?.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(address, {
        method: 'POST', body: new URLSearchParams(body), headers: { 'X-Sent-By': 'script' }, keepalive: true, signal: AbortSignal.timeout(SECONDS * 1000),
      });
      if (answer.status >= 500) throw new Error(answer.status);
      hush();
      if (answer.status === 204) {
        form.dispatchEvent(new CustomEvent('form:saved'));
        follow(answer.headers.get('Location'));
      } else submitPlainly(form, submitter);
    } catch {
      complain(() => submit(form, submitter));
    } finally {
      busy.delete(form);
      submitter?.removeAttribute('aria-busy');
    }
  };

  const isPlain = (form) => {
    const yes = form.hasAttribute('data-plain');
    form.removeAttribute('data-plain');
    return yes;
  };
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    const method = submitter?.getAttribute('formmethod') || form.getAttribute('method');
    if (event.defaultPrevented || isPlain(form) || method !== 'post' || form.matches('[data-send], [data-theme]')) return;
    event.preventDefault();
    if (!busy.has(form)) send(form, submitter);
  });
}
