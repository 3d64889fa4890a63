"""A meld as it lies on the table, and whose it is; judging it is done next door."""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import Card


class Phase(StrEnum):
    """When a meld is looked at: as it is laid, or once it lies there and has grown by tacks."""

    LAY = "lay"
    TACK = "tack"


class MeldKind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or a run; the cards of a run lie low to high, so a joker's place says what it is."""

    kind: MeldKind
    cards: tuple[Card, ...]


class End(StrEnum):
    """An end of a run."""

    HIGH = "high"
    LOW = "low"


class Owner(StrEnum):
    """Whose meld it is, seen from the player who acts."""

    OWN = "own"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table, seen from the player who acts."""

    meld: Meld
    owner: Owner
