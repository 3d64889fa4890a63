// Shares a game through the share sheet, and reads one from the fragment of the URL.

const part = (name) => document.querySelector(`[data-copy-${name}]`);

const share = part('share');
const link = part('link')?.value;
if (share && (navigator.share || navigator.clipboard)) {
  share.hidden = false;
  share.addEventListener('click', () => {
    if (navigator.share) navigator.share({ title: 'Kalooki Ref', url: link }).catch(() => {});
    else navigator.clipboard.writeText(link).then(() => part('link').select());
  });
}

// Files go through the share sheet, too, if it accepts files. (The link has no `download` attribute, because browsers
// fetch such files from the network, bypassing the pocket's service worker.)
part('file')?.addEventListener('click', async (event) => {
  const name = event.currentTarget.dataset.copyFile;
  const type = name.endsWith('.txt') ? 'text/plain' : 'application/json';
  const probe = new File(['{}'], name, { type });
  if (!navigator.canShare?.({ files: [probe] })) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  const body = await (await fetch(href)).blob();
  navigator.share({ files: [new File([body], name, { type })] }).catch((error) => {
    if (error.name !== 'AbortError') location.assign(href);
  });
});

const form = part('open');
const sent = location.hash.slice(1);
if (form && sent) {
  history.replaceState(null, '', location.pathname);
  part('typed').value = sent;
}
if (form && (sent || 'copyTapped' in form.dataset)) form.requestSubmit();
