"""The worst hands that the check takes, of up to a hundred cards: each page costs little CPU time.

Advice has a budget of its own (`test_heavy_questions`).
"""

import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.cards import JOKER, Card, Cards, cards_text
from kalooki_ref.referee.calls import largest_hand
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from tests.attacks.cost import measured, slowness
from tests.web.phone import Phone

# A quiet machine needs a second at most; other tests that run at the same time double it.
CPU_SECONDS = 2.0
SIZES = (30, 60, 90)
# Cards near each other make most melds.
NEAR = range(2, 9)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    instance: Path = tmp_path_factory.mktemp("crafted") / "instance"
    return create_app({"INSTANCE": str(instance), "LIMITS": False})


def crafted_hands(system: RuleSystem) -> Iterator[Cards]:
    """Yield hands of many near cards, with jokers that may go anywhere, tapped in three orders."""
    draw, pack = random.Random(1), system.every_pack[-1]
    near = [Card(rank, suit) for rank in NEAR for suit in pack.suits] * pack.copies
    for size in SIZES:
        most = min(size, largest_hand(system)) - pack.jokers
        hand = tuple(draw.sample(near, min(most, len(near))))
        jokers = (JOKER,) * pack.jokers
        yield (*hand, *jokers)
        yield (*sorted(hand, key=lambda card: (str(card.suit), card.rank)), *jokers)
        yield tuple(draw.sample((*hand, *jokers), len(hand) + len(jokers)))


def addresses(phone: Phone, system: RuleSystem, hand: Cards) -> Iterator[str]:
    """Yield the pages that judge a hand: alone, in a game, and added to a meld of the board."""
    cards = cards_text(hand)
    asked: list[dict[str, object]] = [{"cards": cards}, {"cards": cards, "as": "lay"}]
    asked += [{"cards": cards, "round": len(system.contracts)}] if system.contracts else []
    asked.append({"cards": cards_text(hand[:30]), "on": cards_text(hand[-30:])})
    for query in asked:
        yield f"/check/verdict?{urlencode({'system': system.slug, **query})}"
        yield f"{phone.table}/check?{urlencode({'player': 1, **query})}"


@pytest.mark.share(of=5)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_crafted_hands_cost_little(app: Flask, system: RuleSystem) -> None:
    phone = Phone(app.test_client())
    assert phone.begin("Ann", "Ben", "Cleo", system=system.slug).status_code == 303
    for hand in crafted_hands(system):
        for address in addresses(phone, system, hand):
            answer, cost = measured(lambda at=address: phone.client.get(at), seconds=CPU_SECONDS)
            assert answer.status_code in {200, 422}, address
            assert cost.seconds < CPU_SECONDS * slowness(), address
