"""Counts the taps of common tasks on a phone of 390×844 in Chromium, beside their targets.

Typing names and digits doesn't count.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from tests.browser import chromium
from tests.browser.phone import (
    MENU,
    PHONE,
    QUIET,
    ROUND_OVER,
    SAVE,
    START,
    call_button,
    choose_game,
    forget_taps,
    undo_button,
)
from tests.server import running

FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")
INSIST = 'form:has([name="insist"]) button'
LOST = {"Ann": "15", "Cleo": "27", "Dan": "105", "Eve": "8"}


@dataclass
class Thumb:
    """A phone whose taps are counted."""

    page: Page
    taps: int = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.first.tap()

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name))

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def keys(self, digits: str) -> None:
        """Type digits on the keypad, which don't count."""
        for digit in digits:
            self.page.locator(f'.keypad [data-key="{digit}"]').tap()


@dataclass(frozen=True)
class Task:
    """A task: its target in taps, its setup, and its taps."""

    name: str
    target: int
    do: Callable[[Thumb], None]
    before: Callable[[Page], None] = field(default=lambda page: begin(page, "jamaican"))


def begin(page: Page, system: str) -> None:
    """Start a game of five, without counting taps."""
    page.goto("/games/new")
    type_names(page)
    choose_game(page, system)
    page.locator(START).tap()
    page.wait_for_url("**/g/*")


def type_names(page: Page) -> None:
    for line, name in enumerate(FIVE, 1):
        page.locator(f"#name-{line}").fill(name)


def new_game(thumb: Thumb) -> None:
    thumb.link("New game")
    thumb.page.wait_for_url("**/games/new")
    thumb.taps += 1  # the first name; Enter moves to the others
    type_names(thumb.page)
    thumb.tap(thumb.page.locator(START))
    thumb.page.wait_for_url("**/g/*")


def known_table(thumb: Thumb) -> None:
    thumb.button("Play again with the same people")
    thumb.page.wait_for_url("**/g/*")


def who_went_out(thumb: Thumb) -> None:
    thumb.tap(thumb.page.locator(ROUND_OVER))
    thumb.tap(thumb.page.locator(".people").get_by_role("link", name="Ben", exact=True))


def one_round(thumb: Thumb) -> None:
    who_went_out(thumb)
    type_points(thumb)
    save(thumb)


def caribbean_round(thumb: Thumb) -> None:
    who_went_out(thumb)
    thumb.tap(thumb.page.get_by_text("Everybody came down", exact=True))
    type_points(thumb)
    save(thumb)


def type_points(thumb: Thumb) -> None:
    for name, digits in LOST.items():
        thumb.page.locator(f'.points-now[data-keypad-label="{name}"]').wait_for()
        thumb.keys(digits)
        thumb.tap(thumb.page.locator('.keypad [data-key="next"]'))


def save(thumb: Thumb) -> None:
    thumb.tap(thumb.page.locator(SAVE))
    thumb.page.get_by_text("saved.").wait_for()


def call(thumb: Thumb) -> None:
    thumb.tap(call_button(thumb.page, "Ben"))
    undo_button(thumb.page, "Ben called").wait_for()


def undo(thumb: Thumb) -> None:
    thumb.tap(undo_button(thumb.page, "Ben called"))
    thumb.page.get_by_text("Undone").first.wait_for()


def overcall(thumb: Thumb) -> None:
    row = thumb.page.locator(".player", has_text="Ben")
    thumb.tap(row.locator(".call-over"))
    thumb.tap(row.locator(INSIST))
    row.get_by_text("may not come down").wait_for()


def resume(thumb: Thumb) -> None:
    thumb.tap(thumb.page.get_by_role("link", name="Continue"))
    thumb.page.wait_for_url("**/g/*")


def correction(thumb: Thumb) -> None:
    """From the table: Ann's 15 was 51."""
    page = thumb.page
    thumb.tap(page.locator(MENU))
    thumb.link("Correct the last round")
    thumb.tap(page.locator("#hands-0-points"))
    thumb.keys("51")
    thumb.tap(page.locator('.keypad [data-key="next"]'))
    page.get_by_text("One score changes").first.wait_for()
    save_correction(thumb)


def earlier_correction(thumb: Thumb) -> None:
    """From the standings: Ann's 15 was 51."""
    page = thumb.page
    thumb.tap(page.locator(".rounds .round-name a"))
    thumb.link("Correct this round")
    thumb.tap(page.locator("#hands-0-points"))
    thumb.keys("51")
    thumb.tap(page.locator('.keypad [data-key="next"]'))
    save_correction(thumb)


def save_correction(thumb: Thumb) -> None:
    thumb.tap(thumb.page.locator(SAVE))
    thumb.page.get_by_text("updated").wait_for()


def new_phone(page: Page) -> None:
    page.goto("/")


def known_rules(page: Page) -> None:
    """Play standard Kalooki once on this phone, then go to the home page."""
    begin(page, "standard")
    page.goto("/")


def cards(thumb: Thumb, words: str, name: str = "cards") -> None:
    """Tap cards on the picker of a field, which don't count."""
    for word in words.split():
        thumb.page.locator(f'.field:has(#{name}) [data-card="{word}"]').tap()


def verdict(thumb: Thumb, word: str) -> None:
    thumb.page.locator("#ruling .verdict-word", has_text=word).wait_for()


def check_cards(thumb: Thumb) -> None:
    thumb.tap(thumb.page.locator('.home-tiles a[href="/check"]'))
    cards(thumb, "7H 8D 9C")
    verdict(thumb, "Not legal")


def check_cards_first(thumb: Thumb) -> None:
    """On a new phone, where the rules have to be chosen."""
    thumb.tap(thumb.page.locator('a[href="/check"]'))
    thumb.button("Caribbean Kalooki")
    cards(thumb, "KH * * KS")
    verdict(thumb, "egal")


def check_addition(thumb: Thumb) -> None:
    """On a new phone, where the rules have to be chosen."""
    thumb.tap(thumb.page.locator('a[href="/check"]'))
    thumb.button("Standard Kalooki")
    thumb.link("Add to a meld")
    cards(thumb, "9S 10S * QS KS", "on")
    thumb.tap(thumb.page.locator(".field:has(#cards) .picker-tray"))
    cards(thumb, "JS")
    verdict(thumb, "Legal")


def record_lay(thumb: Thumb) -> None:
    """From the board."""
    thumb.link("Record melds")
    thumb.tap(thumb.page.locator(".who-one", has_text="Ben"))
    cards(thumb, "7H 7D 7C KH KC * 4D 4S 4C")
    verdict(thumb, "Legal")
    thumb.button("Save the melds")
    thumb.page.get_by_text("Ben lays").wait_for()


def record_tack(thumb: Thumb) -> None:
    """From the board, by the player who came down last."""
    thumb.tap(thumb.page.locator("footer").get_by_role("link", name="Tack"))
    cards(thumb, "7S")
    thumb.tap(thumb.page.locator(".fit-yes button"))
    thumb.page.get_by_text("Ben tacks").wait_for()


def check_hand(thumb: Thumb) -> None:
    thumb.tap(thumb.page.locator('.home-tiles a[href="/advice"]'))
    thumb.tap(thumb.page.locator('label[for="round"]'))
    cards(thumb, "7H 7D 7C KH KC KS 4D 4S 4C 2H", "hand")
    verdict(thumb, "Down and out")


def check_hand_first(thumb: Thumb) -> None:
    """From a phone that has never played: rules and round are one tap."""
    thumb.tap(thumb.page.locator(MENU))
    thumb.tap(thumb.page.locator('a[href="/advice"]:visible'))
    thumb.tap(thumb.page.locator('a[href*="system=standard"][href*="round=1"]'))
    cards(thumb, "7H 7D 7C KH KC KS 4D 4S 4C 2H", "hand")
    verdict(thumb, "Down and out")


def at_the_board(page: Page) -> None:
    begin(page, "jamaican")
    page.goto(f"{page.url}/board")


def with_a_lay(page: Page) -> None:
    at_the_board(page)
    record_lay(Thumb(page))


def after_a_round(page: Page) -> None:
    begin(page, "jamaican")
    one_round(Thumb(page))


def with_a_round(page: Page) -> None:
    after_a_round(page)
    page.goto(f"{page.url.partition('?')[0]}/standings")


def with_a_call(page: Page) -> None:
    begin(page, "jamaican")
    call(Thumb(page))


def with_no_call_left(page: Page) -> None:
    begin(page, "jamaican")
    for left in ("2 calls left", "1 call left", "No calls left"):
        call_button(page, "Ben").tap()
        page.locator(".player", has_text="Ben").get_by_text(left).wait_for()


def with_a_finished_game(page: Page) -> None:
    begin(page, "jamaican")
    table = page.url
    one_round(Thumb(page))
    page.goto(f"{table}/end")
    page.get_by_role("button", name="Stop here").tap()
    page.wait_for_url(table)
    page.goto("/")


def at_home(page: Page) -> None:
    begin(page, "jamaican")
    page.goto("/")


TASKS = (
    Task("new game, five names", 3, new_game, before=at_home),
    Task("the same table again", 1, known_table, before=with_a_finished_game),
    Task("an open game again, from the home page", 1, resume, before=at_home),
    Task("a round of five, reviewed", 7, one_round),
    Task("a Caribbean round of five, reviewed", 8, caribbean_round,
         before=lambda page: begin(page, "caribbean")),
    Task("a call", 1, call),
    Task("undo a call", 1, undo, before=with_a_call),
    Task("a verdict on four cards", 1, check_cards, before=known_rules),
    # A new phone asks once which rules are played.
    Task("a verdict on four cards, on a new phone", 2, check_cards_first, before=new_phone),
    Task("add a card to a meld, on a new phone", 4, check_addition, before=new_phone),
    Task("record a lay of three melds, from the board", 3, record_lay, before=at_the_board),
    Task("record a tack, from the board", 2, record_tack, before=with_a_lay),
    Task("a hand: can it come down?", 2, check_hand, before=known_rules),
    Task("a hand: can it come down? On a new phone", 3, check_hand_first, before=new_phone),
    Task("an overcall, with what it costs", 2, overcall, before=with_no_call_left),
    Task("correct the last round, from the table", 5, correction, before=after_a_round),
    Task("correct an earlier round, from the standings", 5, earlier_correction,
         before=with_a_round),
)  # fmt: skip


def taps_of(task: Task, context: BrowserContext) -> int:
    """Return the taps of a task on a new phone."""
    thumb = Thumb(context.new_page())
    task.before(thumb.page)
    task.do(thumb)
    return thumb.taps


def print_table(browser: Browser, url: str) -> bool:
    """Print every task's taps; return whether all are within their targets."""
    print(f"{'task':<46}{'taps':>6}{'target':>8}")
    fine = True
    for task in TASKS:
        with browser.new_context(base_url=url, **PHONE) as context:
            forget_taps(context)
            taps = taps_of(task, context)
        fine = fine and taps <= task.target
        print(f"{task.name:<46}{taps:>6}{task.target:>8}{'' if taps <= task.target else '  over'}")
    return fine


def main() -> int:
    path = chromium.find()
    if path is None:
        print(chromium.MISSING)
        return 1
    browser = chromium.driver().chromium.launch(executable_path=path, args=QUIET)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "instance") as server:
        return 0 if print_table(browser, server.url) else 1


if __name__ == "__main__":
    raise SystemExit(main())
