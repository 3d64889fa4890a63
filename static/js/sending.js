// A form that saves is sent without leaving the page; where no answer comes, another try carries the same key.
{
  const SECONDS = 20;
  const busy = new WeakSet();
  const asBefore = new WeakSet();
  const box = () => document.querySelector('.flashes');

  const follow = (address) => {
    const [here, there] = [location.href, new URL(address, location.href).href].map((one) => one.split('#')[0]);
    if (here !== there) { location.assign(address); return; }
    history.replaceState(null, '', address);
    location.reload();
  };

  // The page may have redrawn its buttons since one was tapped: another just like it stands in.
  const submit = (form, submitter) => {
    const isThere = !submitter || submitter.form === form;
    const button = isThere ? submitter : submitter.cloneNode();
    if (!isThere) form.append(button);
    form.requestSubmit(button);
    if (!isThere) button.remove();
  };

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
    box().classList.add('flashes-toast');
    box().replaceChildren(line);
  };
  const hush = () => { if (box().querySelector('.unsent')) box().replaceChildren(); };

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
      } else {
        asBefore.add(form);
        submit(form, submitter);
      }
    } catch {
      complain(() => submit(form, submitter));
    } finally {
      busy.delete(form);
      submitter?.removeAttribute('aria-busy');
    }
  };

  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    const method = submitter?.getAttribute('formmethod') || form.getAttribute('method');
    if (method !== 'post' || form.matches('[data-send], [data-theme]') || asBefore.delete(form)) return;
    event.preventDefault();
    if (!busy.has(form)) send(form, submitter);
  });
}
