// Shares a game through the share sheet, and reads one from the fragment of the URL.

const part = (name) => document.querySelector(`[data-copy-${name}]`);

// A live update hides the button again, and may have another link.
const offer = () => {
  const share = part('share');
  if (share && (navigator.share || navigator.clipboard)) share.hidden = false;
};
offer();
document.addEventListener('page:taken', offer);
const sendLink = () => {
  const { value } = part('link');
  if (navigator.share) navigator.share({ title: 'Kalooki Ref', url: value }).catch(() => {});
  else navigator.clipboard.writeText(value).then(() => part('link').select());
};

// Files go through the share sheet, too, if it accepts files. (The link has no `download` attribute, because browsers
// fetch such files from the network, bypassing the pocket's service worker.)
const sendFile = async (event, { href, dataset: { copyFile: name } }) => {
  const type = name.endsWith('.txt') ? 'text/plain' : 'application/json';
  const probe = new File(['{}'], name, { type });
  if (!navigator.canShare?.({ files: [probe] })) return;
  event.preventDefault();
  const answer = await fetch(href).catch(() => null);
  if (!answer?.ok) { location.assign(href); return; }
  const body = await answer.blob();
  navigator.share({ files: [new File([body], name, { type })] }).catch((error) => {
    if (error.name !== 'AbortError') location.assign(href);
  });
};
document.addEventListener('click', (event) => {
  const [share, file] = ['share', 'file'].map((name) => event.target.closest?.(`[data-copy-${name}]`));
  if (share) sendLink();
  else if (file) sendFile(event, file);
});

const form = part('open');
const sent = location.hash.slice(1);
if (form && sent) {
  history.replaceState(null, '', location.pathname);
  part('typed').value = sent;
}
if (form && (sent || 'copyTapped' in form.dataset)) form.requestSubmit();
