"""What a player may do in a turn, the cards aside: when to lay, and what must be done by its end.

Not here: calls and the upcard (referee.calling), going out (referee.going_out).
"""

from dataclasses import dataclass

from kalooki_ref.referee.verdict import Finding, Verdict
from kalooki_ref.rules.choices import BarredFromLaying, JokerGoes, TakenUpcard
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a player stands in a turn."""

    my_turn: bool = True
    drawn: bool = True
    overcalled: bool = False
    opening_met: bool = True
    """Whether the melds meet the contract, or the threshold."""


def may_lay(turn: Turn, system: RuleSystem) -> Verdict:
    """Return whether the player may come down now (000: lays; 001 to 004: own turn, drawn)."""
    found = list(_turn_findings(turn))
    if turn.overcalled and any(isinstance(cost, BarredFromLaying) for cost in system.overcall):
        found.append(Finding(Code.BARRED))
    if not turn.opening_met:
        code = Code.CONTRACT_SHORT if system.contracts else Code.OPENING_SHORT
        found.append(Finding(code, needed=system.opening or None))
    return Verdict(tuple(found))


def may_tack(turn: Turn, *, down: bool) -> Verdict:
    """Return whether the player may tack now: down, also since this very turn, and in turn."""
    found = _turn_findings(turn)
    return Verdict(found if down else (*found, Finding(Code.NOT_DOWN)))


def may_end_turn(
    system: RuleSystem,
    *,
    keeps_upcard: bool = False,
    tacks_upcard: bool = False,
    keeps_joker: bool = False,
) -> Verdict:
    """Return whether the turn may end: an upcard or a joker taken may have to be played (002)."""
    found = []
    if keeps_upcard and system.taken_upcard is not TakenUpcard.MAY_STAY:
        found.append(Finding(Code.UPCARD_UNMELDED))
    if tacks_upcard and system.taken_upcard is TakenUpcard.MELDED:
        found.append(Finding(Code.UPCARD_UNMELDED))
    if keeps_joker and system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        found.append(Finding(Code.JOKER_NOT_REUSED))
    elif keeps_joker and system.joker_goes is not JokerGoes.INTO_THE_HAND:
        found.append(Finding(Code.JOKER_INTO_HAND))
    return Verdict(tuple(found))


def _turn_findings(turn: Turn) -> tuple[Finding, ...]:
    found = [] if turn.my_turn else [Finding(Code.NOT_IN_TURN)]
    if turn.my_turn and not turn.drawn:
        found.append(Finding(Code.NOT_DRAWN))
    return tuple(found)
