"""The meld and its owner, positions and limits on jokers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import JOKER, Card, Cards
from kalooki_ref.referee.verdict import Assumption, Finding
from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


class Phase(StrEnum):
    """Whether a meld is judged when it is laid, or on the board, where tacking made it grow."""

    LAY = "lay"
    TACK = "tack"


class MeldKind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or a run; a run is listed low to high, so positions define what jokers stand for."""

    kind: MeldKind
    cards: Cards


class End(StrEnum):
    """An end of a run."""

    HIGH = "high"
    LOW = "low"


class Owner(StrEnum):
    """Whose meld it is, relative to the player who acts."""

    OWN = "own"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the board and its owner, relative to the player who acts."""

    meld: Meld
    owner: Owner


@dataclass(frozen=True, slots=True)
class MeldAfter:
    """A meld after cards were added or a joker was moved, low to high.

    If there are ``findings``, ``cards`` has only the cards that fit. If several results are
    possible, ``cards`` is empty and ``assumes`` says what is unknown.
    """

    cards: Cards = ()
    findings: tuple[Finding, ...] = ()
    assumes: tuple[Assumption, ...] = ()


def cards_in(melds: Iterable[Meld]) -> Cards:
    """Return the cards of all melds, concatenated."""
    return tuple(card for meld in melds for card in meld.cards)


_LAY = Phase.LAY
_NEVER = JokerCap.NEVER
_ALWAYS = JokerCap.ALWAYS
_FEW = {MeldKind.SET: Code.SET_NATURALS_FEW, MeldKind.RUN: Code.RUN_NATURALS_FEW}
_OUTNUMBER = {MeldKind.SET: Code.SET_JOKERS_OUTNUMBER, MeldKind.RUN: Code.RUN_JOKERS_OUTNUMBER}


def joker_findings(
    kind: MeldKind, cards: Sequence[Card], system: RuleSystem, *, phase: Phase
) -> list[Finding]:
    """Return findings on the number of jokers or naturals in a meld of this kind.

    A meld without jokers never has too few naturals: it has too few cards.
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
