"""Plays a whole game from a text file through the pages."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from kalooki_ref.game.events import CallAnswered, Event, HandLeft, RoundEnded
from kalooki_ref.game.round_scores import hand_of
from tests.browser.phone import (
    REVIEW,
    ROUND_OVER,
    SAVE,
    START,
    begin_game,
    call_button,
    choose_dealer,
    choose_game,
    labelled_like,
    undo_button,
)
from tests.games.whole_game import WholeGame

# Opens cards and penalties in a player's line.
MORE = ".hand-more > summary"


def first_rounds(whole: WholeGame, rounds: int) -> list[Event]:
    """Return the events up to the end of a round."""
    ends = [index for index, event in enumerate(whole.events) if isinstance(event, RoundEnded)]
    return whole.events[: ends[:rounds][-1] + 1]


@dataclass
class Evening:
    """A phone in a game; ``by_thumb`` uses the keypad, otherwise the plain form fields."""

    page: Page
    whole: WholeGame
    by_thumb: bool = True
    taps: int = 0

    def tap(self, name: str, *, role: str = "button", exact: bool = True) -> None:
        self.taps += 1
        self.page.get_by_role(role, name=name, exact=exact).first.tap()  # type: ignore[arg-type]

    def tap_on(self, selector: str) -> None:
        """Tap a button by its id."""
        self.taps += 1
        labelled_like(self.page, selector).tap()

    def begin(self) -> str:
        """Begin the game at once; return its address."""
        whole = self.whole
        return begin_game(self.page, whole.system, whole.names, whole.number(whole.dealer))

    def start(self) -> str:
        """Begin the game by taps from the home page; return its address."""
        page, whole = self.page, self.whole
        page.goto("./")
        # In the pocket a notice with a link of its own may replace this one just before the tap.
        page.get_by_role("link", name="New game").first.dispatch_event("click")
        page.wait_for_url("**/games/new")
        for number, name in enumerate(whole.names, 1):
            page.get_by_label(f"Player {number}", exact=True).fill(name)
        choose_game(page, whole.system)
        choose_dealer(page, whole.number(whole.dealer))
        self.tap_on(START)
        page.wait_for_url("**/g/*")
        return page.url

    def play(self, events: list[Event] | None = None) -> None:
        for event in self.whole.events if events is None else events:
            if isinstance(event, CallAnswered):
                self.call(self.whole.names[event.player - 1])
            elif isinstance(event, RoundEnded):
                self.end_round(event)

    @property
    def newest(self) -> Locator:
        """The text of the entry that Undo would undo."""
        return self.page.locator('.undo:has(.undo-button) [name="seq"]')

    def call(self, name: str) -> None:
        """Record a granted call, confirming one beyond the limit."""
        page = self.page
        before = self.newest.input_value() if self.newest.count() else ""
        row = page.locator(".player", has_text=name)
        if row.locator(".call-over").count():
            row.locator(".call-over").tap()
            row.locator('form:has([name="insist"]) button').tap()
        else:
            call_button(page, name).tap()
        expect(self.newest).not_to_have_value(before)
        expect(undo_button(page, f"{name} called")).to_be_visible()

    def end_round(self, ended: RoundEnded) -> None:
        page = self.page
        before = page.url
        winner = self.whole.names[(ended.winner or 1) - 1]
        if ended.winner is None:
            page.goto(f"{before}/round?winner=void")
        else:
            self.tap_on(ROUND_OVER)
            self.tap(winner, role="link")
            page.wait_for_url("**/round?winner=*")
            self._who_came_down(ended)
            self._penalties(hand_of(ended, ended.winner), winner)
            self._hands(ended)
            self.review()
            self._bent(ended)
            self._insist()
        self.tap_on(SAVE)
        page.wait_for_url(before)

    def review(self) -> None:
        """Go on from the points to the review."""
        page = self.page
        if self.by_thumb and page.locator(".keypad:visible").count():
            self.key("next")
        else:
            self.tap_on(REVIEW)
        expect(page.locator(SAVE)).to_be_visible()
        page.wait_for_load_state()

    def key(self, name: str) -> None:
        self.taps += name == "next"
        self.page.locator(f'.keypad [data-key="{name}"]').tap()

    def _hands(self, ended: RoundEnded) -> None:
        for seat, name in enumerate(self.whole.names, 1):
            if seat != ended.winner:
                self._hand(hand_of(ended, seat), name)

    def _hand(self, hand: HandLeft, name: str) -> None:
        section = self.page.get_by_role("region", name=name, exact=True)
        if hand.cards is not None:
            self._open_more(section, name)
            if section.locator('input[inputmode="none"]').count():  # with script
                expect(section.locator("[data-card]").first).to_be_visible()
            self._cards(hand, name)
        elif self.by_thumb:
            self._keyed(hand, name)
        else:
            text = hand.sum_text or str(hand.count)
            section.get_by_role("textbox", name=name, exact=True).fill(text)
        self._penalties(hand, name)

    def _open_more(self, section: Locator, name: str) -> None:
        """Open the cards and penalties of a line, which the keypad offers on the lit one only."""
        typed = section.get_by_role("textbox", name=name, exact=True)
        if self.page.locator(".points-now").count() and typed.count():  # whoever went out has none
            typed.tap()
        section.locator(MORE).tap()

    def _keyed(self, hand: HandLeft, name: str) -> None:
        typed = self.page.get_by_role("textbox", name=name, exact=True)
        if self.page.locator(".points-now").count():
            if typed.evaluate("field => field !== document.activeElement"):
                self.key("next")
        else:
            typed.tap()
        for sign in hand.sum_text or str(hand.count):
            self.key(sign)

    def _cards(self, hand: HandLeft, name: str) -> None:
        section = self.page.get_by_role("region", name=name, exact=True)
        words = [str(card) for card in hand.cards or ()]
        if not section.locator("[data-card]").count():
            section.get_by_role("textbox", name=f"Cards {name} has left").fill(" ".join(words))
            return
        for word in words:
            section.locator(f'.picker-card[data-card="{word}"]').tap()

    def _bent(self, ended: RoundEnded) -> None:
        """Say whether the board is bent, if it counts; if the app questions it, go back to No."""
        page = self.page
        if not page.get_by_role("radio", name="Yes").count():
            return
        if not ended.bent:
            if not page.locator(".answers :checked").count():
                self.taps += 1
                page.get_by_role("radio", name="No").check()
            return
        self.taps += 1
        page.get_by_role("radio", name="Yes").check()
        if page.get_by_text("Is that right?").first.is_visible():
            page.get_by_role("radio", name="No").check()

    def _insist(self) -> None:
        """Confirm whatever the app still questions."""
        insist = self.page.get_by_label("It’s right: save it as it is")
        if insist.count() and insist.is_visible():
            self.taps += 1
            insist.check()

    def _who_came_down(self, ended: RoundEnded) -> None:
        """Answer who never came down, if asked."""
        question = self.page.locator("[data-not-down]")
        if not question.count():
            return
        never = [self.whole.names[hand.player - 1] for hand in ended.hands if hand.is_down is False]
        for name in never or ["Everybody came down"]:
            self.taps += 1
            question.get_by_label(name, exact=True).check()

    def _penalties(self, hand: HandLeft, name: str) -> None:
        section = self.page.get_by_role("region", name=name, exact=True)
        for kind, times in (("overcalls", hand.overcalls), ("false_lays", hand.false_lays)):
            often = section.locator(f'input[name$="{kind}"]')
            if not times or often.input_value() == str(times):
                continue
            if not often.is_visible():
                self._open_more(section, name)
            often.fill(str(times))
