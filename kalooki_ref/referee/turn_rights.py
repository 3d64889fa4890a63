"""What a player may do in a turn, and what follows once a hand is empty or the stock is spent."""

from dataclasses import dataclass

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.scoring import bends
from kalooki_ref.referee.verdict import Assumption, Finding, OnlyFor, Verdict, legal_if
from kalooki_ref.rules.choices import BarredFromLaying, Miscount, TakenUpcard
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

# Percent.
WHOLE_POOL = 100


@dataclass(frozen=True, slots=True)
class TurnState:
    """Where a player stands in a turn."""

    my_turn: bool = True
    drawn: bool = True
    overcalled: bool = False
    # Whether the melds meet the contract, or the threshold.
    opening_met: bool = True
    # Whether a wrong lay of this round was taken back.
    laid_falsely: bool = False
    # Whether the hand was found with a card too many or too few.
    miscounted: bool = False


@dataclass(frozen=True, slots=True)
class GoingOut:
    """How a player went out; ``final_discard`` None where unknown."""

    went_out: bool = True
    # Whether the player came down in this very turn.
    same_turn: bool = False
    final_discard: bool | None = None
    overcalls: int = 0
    # Granted calls of the round; None where unknown.
    calls: int | None = None
    false_lays: int = 0


def may_lay(turn: TurnState, system: RuleSystem) -> Verdict:
    """Return whether the player may come down now (000: lays; 001 to 004: own turn, drawn)."""
    found = [] if turn.my_turn else [Finding(Code.NOT_IN_TURN)]
    if turn.my_turn and not turn.drawn:
        found.append(Finding(Code.NOT_DRAWN))
    if is_barred_by(turn, system):
        found.append(Finding(Code.BARRED))
    if not turn.opening_met:
        code = Code.CONTRACT_SHORT if system.contracts else Code.OPENING_SHORT
        found.append(Finding(code, needed=system.opening or None))
    return Verdict(tuple(found))


def is_barred_by(turn: TurnState, system: RuleSystem) -> bool:
    """Whether a fault of the round keeps the player from coming down (000: overcalls)."""
    faults = (
        (turn.overcalled, system.overcall),
        (turn.laid_falsely, system.false_lay),
        (turn.miscounted, system.miscount_cost),
    )
    return any(done and BarredFromLaying() in costs for done, costs in faults)


def may_stand(system: RuleSystem, *, tacked_on: bool) -> Verdict:
    """Return whether melds laid in spite of an overcall stay, found only after the lay (000).

    ``tacked_on`` is whether anybody has added to them: then they stay, and count as in hand.
    """
    goes_back = BarredFromLaying() in system.overcall and system.barred_lay_counts
    return legal_if(tacked_on or not goes_back, Code.BARRED)


def may_put_right(way: Miscount, system: RuleSystem) -> Verdict:
    """Return whether a hand that is one card out is put right this way."""
    return legal_if(way is system.miscount, Code.PUT_RIGHT_OTHERWISE, needed=system.miscount)


def may_end_turn(
    system: RuleSystem, *, keeps_upcard: bool = False, tacks_upcard: bool = False
) -> Verdict:
    """Return whether the turn may end with an upcard taken and kept in hand, or tacked (002)."""
    must_be_played = keeps_upcard and system.taken_upcard is not TakenUpcard.MAY_STAY
    must_be_melded = tacks_upcard and system.taken_upcard is TakenUpcard.MELDED
    return legal_if(not (must_be_played or must_be_melded), Code.UPCARD_UNMELDED)


def may_go_out(system: RuleSystem, *, final_discard: bool) -> Verdict:
    """Return whether the last card may leave the hand so (000, 002: it must be discarded)."""
    return legal_if(final_discard or not system.final_discard, Code.NO_FINAL_DISCARD)


def may_discard(card: Card, system: RuleSystem) -> Verdict:
    """Return whether this card may be discarded (004: no joker)."""
    found = foreign_findings((card,), system)
    if card.is_joker and not system.joker_discard:
        found.append(Finding(Code.JOKER_DISCARDED, (card,)))
    return Verdict(tuple(found))


def judge_bend(out: GoingOut, system: RuleSystem) -> Verdict:
    """Return whether going out so bends the board (000, 004; 002 calls it Kalooki).

    Unclear where a table wants a call for it and nobody counted them.
    """
    found = []
    if out.overcalls and BarredFromLaying() in system.overcall:
        found.append(Finding(Code.BARRED))
    if out.went_out and out.final_discard is False and system.final_discard:
        found.append(Finding(Code.NO_FINAL_DISCARD))
    bent = bends(
        system,
        same_turn=out.same_turn,
        overcalls=out.overcalls,
        false_lays=out.false_lays,
        calls=out.calls,
    )
    if not (out.went_out and bent):
        found.append(Finding(Code.NOT_BENT))
    hangs = out.calls is None and not system.bend_without_calls
    assumes = (Assumption.CALLS_UNKNOWN,) if hangs else ()
    return Verdict(tuple(found), assumes=assumes, unclear=hangs)


def may_add_on(system: RuleSystem, *, down: bool) -> Verdict:
    """Return whether a player may still add cards once somebody is out (003: who is down)."""
    needed = OnlyFor.PLAYERS_DOWN if system.add_on_after_out else None
    return legal_if(system.add_on_after_out and down, Code.NO_ADD_ON, needed=needed)


def may_reshuffle(system: RuleSystem, *, times: int) -> Verdict:
    """Return whether the discards may become stock for the ``times``-th time this round."""
    most = system.reshuffles
    return legal_if(most is None or times <= most, Code.NO_RESHUFFLE, needed=most, found=times)


def may_void(system: RuleSystem, *, times: int) -> Verdict:
    """Return whether the round is void when the stock is spent for the ``times``-th time."""
    is_spent = not may_reshuffle(system, times=times).legal
    return legal_if(is_spent, Code.NOT_VOID, needed=system.reshuffles, found=times)


def may_share_pool(system: RuleSystem, *, points: int, winner: bool) -> Verdict:
    """Return whether a player has a share of the pool (002: winner, or fewer than 100 points)."""
    has_pool = system.pool_share > 0
    is_rest_left = system.pool_share < WHOLE_POOL
    has_share = winner or (is_rest_left and points < system.pool_threshold)
    needed = system.pool_threshold if is_rest_left or not has_pool else OnlyFor.WINNER
    return legal_if(has_pool and has_share, Code.NO_SHARE, needed=needed, found=points)
