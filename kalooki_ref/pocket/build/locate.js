// In 404.html, which a host sends for any address: finds the app's folder above it, and loads the start page from there.
const isFolder = async (folder) => {
  const answer = await fetch(`${folder}start/start.js`, { method: 'HEAD' });
  return answer.ok && answer.headers.get('Content-Type')?.includes('javascript');
};

async function folderAbove(path) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  if (!folder || await isFolder(folder)) return folder;
  return folderAbove(folder.slice(0, -1));
}

async function load() {
  const folder = await folderAbove(location.pathname);
  const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${folder}start/start.css` });
  document.head.append(style);
  await import(`${folder}start/start.js`);
}

// The sentences of start/words.js haven't arrived either.
const STOPPED = {
  en: ['The connection stopped. Try again.', 'Try again'],
  it: ['La connessione si è interrotta. Riprova.', 'Riprova'],
  es: ['La conexión se ha cortado. Inténtalo otra vez.', 'Reintentar'],
};
function explain() {
  const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in STOPPED) ?? 'en';
  const button = document.getElementById('again');
  [document.getElementById('state').textContent, button.textContent] = STOPPED[language];
  document.documentElement.lang = language;
  button.hidden = false;
  button.addEventListener('click', () => location.reload());
}
load().catch(explain);
