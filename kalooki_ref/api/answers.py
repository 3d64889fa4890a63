"""Structs of the JSON answers, encoded and described by msgspec; UNSET fields are left out."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from kalooki_ref.api.fields import note
from kalooki_ref.cards import Card
from kalooki_ref.referee.meld import MeldKind
from kalooki_ref.referee.verdict import Answer, Assumption
from kalooki_ref.rules.codes import Code

Words = list[str]
Points = int | None
Ignored = Annotated[Words, note("Fields of the question that nothing reads.")]


class Ruling(Struct, kw_only=True, frozen=True):
    """The ruling on one question: legal, illegal, unclear, or a number."""

    id: str | int | None = None
    verdict: Answer | int
    codes: list[Code]
    says: str
    result: Annotated[Words, note("The meld afterwards, low to high.")] | UnsetType = UNSET
    instead: Annotated[Words, note("A legal order, else the smallest repair.")] | UnsetType = UNSET
    reading: Annotated[Words, note("The cards, each joker as what it stands for.")] | UnsetType = (
        UNSET
    )
    assumes: list[Assumption] | UnsetType = UNSET
    missing: Annotated[Words, note("Facts that decide, and were left out.")] | UnsetType = UNSET
    clauses: Words | UnsetType = UNSET
    ignored: Ignored | UnsetType = UNSET


class LaidMeld(Struct, kw_only=True, frozen=True, rename={"as_": "as"}):
    """A meld to lay."""

    as_: MeldKind
    cards: Words
    after_step: (
        Annotated[
            int,
            Meta(ge=1),
            note("Laid after this many of the steps, which take jokers from the board."),
        ]
        | UnsetType
    ) = UNSET


class TackStep(Struct, kw_only=True, frozen=True):
    """Cards to add to a meld on the board or just laid."""

    step: int
    on: str
    index: int
    end: str | None
    cards: Words


class JokerStep(Struct, kw_only=True, frozen=True, rename={"with_": "with"}):
    """Cards to put in a joker's place."""

    step: int
    on: str
    index: int
    at: int
    with_: Words
    to: str | None


class BestPlay(Struct, kw_only=True, frozen=True):
    """The best play for a hand."""

    id: str | int | None = None
    can_come_down: bool
    lay: list[LaidMeld]
    tacks: list[TackStep]
    joker_moves: list[JokerStep]
    discard: str | None
    leftover: Annotated[
        Points, note("The least that can stay in hand while nothing need be thrown.")
    ]
    leftover_after_discard: Annotated[
        Points, note("The least after the turn's discard; this plan leaves it.")
    ]
    leftover_before_discard: Annotated[
        Points, note("What this plan leaves before its discard; another may leave less.")
    ]
    goes_out: bool
    bends: bool
    proved: Annotated[bool, note("Nothing better exists, for certain.")]
    missing: Annotated[Words, note("The fewest cards that would let it come down.")] | UnsetType = (
        UNSET
    )
    barred: Annotated[bool, note("An overcall forbids coming down.")] | UnsetType = UNSET
    warnings: Annotated[Words, note("Cards there are more of than the pack holds.")] | UnsetType = (
        UNSET
    )
    ignored: Ignored | UnsetType = UNSET


class Unreadable(Struct, kw_only=True, frozen=True):
    """Why a question could not be read, or what in it contradicts itself."""

    id: str | int | None = None
    error: str


class Refused(Struct, kw_only=True, frozen=True):
    """A request that is refused as a whole."""

    error: str
    status: int | UnsetType = UNSET


def words_of_cards(cards: Iterable[Card]) -> Words:
    return [str(card) for card in cards]


def any_of(words: Words) -> Words | UnsetType:
    """Return the words, or UNSET if there are none."""
    return words or UNSET
