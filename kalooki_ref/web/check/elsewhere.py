"""The same question under every system, its cards as each system's pack names them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import request, url_for

from kalooki_ref.cards import KOOKY_SUITS, STANDARD_SUITS, Card, cards_text
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.check.questions import Cards, cards_read
from kalooki_ref.web.messages.rulings import Ruling

ALIKE = dict(zip(STANDARD_SUITS, KOOKY_SUITS, strict=True)) | dict(
    zip(KOOKY_SUITS, STANDARD_SUITS, strict=True)
)
"""What each suit is among the colours and each colour among the suits: black is spades, and on."""
GROUND = ("system", "game", "rows")
"""What an address says of the table, not of the cards."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The verdict under one system, and where it can be read in full."""

    system: RuleSystem
    ruling: Ruling
    href: str
    is_here: bool


def elsewhere(
    here: RuleSystem, ruled: Callable[[RuleSystem], Ruling | None], *, cards: Sequence[str]
) -> tuple[Elsewhere, ...]:
    """Return the verdict under every system; ``cards`` are the fields that hold cards."""
    return tuple(
        Elsewhere(system, ruling, _address(system, cards), system == here)
        for system in SYSTEMS
        if (ruling := ruled(system))
    )


def read_for(typed: Cards, system: RuleSystem) -> Cards:
    """Return the cards with suits for colours, or colours for suits, where the pack has those."""
    cards = tuple(_read(card, system) for card in typed.cards)
    return typed if cards == typed.cards else Cards(cards_text(cards), cards)


def _read(card: Card, system: RuleSystem) -> Card:
    if card.suit is None or card.suit in system.suits:
        return card
    return Card(card.rank, ALIKE[card.suit])


def _address(system: RuleSystem, fields: Sequence[str]) -> str:
    page = url_for((request.endpoint or "").replace(".verdict", ".show"))
    asked = [("system", system.slug), *_asked(system, fields)]
    return f"{page}?{urlencode(asked)}"


def _asked(system: RuleSystem, fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    for name, text in request.args.items(multi=True):
        if text and name not in GROUND:
            yield name, read_for(cards_read(text), system).text if name in fields else text
