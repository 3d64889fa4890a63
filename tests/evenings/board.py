"""The board as a test remembers it: each meld belongs to the entry that laid it."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field

from tests.evenings.filling import Pairs

RANKS = {"Ace": "A", "Jack": "J", "Queen": "Q", "King": "K"}
# Kooky's green is E.
SUITS = {
    "spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C",
    "Black": "B", "Red": "R", "Gold": "G", "Green": "E",
}  # fmt: skip
JOKER = "*"


@dataclass(slots=True)
class Laid:
    """A player's melds, each as it was typed; ``name`` is what forms call the lay."""

    player: int
    name: str
    melds: list[list[str]]


@dataclass(slots=True)
class Added:
    """Cards added to a meld; None if they weren't typed, as in a joker's place."""

    meld: str
    cards: list[str] | None
    frees_joker: bool = False


@dataclass(slots=True)
class Meld:
    """A meld: its cards; how many more are on it that weren't typed; jokers that may be gone."""

    owner: int
    cards: Counter[str]
    untyped: int = 0
    freed: int = 0

    def add(self, added: Added) -> None:
        self.cards += Counter(added.cards or ())
        self.untyped += added.cards is None
        self.freed += added.frees_joker

    def is_shown(self, owner: int, cards: Counter[str]) -> bool:
        """Whether a page shows this meld."""
        gone, more = self.cards - cards, cards - self.cards
        jokers = gone.pop(JOKER, 0)
        return (
            owner == self.owner
            and not gone
            and jokers <= self.freed
            and more.total() == self.untyped
        )


@dataclass(slots=True)
class Board:
    """The melds of a round in the order they were laid, by what forms call them."""

    melds: dict[str, Meld] = field(default_factory=dict)

    def after(self, move: Laid | Added) -> None:
        """Put the cards of an entry on the board."""
        if isinstance(move, Added):
            self.melds[move.meld].add(move)
            return
        for part, cards in enumerate(move.melds):
            self.melds[f"{move.name}-{part}"] = Meld(move.player, Counter(cards))


def laid(player: int, fields: Pairs) -> Laid | None:
    """Return what the form of a lay says; None if it was a false one."""
    if dict(fields).get("returned"):
        return None
    melds = [part.split() for part in dict(fields)["cards"].split("/") if part.strip()]
    key = hashlib.sha256(dict(fields)["key"].encode()).hexdigest()
    return Laid(player, key[:12], melds)


def added(fields: Pairs) -> Added:
    """Return what the form of a tack or of a joker's move says."""
    spot = [value for name, value in fields if name == "spot"][-1]
    meld, _, place = spot.partition(".")
    cards = dict(fields).get("cards", "").split()
    return Added(meld, cards or None, frees_joker=place[:1].isdigit())


def shown_board(page: str) -> list[tuple[int, Counter[str]]]:
    """Return the owner and the cards of each meld on a page, in the order they were laid."""
    melds: dict[int, tuple[int, Counter[str]]] = {}
    for owner, shown in re.findall(r'id="board-(\d+)">(.*?)(?=id="board-\d|\Z)', page, re.DOTALL):
        found = re.findall(r'id="board-meld-(\d+)">.*?<ul (.*?)</ul>', shown, re.DOTALL)
        for number, cards in found:
            names = re.findall(r'role="img" aria-label="([^"]*)"', cards)
            melds[int(number)] = int(owner), Counter(map(_card, names))
    return [melds[number] for number in sorted(melds)]


def _card(name: str) -> str:
    """Return a card by its name for screen readers: "7 of hearts", "Black Ace", "Joker as …"."""
    if name.startswith("Joker"):
        return JOKER
    rank, _, suit = name.partition(" of ")
    if not suit:
        suit, _, rank = name.partition(" ")
    return RANKS.get(rank, rank) + SUITS[suit]
