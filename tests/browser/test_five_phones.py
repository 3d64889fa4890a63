"""Five phones at one table on a slow network, with server restarts.

Every player calls and counts on their own phone, one keeps score, and after each round all phones,
and other pages that stay open, are looked at: a wrong total on any of them fails the test.
KALOOKI_ROUNDS=9 plays the whole game with three restarts; KALOOKI_SECONDS=3 is the time limit for
the pages after each round, and KALOOKI_LATENCY=800 the latency of the network in milliseconds.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from kalooki_ref.game.events import CallAnswered, RoundEnded
from kalooki_ref.game.round_scores import hand_of
from tests.browser.evening import Evening
from tests.browser.phone import (
    NO_NETWORK,
    OWN_POINTS,
    PATIENCE,
    ROUND_OVER,
    SEND_HAND,
    Watch,
    send,
    undo_button,
    wait_for_script,
)
from tests.browser.test_phones import count_own_hand, guard, join
from tests.faults.forked import start_forked
from tests.games.whole_game import WholeGame, points_after, read
from tests.server import Server

ROUNDS = int(os.environ.get("KALOOKI_ROUNDS", "1"))
SECONDS = float(os.environ.get("KALOOKI_SECONDS", PATIENCE / 1000))
LATENCY = {
    "offline": False,
    "latency": int(os.environ.get("KALOOKI_LATENCY", "200")),
    "downloadThroughput": -1,
    "uploadThroughput": -1,
}
# Rounds at whose end the server is killed while a hand is being sent.
RESTARTS = {1, 5, 8}
# Other pages that stay open, with the line of a player on them, and the total in it; the
# scorekeeper's phone has the first two.
OTHERS = {
    "{game}/end": (".place", ".place-points"),
    "{game}/delete": (".place", ".place-points"),
    "{game}/print": (".paper-places > li", ".paper-points"),
    "{game}/scoreboard": (".board-line", ".board-line-total"),
    "/": (".mini > li", ".number"),
}
# Pages that stay open from the first round on; what they show comes with the end of the game, and
# with the correction of that round.
IN_THE_END = {
    "{game}/rounds/1": (".review-line", ".review-points"),
    "{game}/tonight": (".place", ".place-points"),
}
ON_PHONES = (
    ".table-rows > .player, .seat, .minis > li, .place",
    "> .player-total > .number, > .number:not(.place-number, .place-gap)",
)


def slow_down(phone: Page) -> None:
    phone.context.new_cdp_session(phone).send("Network.emulateNetworkConditions", LATENCY)


class Table:
    """The phones of a table by their players' names, and the server they share."""

    def __init__(self, server: Server, phones: dict[str, Page], whole: WholeGame) -> None:
        self.server, self.phones, self.whole = server, phones, whole
        self.keeper = next(iter(phones.values()))
        self.address = Evening(self.keeper, whole, by_thumb=False).begin()
        self.others = dict[str, Page]()
        self.looks = 0
        self.wrong = list[str]()

    def seat_all(self) -> None:
        guard(self.keeper, self.address)
        for name, phone in self.phones.items():
            if phone is not self.keeper:
                join(phone, self.keeper, name)
        self.keeper.goto(self.address)
        keeper, *_, last = self.phones.values()
        for number, path in enumerate(OTHERS):
            self.open(path, keeper if number < 2 else last)

    def open(self, path: str, phone: Page) -> None:
        """Open another page on a phone, which stays open."""
        self.others[path] = phone.context.new_page()
        slow_down(self.others[path])
        self.others[path].goto(path.format(game=self.address))
        wait_for_script(self.others[path])

    def restart(self) -> None:
        port = urlsplit(self.server.url).port
        self.server = start_forked(self.server.instance, port)

    def call(self, event: CallAnswered) -> None:
        """Call on the player's own phone, also once no call is left."""
        name = self.whole.names[event.player - 1]
        phone = self.phones[name]
        evening = Evening(phone, self.whole, by_thumb=False)
        if phone is self.keeper:
            evening.call(name)
            return
        before = evening.newest.input_value() if evening.newest.count() else ""
        anyway = phone.get_by_role("button", name="Record a call anyway")
        phone.locator(".own-call").or_(anyway).tap()
        expect(evening.newest).not_to_have_value(before)
        expect(undo_button(phone, f"{name} called")).to_be_visible()

    def end_round(self, event: RoundEnded, *, restarts: bool) -> None:
        """Count every hand on its own phone, and save the round on the scorekeeper's."""
        for name, phone in self.phones.items():
            hand = hand_of(event, self.whole.number(name))
            if phone is self.keeper or hand.count is None or event.winner == hand.player:
                continue
            self.count(phone, hand.sum_text or str(hand.count))
            if restarts:
                self.server.kill()
            phone.locator(SEND_HAND).tap()
            if restarts:
                expect(phone.get_by_text("sent later by itself")).to_be_visible()
                self.restart()
            restarts = False
            expect(phone.get_by_text("The scorekeeper has it.")).to_be_visible()
        expect(self.keeper.locator(ROUND_OVER)).to_be_visible()
        Evening(self.keeper, self.whole, by_thumb=False).end_round(event)

    def count(self, phone: Page, points: str) -> None:
        count_own_hand(phone)
        phone.locator(OWN_POINTS).fill(points)
        phone.keyboard.press("Escape")

    def end(self) -> dict[str, int]:
        """Stop the game here, and correct the first round; return its points."""
        version = self.version()
        if self.keeper.locator(ROUND_OVER).count():
            send(self.keeper, f"{self.address}/end", [("base", version)])
        *_, last = names = self.whole.names
        points = self.whole.scores[0] | {last: self.whole.scores[0][last] + 1}
        winner = str(1 + [points[name] for name in names].index(0))
        fields = [("winner", winner), ("insist", "1"), ("base", self.version())]
        for at, name in enumerate(names):
            fields += [(f"hands-{at}-player", str(at + 1))]
            fields += [(f"hands-{at}-points", str(points[name] or ""))]
        send(self.keeper, f"{self.address}/rounds/1/amend", fields)
        return points

    def version(self) -> str:
        return str(self.keeper.request.get(f"{self.address}.json").json()["version"])

    def look_at_all(self, points: dict[str, int]) -> None:
        """Look at every total on every page, and note the wrong ones."""
        pages = [(name, phone, *ON_PHONES) for name, phone in self.phones.items()]
        pages += [(path, self.others[path], *parts) for path, parts in OTHERS.items()]
        self.look_at(pages, points)

    def look_at(self, pages: list[tuple[str, Page, str, str]], points: dict[str, int]) -> None:
        until = time.monotonic() + SECONDS
        for where, page, row, cell in pages:
            for name, total in points.items():
                words = r"(\s+shared place|\s+\d( of \d)? games? won)?"
                named = re.compile(rf"^\s*{name}{words}\s*$", re.IGNORECASE)
                line = page.locator(row).filter(has=page.get_by_text(named))
                self.looks += 1
                if not is_shown(line.locator(cell).first, total, until):
                    shown = page.locator(row).all_inner_texts()
                    self.wrong.append(f"{where}: {name} has {total}, but it shows {shown}")


def is_shown(place: Locator, total: int, until: float) -> bool:
    """Whether this total is shown in time, or at once if it is late."""
    left = max(until - time.monotonic(), 0.5)
    try:
        expect(place).to_have_text(re.compile(rf"^\D*{total}\b"), timeout=left * 1000)
    except AssertionError:
        return False
    return True


@pytest.fixture
def table(open_phone: Callable[..., Page], tmp_path: Path, watch: Watch) -> Iterator[Table]:
    watch.allow(NO_NETWORK)
    whole = read("jamaican")
    server = start_forked(tmp_path / "instance")
    phones = {name: open_phone(base_url=server.url) for name in whole.names}
    for phone in phones.values():
        slow_down(phone)
    table = Table(server, phones, whole)
    yield table
    table.server.stop()


def test_game_on_five_phones(table: Table) -> None:
    table.seat_all()
    *_, last = table.whole.names
    ended = played = 0
    for event in table.whole.events:
        if isinstance(event, CallAnswered):
            table.call(event)
        elif isinstance(event, RoundEnded):
            ended += event.winner is not None
            played += 1  # including void rounds, which the game lists with their scores
            table.end_round(event, restarts=ended in RESTARTS and event.winner is not None)
            table.look_at_all(points_after(table.whole, played))
            for path in IN_THE_END if played == 1 else ():
                table.open(path, table.phones[last])
        if ended == ROUNDS:
            break
    first = table.end()
    totals = points_after(table.whole, played)
    totals[last] += first[last] - table.whole.scores[0][last]
    for (path, parts), points in zip(IN_THE_END.items(), (first, totals), strict=True):
        table.look_at([(path, table.others[path], *parts)], points)
    table.look_at_all(totals)
    assert not table.wrong, f"{len(table.wrong)} of {table.looks} looks: {table.wrong}"
