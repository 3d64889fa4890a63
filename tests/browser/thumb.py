"""Layout checks of a page on a small screen: target sizes, cut text, horizontal scrolling."""

from playwright.sync_api import Page

LEAST_PIXELS = 44

SMALL_TARGETS = """least => {
  const words = 'p, li, td, dd, figcaption';
  const inSentence = e => e.matches('a') && e.closest(words)
    && e.closest(words).textContent.trim().length > e.textContent.trim().length;
  const box = e => {
    const label = e.labels && [...e.labels].find(l => l.getClientRects().length);
    const own = e.getBoundingClientRect();
    const around = label ? label.getBoundingClientRect() : own;
    return {width: Math.max(own.width, around.width), height: Math.max(own.height, around.height)};
  };
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter(e => e.type !== 'hidden' && e.checkVisibility({visibilityProperty: true}))
    .filter(e => !inSentence(e) && !e.closest('.unseen'))
    .filter(e => e.tabIndex >= 0 || e.matches('[data-card]'))
    .filter(e => box(e).width < least - 0.5 || box(e).height < least - 0.5)
    .map(e => `${e.outerHTML.slice(0, 90)} ${box(e).width} x ${box(e).height}`);
}"""

BROKEN_WORDS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, near = text.parentElement;
    if (!near.checkVisibility({visibilityProperty: true}) || near.closest('.unseen')) continue;
    if (getComputedStyle(near).clipPath !== 'none') continue;
    for (const word of text.data.matchAll(/[^\\s\\-\u2010-\u2014\\/\u00b7]{2,}/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""

CUT_TEXT = """() => {
  const wide = document.documentElement.clientWidth, found = new Set();
  const around = function* (e) { for (; e && e !== document.body; e = e.parentElement) yield e; };
  const cut = (box, e) => {
    const style = getComputedStyle(e), edge = e.getBoundingClientRect();
    const [across, down] = [style.overflowX, style.overflowY].map(way => /hidden|clip/.test(way));
    if (style.webkitLineClamp !== 'none') return false;
    // A long name ends in dots; it stands whole in the sheet that opens from it.
    const isOver = style.textOverflow !== 'ellipsis' && box.right > edge.right + 1;
    return across && (isOver || box.left < edge.left - 1) || down && box.bottom > edge.bottom + 2;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, parents = [...around(text.parentElement)];
    const near = text.parentElement;
    if (!text.data.trim() || !near.checkVisibility({visibilityProperty: true})) continue;
    const hidden = e => e.matches('select, .unseen') || getComputedStyle(e).clipPath !== 'none';
    if (parents.some(hidden)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const scrolls = e => /auto|scroll/.test(getComputedStyle(e).overflowX);
    const frame = parents.slice(0, parents.findIndex(scrolls) + 1 || parents.length);
    const dots = frame.findIndex(e => getComputedStyle(e).textOverflow === 'ellipsis') + 1;
    if (dots) frame.length = dots;
    const free = !dots && frame.length === parents.length && !parents.some(scrolls);
    const bad = box => box.width && (frame.some(e => !scrolls(e) && cut(box, e))
      || free && (box.right > wide + 1 || box.left < -1));
    if ([...range.getClientRects()].some(bad)) found.add(text.data.trim().slice(0, 60));
  }
  return [...found];
}"""

TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def small_targets(page: Page) -> tuple[str, ...]:
    """Return targets smaller than 44 px, except links within a sentence."""
    return tuple(page.evaluate(SMALL_TARGETS, LEAST_PIXELS))


def broken_words(page: Page) -> tuple[str, ...]:
    """Return words that are broken across lines."""
    return tuple(page.evaluate(BROKEN_WORDS))


def cut_text(page: Page) -> tuple[str, ...]:
    """Return texts that are cut off, except those with an ellipsis."""
    return tuple(page.evaluate(CUT_TEXT))


def slides_sideways(page: Page) -> bool:
    return bool(page.evaluate(TOO_WIDE))
