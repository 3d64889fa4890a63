"""Asks a page what a thumb would miss, and what would slide off a small screen.

Not here: what a screen reader would miss; that is `axe.py`.
"""

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

TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def small_targets(page: Page) -> tuple[str, ...]:
    """Return what can be tapped but is under 44 px one way; links inside a sentence may be."""
    return tuple(page.evaluate(SMALL_TARGETS, LEAST_PIXELS))


def broken_words(page: Page) -> tuple[str, ...]:
    """Return the words that begin on one line and end on another."""
    return tuple(page.evaluate(BROKEN_WORDS))


def slides_sideways(page: Page) -> bool:
    return bool(page.evaluate(TOO_WIDE))
