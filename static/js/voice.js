// Reads verdicts aloud, if switched on.

const PAUSE = 900;
let timer = null;
const voice = document.querySelector('[data-speak]');
const speak = () => {
  if (voice?.getAttribute('aria-pressed') !== 'true') return;
  const words = [...document.querySelectorAll('.verdict-word, .verdict-sentence')].map((one) => {
    const copy = one.cloneNode(true);
    copy.querySelectorAll('[aria-label]').forEach((card) => card.replaceWith(card.getAttribute('aria-label')));
    return copy.textContent;
  });
  speechSynthesis.cancel();
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words.join('. ')), { lang: document.documentElement.lang }));
};
if (voice && 'speechSynthesis' in window) {
  voice.hidden = false;
  voice.addEventListener('click', () => {
    const on = voice.getAttribute('aria-pressed') !== 'true';
    voice.setAttribute('aria-pressed', on);
    if (on) speak(); else speechSynthesis.cancel();
  });
}
export const speakSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(speak, PAUSE);
};
