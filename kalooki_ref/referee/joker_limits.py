"""How many jokers a meld bears against its naturals, alike for sets and runs.

Not here: neighbours in a run (referee.runs).
"""

from collections.abc import Sequence

from kalooki_ref.cards import JOKER, Card
from kalooki_ref.referee.meld import MeldKind, Phase
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.codes import Code

_LAY = Phase.LAY
_NEVER = JokerCap.NEVER
_ALWAYS = JokerCap.ALWAYS
_FEW = {MeldKind.SET: Code.SET_NATURALS_FEW, MeldKind.RUN: Code.RUN_NATURALS_FEW}
_OUTNUMBER = {MeldKind.SET: Code.SET_JOKERS_OUTNUMBER, MeldKind.RUN: Code.RUN_JOKERS_OUTNUMBER}


def joker_findings(
    kind: MeldKind,
    cards: Sequence[Card],
    *,
    naturals: int,
    least: int,
    cap: JokerCap,
    phase: Phase,
) -> list[Finding]:
    """Return what is wrong with the number of jokers among the cards of such a meld.

    ``naturals`` are those among the cards, ``least`` those the meld needs. A meld without any
    joker lacks cards, not naturals, so it is left alone.
    """
    jokers = len(cards) - naturals
    if not jokers:
        return []
    found = []
    if naturals < least:
        found.append(_finding(_FEW[kind], cards, needed=least, naturals=naturals))
    if jokers > naturals and (cap is _ALWAYS or (cap is not _NEVER and phase is _LAY)):
        found.append(_finding(_OUTNUMBER[kind], cards, needed=jokers, naturals=naturals))
    return found


def _finding(code: Code, cards: Sequence[Card], *, needed: int, naturals: int) -> Finding:
    at = tuple(i for i, card in enumerate(cards) if not card.rank)
    return Finding(code, (JOKER,) * len(at), at, needed=needed, found=naturals)
