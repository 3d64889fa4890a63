"""The rulebook's chapters, the order of clauses, and constructors for clauses."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from kalooki_ref.rules.choices import SetWord
from kalooki_ref.rules.clause import Clause, Provenance
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

Numbered = TypeVar("Numbered")
# Titles of chapters 1 to 12, in order (English msgids).
CHAPTERS = (
    "The pack and the players",
    "Rounds and the deal",
    "Sets and runs",
    "Jokers in a meld",
    "Coming down",
    "Tacking",
    "Jokers on the board",
    "Drawing and calling",
    "Going out",
    "Scoring",
    "Penalties",
    "The stock and the end",
)
# Titles in a system's own words, by chapter and its word for a set.
OWN_TITLES = {(3, SetWord.THREE): "Threes and fours"}


# Clause 10.1 of the sheets where aces count by colour (000, 001, 004).
ACES_BY_COLOUR = (
    "You score the cards left in your hand: 2 to 10 as printed, jack, queen and king 10 each, "
    "a red ace 1, a black ace 15, a {joker} 50."
)
# The clause on a replaced joker that would come to lie beside another one.
NO_ROOM_BESIDE_A_JOKER = "7.3"
# The clause on coming down, and on a contract laid in parts.
OPENING_CLAUSE = "5.1"


def chapter_of(number: str) -> int:
    """Return the chapter of a clause number: 4 for "4.7"."""
    return int(number.partition(".")[0])


def title_of(chapter: int, system: RuleSystem) -> str:
    """Return the title of a chapter in the system's words (an English msgid)."""
    return OWN_TITLES.get((chapter, system.words.set), CHAPTERS[chapter - 1])


@dataclass(frozen=True, slots=True)
class Chapter(Generic[Numbered]):
    """A chapter: its title (an English msgid) and the items to show under it."""

    number: int
    title: str
    rows: tuple[Numbered, ...]


def by_chapter(
    items: Iterable[Numbered], number_of: Callable[[Numbered], str]
) -> Iterator[Chapter[Numbered]]:
    """Yield each chapter that has items, in the order given; each item has a clause number."""
    known = tuple(items)
    for chapter, title in enumerate(CHAPTERS, 1):
        own = tuple(item for item in known if chapter_of(number_of(item)) == chapter)
        if own:
            yield Chapter(chapter, title, own)


def place_of(number: str) -> tuple[int, int]:
    """Sort key for a clause number: chapter and place as integers, so "8.10" follows "8.9"."""
    chapter, _, place = number.partition(".")
    return int(chapter), int(place)


def stated(number: str, text: str = "", *cites: Code, ruling: str = "") -> Clause:
    """Return a clause that the sheet states explicitly.

    Without ``text`` it has the sentences of the values in force, without ``cites`` their faults
    (`described`).
    """
    return Clause(number, text, Provenance.STATED, cites, ruling)


def implied(number: str, text: str = "", *cites: Code) -> Clause:
    """Return a clause that follows from what the sheet says."""
    return Clause(number, text, Provenance.IMPLIED, cites)


def ours(number: str, ruling: str = "", text: str = "", *cites: Code) -> Clause:
    """Return a clause that is our interpretation; ``ruling`` names the reading behind it."""
    reading = "" if text else _RULINGS.get(number, "")
    return Clause(number, text, Provenance.OURS, cites, ruling or reading)


def as_valued(*, stated: str, implied: str = "", ours: str = "") -> Iterator[Clause]:
    """Yield clauses that say the values in force, by number, grouped by provenance."""
    yield from (Clause(number, "", Provenance.STATED) for number in stated.split())
    yield from (Clause(number, "", Provenance.IMPLIED) for number in implied.split())
    for number in ours.split():
        yield Clause(number, "", Provenance.OURS, (), _RULINGS.get(number, ""))


# Readings of gaps that all sheets leave, by clause.
_RULINGS = {
    "3.10": "R-ALL-6",
    "8.7": "R-ALL-2",
    "8.16": "R-ALL-5",
    "11.4": "R-ALL-4",
    "12.1": "R-ALL-1",
    "12.2": "R-ALL-1",
    "12.4": "R-ALL-3",
}
