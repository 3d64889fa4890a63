"""Whether the melds before one player keep apart: sets in rank, runs in suit.

Not here: other players' melds, which never matter for this.
"""

from collections.abc import Sequence

from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.run_order import main_suit
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

_SET = MeldKind.SET


def apart_findings(
    melds: Sequence[Meld], system: RuleSystem, *, own: Sequence[Meld] = ()
) -> list[Finding]:
    """Return a finding for each meld whose rank or suit the player already has before it.

    ``own`` lie there already; places run through ``melds`` (003: sets and runs, 004: runs).
    """
    found = []
    seen = {_mark(meld) for meld in own}
    before = 0
    for meld in melds:
        mark = _mark(meld)
        if mark in seen and _must_differ(meld, system):
            at = tuple(range(before, before + len(meld.cards)))
            found.append(Finding(_code(meld), meld.cards, at, found=mark[1]))
        seen.add(mark)
        before += len(meld.cards)
    return found


def _mark(meld: Meld) -> tuple[MeldKind, int | str | None]:
    if meld.kind is _SET:
        return meld.kind, set_rank(meld.cards) or None
    return meld.kind, main_suit(meld.cards)


def _must_differ(meld: Meld, system: RuleSystem) -> bool:
    if _mark(meld)[1] is None:
        return False
    return system.ranks_apart if meld.kind is _SET else system.suits_apart


def _code(meld: Meld) -> Code:
    return Code.RANK_AGAIN if meld.kind is _SET else Code.SUIT_AGAIN
