"""A meld as it lies on the table, whose it is, and how many jokers it may have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import JOKER, Card, Cards
from kalooki_ref.referee.verdict import Assumption, Finding
from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


class Phase(StrEnum):
    """When a meld is judged: as it is laid, or once it is on the table and has grown by tacks."""

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
    cards: Cards


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


@dataclass(frozen=True, slots=True)
class MeldAfter:
    """A meld once cards were added or a joker has moved, low to high.

    ``findings`` are what is against it; ``cards`` are then those that fit, if any. Where several
    melds can come of it there are no cards, and ``assumes`` says what nobody can tell.
    """

    cards: Cards = ()
    findings: tuple[Finding, ...] = ()
    assumes: tuple[Assumption, ...] = ()


def cards_in(melds: Iterable[Meld]) -> Cards:
    """Return the cards of these melds, one meld after the other."""
    return tuple(card for meld in melds for card in meld.cards)


_LAY = Phase.LAY
_NEVER = JokerCap.NEVER
_ALWAYS = JokerCap.ALWAYS
_FEW = {MeldKind.SET: Code.SET_NATURALS_FEW, MeldKind.RUN: Code.RUN_NATURALS_FEW}
_OUTNUMBER = {MeldKind.SET: Code.SET_JOKERS_OUTNUMBER, MeldKind.RUN: Code.RUN_JOKERS_OUTNUMBER}


def joker_findings(
    kind: MeldKind, cards: Sequence[Card], system: RuleSystem, *, phase: Phase
) -> list[Finding]:
    """Return what is wrong with the number of jokers among the cards of such a meld.

    A meld without any joker lacks cards, not naturals, so it is left alone.
    """
    naturals = sum([1 for card in cards if card.rank])
    jokers = len(cards) - naturals
    if not jokers:
        return []
    least, cap = system.run_min_naturals, system.run_joker_cap
    if kind is MeldKind.SET:
        least, cap = system.set_min_naturals, system.set_joker_cap
    found = []
    if naturals < least:
        found.append(_finding(_FEW[kind], cards, needed=least, naturals=naturals))
    if jokers > naturals and (cap is _ALWAYS or (cap is not _NEVER and phase is _LAY)):
        found.append(_finding(_OUTNUMBER[kind], cards, needed=jokers, naturals=naturals))
    return found


def _finding(code: Code, cards: Sequence[Card], *, needed: int, naturals: int) -> Finding:
    at = tuple(i for i, card in enumerate(cards) if not card.rank)
    return Finding(code, (JOKER,) * len(at), at, needed=needed, found=naturals)
