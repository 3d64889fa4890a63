"""Five phones at one table on a slow network, with server restarts.

Every player calls and counts on their own phone, one keeps score, and after each round all phones
show the same totals. KALOOKI_ROUNDS=9 plays the whole game with three restarts;
KALOOKI_SECONDS=3 is the time limit for the phones after each round.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

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
)
from tests.browser.test_phones import count_own_hand, guard, join
from tests.faults.forked import start_forked
from tests.games.whole_game import WholeGame, points_after, read
from tests.server import Server

pytestmark = pytest.mark.share(of=3)

ROUNDS = int(os.environ.get("KALOOKI_ROUNDS", "1"))
SECONDS = float(os.environ.get("KALOOKI_SECONDS", PATIENCE / 1000))
# Network latency in milliseconds.
LATENCY = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
# Rounds at whose end the server is killed while a hand is being sent.
RESTARTS = {1, 5, 8}


class Table:
    """The phones of a table by their players' names, and the server they share."""

    def __init__(self, server: Server, phones: dict[str, Page], whole: WholeGame) -> None:
        self.server, self.phones, self.whole = server, phones, whole
        self.keeper = next(iter(phones.values()))
        self.address = Evening(self.keeper, whole, by_thumb=False).begin()

    def seat_all(self) -> None:
        guard(self.keeper, self.address)
        for name, phone in self.phones.items():
            if phone is not self.keeper:
                join(phone, self.keeper, name)
        self.keeper.goto(self.address)

    def restart(self) -> None:
        port = urlsplit(self.server.url).port
        self.server = start_forked(self.server.instance, port)

    def call(self, event: CallAnswered) -> None:
        name = self.whole.names[event.player - 1]
        Evening(self.phones[name], self.whole, by_thumb=False).call(name)

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

    def all_show(self, points: dict[str, int]) -> None:
        for phone in self.phones.values():
            for name, total in points.items():
                lines = phone.locator(".table-rows > .player, .seat, .minis > li")
                line = lines.filter(has=phone.get_by_text(name, exact=True))
                shown = line.locator("> .player-total > .number, > .number")
                expect(shown).to_have_text(str(total), timeout=SECONDS * 1000)


@pytest.fixture
def table(open_phone: Callable[..., Page], tmp_path: Path, watch: Watch) -> Iterator[Table]:
    watch.allow(NO_NETWORK)
    whole = read("jamaican")
    server = start_forked(tmp_path / "instance")
    phones = {name: open_phone(base_url=server.url) for name in whole.names}
    for phone in phones.values():
        phone.context.new_cdp_session(phone).send("Network.emulateNetworkConditions", LATENCY)
    table = Table(server, phones, whole)
    yield table
    table.server.stop()


def test_game_on_five_phones(table: Table) -> None:
    table.seat_all()
    ended = played = 0
    for event in table.whole.events:
        if isinstance(event, CallAnswered):
            table.call(event)
        elif isinstance(event, RoundEnded):
            ended += event.winner is not None
            played += 1  # including void rounds, which the game lists with their scores
            table.end_round(event, restarts=ended in RESTARTS and event.winner is not None)
            table.all_show(points_after(table.whole, played))
        if ended == ROUNDS:
            break
