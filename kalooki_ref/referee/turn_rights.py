"""What a player may do in a turn, when going out, and when the stock is exhausted."""

from dataclasses import dataclass

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import foreign_findings
from kalooki_ref.referee.scoring import bends
from kalooki_ref.referee.verdict import (
    Assumption,
    BarredBy,
    Finding,
    NotBent,
    OnlyFor,
    Verdict,
    legal_if,
)
from kalooki_ref.rules.choices import BarredFromLaying, Miscount, TakenUpcard
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

# The whole pool, in percent.
WHOLE_POOL = 100


@dataclass(frozen=True, slots=True)
class TurnState:
    """A player's situation in a turn."""

    my_turn: bool = True
    drawn: bool = True
    overcalled: bool = False
    # Whether the melds meet the contract, or the opening in points.
    opening_met: bool = True
    # Whether the player took back an illegal lay in this round.
    laid_falsely: bool = False
    # Whether the hand was found to have a card too many or too few.
    miscounted: bool = False


@dataclass(frozen=True, slots=True)
class GoingOut:
    """How a player went out; ``final_discard`` is None if unknown."""

    went_out: bool = True
    # Whether the player came down in the same turn.
    same_turn: bool = False
    final_discard: bool | None = None
    overcalls: int = 0
    # Granted calls in the round; None if unknown.
    calls: int | None = None
    false_lays: int = 0


def may_lay(turn: TurnState, system: RuleSystem) -> Verdict:
    """Judge whether the player may come down now (000: lays; 001 to 004: own turn, drawn)."""
    found = [] if turn.my_turn else [Finding(Code.NOT_IN_TURN)]
    if turn.my_turn and not turn.drawn:
        found.append(Finding(Code.NOT_DRAWN))
    found += [fault.finding for fault in barring_faults(turn, system)[:1]]
    if not turn.opening_met:
        code = Code.CONTRACT_SHORT if system.contracts else Code.OPENING_SHORT
        found.append(Finding(code, needed=system.opening or None))
    return Verdict(tuple(found))


def barring_faults(turn: TurnState, system: RuleSystem) -> list[BarredBy]:
    """Return the faults that bar the player from coming down in this round (000: overcalls)."""
    faults = (
        (turn.overcalled, BarredBy.OVERCALL),
        (turn.laid_falsely, BarredBy.FALSE_LAY),
        (turn.miscounted, BarredBy.MISCOUNT),
    )
    return [
        fault for done, fault in faults if done and BarredFromLaying() in getattr(system, fault)
    ]


def may_stand(system: RuleSystem, *, tacked_on: bool) -> Verdict:
    """Judge whether melds of a barred player stay, if the overcall is found after the lay (000).

    They stay if any player has added to them (``tacked_on``), and score as cards in hand.
    """
    goes_back = BarredFromLaying() in system.overcall and system.barred_lay_counts
    return legal_if(tacked_on or not goes_back, Code.BARRED, needed=BarredBy.OVERCALL)


def may_put_right(way: Miscount, system: RuleSystem) -> Verdict:
    """Judge whether this is how a hand with a card too many or too few is corrected."""
    return legal_if(way is system.miscount, Code.PUT_RIGHT_OTHERWISE, needed=system.miscount)


def may_end_turn(
    system: RuleSystem, *, keeps_upcard: bool = False, tacks_upcard: bool = False
) -> Verdict:
    """Judge whether the turn may end with a taken upcard kept in hand, or only tacked (002)."""
    must_be_played = keeps_upcard and system.taken_upcard is not TakenUpcard.MAY_STAY
    must_be_melded = tacks_upcard and system.taken_upcard is TakenUpcard.MELDED
    is_played = not (must_be_played or must_be_melded)
    return legal_if(is_played, Code.UPCARD_UNMELDED, needed=system.taken_upcard)


def may_go_out(system: RuleSystem, *, final_discard: bool) -> Verdict:
    """Judge whether a player may go out this way (000, 002: the last card must be discarded).

    ``system`` is that of the round; where its contract takes all cards, none is discarded.
    """
    if final_discard and system.last_contract_all_cards:
        return Verdict((Finding(Code.CARDS_KEPT),))
    return legal_if(final_discard or not system.final_discard, Code.NO_FINAL_DISCARD)


def may_discard(card: Card, system: RuleSystem) -> Verdict:
    """Judge whether this card may be discarded (004: no jokers)."""
    found = foreign_findings((card,), system)
    if card.is_joker and not system.joker_discard:
        found.append(Finding(Code.JOKER_DISCARDED, (card,)))
    return Verdict(tuple(found))


def judge_bend(out: GoingOut, system: RuleSystem) -> Verdict:
    """Judge whether going out this way bends the board (000, 004; 002 calls it Kalooki).

    Unclear if the rules require a call and the number of calls is unknown.
    """
    found = []
    if out.overcalls and BarredFromLaying() in system.overcall:
        found.append(BarredBy.OVERCALL.finding)
    if out.went_out and out.final_discard is not None:
        found += may_go_out(system, final_discard=out.final_discard).findings
    reason = _not_bent(out, system)
    if reason:
        found.append(Finding(Code.NOT_BENT, needed=reason, rule=_SPOILED_BY.get(reason, "")))
    hangs = out.calls is None and not system.bend_without_calls
    assumes = (Assumption.CALLS_UNKNOWN,) if hangs else ()
    return Verdict(tuple(found), assumes=assumes, unclear=hangs)


# Fields of the rules by which an offence rules out a bend.
_SPOILED_BY = {NotBent.OVERCALLED: "overcall", NotBent.LAID_FALSELY: "false_lay"}


def _not_bent(out: GoingOut, system: RuleSystem) -> NotBent | None:
    """Return the first reason why going out this way doesn't bend the board, or None."""
    if not system.bend:
        return NotBent.NEVER
    if not out.went_out:
        return NotBent.NOT_OUT
    if not out.same_turn:
        return NotBent.LAID_EARLIER
    if not bends(system, same_turn=True, overcalls=out.overcalls):
        return NotBent.OVERCALLED
    if not bends(system, same_turn=True, false_lays=out.false_lays):
        return NotBent.LAID_FALSELY
    return None if bends(system, same_turn=True, calls=out.calls) else NotBent.NEVER_CALLED


def may_add_on(system: RuleSystem, *, down: bool) -> Verdict:
    """Judge whether a player may still add cards after somebody went out (003: if down)."""
    needed = OnlyFor.PLAYERS_DOWN if system.add_on_after_out else None
    return legal_if(system.add_on_after_out and down, Code.NO_ADD_ON, needed=needed)


def may_reshuffle(system: RuleSystem, *, times: int) -> Verdict:
    """Judge whether the discards may be reshuffled for the ``times``-th time in this round."""
    most = system.reshuffles
    return legal_if(most is None or times <= most, Code.NO_RESHUFFLE, needed=most, found=times)


def may_void(system: RuleSystem, *, times: int) -> Verdict:
    """Judge whether the round is void when the stock runs out for the ``times``-th time."""
    is_spent = not may_reshuffle(system, times=times).legal
    return legal_if(is_spent, Code.NOT_VOID, needed=system.reshuffles, found=times)


def may_share_pool(system: RuleSystem, *, points: int, winner: bool) -> Verdict:
    """Judge whether a player gets a share of the pool (002: winner, or fewer than 100 points)."""
    has_pool = system.pool_share > 0
    is_rest_left = system.pool_share < WHOLE_POOL
    has_share = winner or (is_rest_left and points < system.pool_threshold)
    needed = system.pool_threshold if is_rest_left or not has_pool else OnlyFor.WINNER
    return legal_if(has_pool and has_share, Code.NO_SHARE, needed=needed, found=points)
