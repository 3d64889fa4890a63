// Shares the results with a picture drawn on a canvas; without a share sheet (over plain http) the text is copied or
// selected.

const section = document.querySelector('[data-share]');
const WIDTH = 1080;
const ROW = 120;

const picture = (title, rows) => {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = ROW * (rows.length + 2);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fdf9ef';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#17503c';
  pen.fillRect(0, 0, canvas.width, ROW * 1.4);
  pen.fillStyle = '#fffaec';
  pen.font = '600 54px Georgia, serif';
  pen.fillText(title, 60, 105, WIDTH - 120);
  pen.fillStyle = '#1b2821';
  pen.font = '56px system-ui, sans-serif';
  rows.forEach((row, at) => {
    const cut = row.lastIndexOf(': ');
    const y = ROW * (at + 2.3);
    pen.textAlign = 'start';
    pen.fillText(row.slice(0, cut), 60, y, WIDTH - 360);
    pen.textAlign = 'end';
    pen.fillText(row.slice(cut + 2), WIDTH - 60, y);
  });
  return canvas;
};

const asFile = (canvas) => new Promise((done) => {
  canvas.toBlob((blob) => done(new File([blob], 'kalooki.png', { type: 'image/png' })), 'image/png');
});

const showHere = async (text, canvas) => {
  const details = section.querySelector('details');
  const status = section.querySelector('[data-share-status]');
  const field = details.querySelector('textarea');
  details.open = true;
  field.focus();
  field.select();
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? document.execCommand('copy');
  status.textContent = `${copied ? `${section.dataset.copied} ` : ''}${section.dataset.hold}`;
  details.querySelector('img')?.remove();
  const image = document.createElement('img');
  image.className = 'share-picture';
  image.alt = text;
  image.src = canvas.toDataURL('image/png');
  details.append(image);
};

const send = async () => {
  const [title, ...rows] = section.querySelector('textarea').value.trim().split('\n');
  const text = [title, ...rows].join('\n');
  const canvas = picture(title, rows);
  const file = await asFile(canvas);
  const whole = { title, text, files: [file] };
  const sent = navigator.canShare?.(whole) ? whole : { title, text };
  if (!navigator.share) { await showHere(text, canvas); return; }
  await navigator.share(sent).catch((error) => { if (error.name !== 'AbortError') showHere(text, canvas); });
};

const button = section?.querySelector('[data-share-now]');
if (button) {
  button.hidden = false;
  button.addEventListener('click', send);
}
