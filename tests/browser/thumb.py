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

TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def small_targets(page: Page) -> tuple[str, ...]:
    """Return what can be tapped but is under 44 px one way; links inside a sentence may be."""
    return tuple(page.evaluate(SMALL_TARGETS, LEAST_PIXELS))


def slides_sideways(page: Page) -> bool:
    return bool(page.evaluate(TOO_WIDE))
