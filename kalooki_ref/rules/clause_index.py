"""The rulebook's chapters, the order of clauses, and constructors for clauses."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import Clause, Provenance, Words
from kalooki_ref.rules.shared_clauses import SHARED

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

# The clause on a replaced joker that would come to lie beside another one.
NO_ROOM_BESIDE_A_JOKER = "7.3"

# Clauses without a field of their own, by the field they depend on.
FOLLOWING = {
    "add_on_after_out": ("9.9",),
    "bend": ("9.8",),
    "calling": ("8.8", "8.12", "8.14", "8.18", "11.5", "11.6"),
    "cards_per_call": ("8.18",),
    "deals": ("8.18",),
    "down_draws_upcard": ("8.12",),
    "end_joker_reread": ("1.5",),
    "extra_melds": ("5.7",),
    "joker_discard": ("9.10",),
    "joker_goes": ("7.3", "7.8"),
    "joker_mover": ("7.10",),
    "max_calls": ("8.18", "11.5", "11.6"),
    "next_dealer": ("2.11",),
    "overcall": ("11.5", "11.6"),
    "refused_overcalls_count": ("11.6",),
    "set_joker": ("7.5", "7.9"),
    "taken_upcard": ("8.17",),
}


def chapter_of(number: str) -> int:
    """Return the chapter of a clause number: 4 for "4.7"."""
    return int(number.partition(".")[0])


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

    Without ``text`` the clause has the shared wording, and that wording's faults unless ``cites``
    names others. A number with a letter selects an alternative wording with its own faults.
    """
    return _clause(Provenance.STATED, number, ruling, text, cites)


def implied(number: str, text: str = "", *cites: Code) -> Clause:
    """Return a clause that follows from what the sheet says."""
    return _clause(Provenance.IMPLIED, number, "", text, cites)


def ours(number: str, ruling: str = "", text: str = "", *cites: Code) -> Clause:
    """Return a clause that is our interpretation; ``ruling`` names the reading behind it."""
    return _clause(Provenance.OURS, number, ruling, text, cites)


def shared(*, stated: str, implied: str = "", ours: str = "") -> Iterator[Clause]:
    """Yield clauses with their shared wording, by number, grouped by provenance."""
    yield from (_clause(Provenance.STATED, number) for number in stated.split())
    yield from (_clause(Provenance.IMPLIED, number) for number in implied.split())
    yield from (_clause(Provenance.OURS, number) for number in ours.split())


def in_words(words: Words, *clauses: Clause) -> tuple[Clause, ...]:
    """Return the clauses with the system's words for set, run and joker filled in."""
    ordered = sorted(clauses, key=lambda one: place_of(one.number))
    return tuple(
        replace(one, text=one.text.format(set=words.set, run=words.run, joker=words.joker))
        for one in ordered
    )


def _clause(
    provenance: Provenance, key: str, ruling: str = "", text: str = "", cites: tuple[Code, ...] = ()
) -> Clause:
    shared_text, shared_cites, reading = SHARED.get(key, ("", (), ""))
    if provenance is Provenance.OURS and not text:
        ruling = ruling or reading
    return Clause(key.rstrip("b"), text or shared_text, provenance, cites or shared_cites, ruling)
