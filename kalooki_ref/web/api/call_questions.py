"""Questions about calls: what hands prove, who may call, who must grant."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Literal

from kalooki_ref.referee.calls import (
    Call,
    CallAnswer,
    CalledCard,
    Moment,
    When,
    calls_left,
    may_award,
    may_call,
    may_draw_upcard,
    may_lay_after_overcall,
    may_refuse,
    may_take_as_first_voice,
)
from kalooki_ref.referee.counts import Count, Counted, read_count, read_table
from kalooki_ref.referee.scoring import miscount_points, overcall_points
from kalooki_ref.referee.turn_rights import may_put_right
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.choices import CallDecider, Miscount
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.given_rules import dealt_round
from kalooki_ref.web.api.outcomes import Amount, NoLimit, Outcome, Unit
from kalooki_ref.web.api.signatures import (
    ContradictionError,
    Decides,
    Fact,
    Meanings,
    Quantity,
    UnreadableError,
    named,
)

MOST_CALLS = 100
"""More granted calls than any limit allows."""

CallerCalls = Annotated[
    Quantity | None, Decides((0, MOST_CALLS)), "Calls granted to the caller this round."
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One counted hand."""

    hand: Annotated[Quantity, "Cards in the hand."]
    played: Annotated[Quantity | None, "Cards this player has put on the board."] = None
    when: Annotated[When | None, Decides(tuple(When))] = None
    laid: Annotated[Fact, "Whether the player is down."] = None
    calls: Annotated[Quantity | None, "Granted calls on record."] = None
    previous: Annotated[Quantity | None, "The hand when counted last, since coming down."] = None

    def counted(self) -> Counted:
        """Return the hand as the referee counts it; of several hands each is between turns."""
        down = bool(self.played) if self.laid is None else self.laid
        when = self.when or When.BETWEEN
        return Counted(self.hand, when, down, self.played, self.calls, self.previous)


def hand_question(
    system: RuleSystem,
    *,
    given: Hand,
    ask: Literal["valid", "made", "left"] = "valid",
    round: int | None = None,
) -> Outcome:
    """What does one hand prove: can it be, how many calls were made, how many are left?"""
    if given.played is not None and bool(given.played) is not given.laid:
        raise ContradictionError('"played" and "laid" contradict each other')
    number = dealt_round(round, system)
    count = read_count(given.counted(), system, number=number)
    if ask == "valid":
        return count.verdict
    bare = read_count(replace(given.counted(), calls=None), system, number=number)
    if given.calls is not None and not _agrees(given, bare, system):
        raise ContradictionError(f'"calls" {given.calls} is not what this hand proves')
    if is_impossible(bare.verdict):
        return bare.verdict
    if given.laid and not may_lay_after_overcall(system) and not count.verdict.legal:
        return count.verdict
    match ask:
        case "made":
            return _calls(count.made, count.verdict)
        case "left":
            return _left(count, system)


def _agrees(given: Hand, proven: Count, system: RuleSystem) -> bool:
    """Whether the calls on record can be those the hand proves by itself."""
    if given.laid and given.played is None:
        granted = given.calls or 0
        return proven.at_least <= granted and (system.calling or not granted)
    return given.calls == proven.made


def table_question(
    system: RuleSystem,
    *,
    ask: Literal["valid", "total_calls", "calls_made_by_first", "calls_left_by_first"] = "valid",
    round: int | None = None,
    players: tuple[Hand, ...],
) -> Outcome:
    """What do all hands of a table prove together?"""
    if not players:
        raise UnreadableError('"players" must name at least one hand')
    _check_hands(players)
    hands = tuple(hand.counted() for hand in players)
    table = read_table(hands, system, number=dealt_round(round, system))
    first = table.counts[0]
    if ask != "valid" and is_impossible(table.verdict):
        return table.verdict
    match ask:
        case "valid":
            return table.verdict
        case "total_calls":
            return _calls(table.calls, table.verdict)
        case "calls_made_by_first":
            return _calls(first.made, table.verdict)
        case "calls_left_by_first":
            return _left(first, system)


def _check_hands(players: tuple[Hand, ...]) -> None:
    """Raise ContradictionError where the facts of the hands cannot all be true."""
    for at, hand in enumerate(players):
        if hand.played is None and hand.laid is None:
            raise UnreadableError(f'say how many cards "players[{at}]" has "played"')
        if None not in (hand.played, hand.laid) and bool(hand.played) is not hand.laid:
            raise ContradictionError(
                f'"played" and "laid" of "players[{at}]" contradict each other'
            )
    if sum(hand.when is When.AFTER_DRAW for hand in players) > 1:
        raise ContradictionError('"when": only one player at a time has drawn')


def is_impossible(verdict: Verdict) -> bool:
    """Whether hands contradict each other; calls too many are against the rules, yet possible."""
    return any(code is not Code.OVERCALL for code in verdict.codes)


class CallEvent(StrEnum):
    """A call, by the card called and what the caller does with it."""

    DISCARD = "call"
    OWN_DISCARD = "call_own_discard"
    FIRST_UPCARD = "call_initial_upcard"
    BENEATH = "call_card_underneath"
    AGAIN = "second_call_in_one_turn"
    LAYING = "caller_lays_during_call"


_CARDS = {
    CallEvent.OWN_DISCARD: CalledCard.OWN_DISCARD,
    CallEvent.FIRST_UPCARD: CalledCard.FIRST_UPCARD,
    CallEvent.BENEATH: CalledCard.BENEATH,
}


def call_question(
    system: RuleSystem,
    *,
    event: CallEvent,
    caller_laid: Fact = None,
    caller_calls: CallerCalls = None,
    moment: Moment = Moment.LYING,
) -> Outcome:
    """May this player call this card? Without "moment" it is on the discard pile, untouched."""
    call = Call(
        down=bool(caller_laid),
        calls=caller_calls or 0,
        card=_CARDS.get(event, CalledCard.DISCARD),
        is_again=event is CallEvent.AGAIN,
        lays=event is CallEvent.LAYING,
        moment=moment,
    )
    return may_call(call, system)


@named(event="call_awarded")
def award_question(
    system: RuleSystem,
    *,
    caller_laid: Fact = None,
    caller_calls: CallerCalls = None,
    moment: Moment = Moment.LYING,
    allowed_by: Annotated[CallDecider | None, Decides(tuple(CallDecider))] = None,
) -> Outcome:
    """May this call be granted, by this player?"""
    down, calls = bool(caller_laid), caller_calls or 0
    call = Call(down=down, calls=calls, moment=moment)
    return may_award(call, CallAnswer(allowed_by), system)


class Refusal(StrEnum):
    """A refused call, by what the player in turn does instead."""

    BARE = "refuse_call"
    TAKES_UPCARD = "refuse_call_by_taking_upcard"
    DRAWS_STOCK = "refuse_call_then_draw_stock"
    IGNORES = "draw_stock_ignoring_call"


def refusal_question(
    system: RuleSystem,
    *,
    event: Refusal,
    by: CallDecider = CallDecider.IN_TURN,
    in_turn_laid: Fact = None,
) -> Outcome:
    """May a call be refused like this? Without "by" the player in turn refuses it."""
    takes = event is Refusal.TAKES_UPCARD
    if event is Refusal.BARE:
        takes = not in_turn_laid or system.down_draws_upcard
    return may_refuse(CallAnswer(by, bool(in_turn_laid), takes), system)


@named(event="draw_stock_after_disallowed_call")
def draw_after_refusal_question(system: RuleSystem, *, in_turn_laid: Fact = None) -> Outcome:
    """May the player in turn draw from the stock once the decider refused the call?"""
    return may_refuse(CallAnswer(system.call_decider, bool(in_turn_laid)), system)


@named(event="refused_call_count")
def refused_calls_question(system: RuleSystem, *, caller_calls: Quantity) -> Outcome:
    """How many calls has the caller made after a refused one?"""
    if not system.calling:
        return Verdict((Finding(Code.NO_CALLING),))
    return Amount(caller_calls, Unit.CALLS_MADE)


def upcard_question(
    system: RuleSystem,
    *,
    event: Literal["draw_upcard", "draw_discard_after_allowing_call"],
    laid: Fact = None,
) -> Outcome:
    """May the player in turn draw the top discard?"""
    if event == "draw_upcard":
        return may_draw_upcard(system, down=bool(laid))
    return may_draw_upcard(system, down=False, after_granted_call=True)


@named(event="first_caller_gets_card")
def first_voice_question(system: RuleSystem) -> Outcome:
    """Does the player who calls first get the card?"""
    return may_take_as_first_voice(system)


@named(ask="overcall_penalty")
def overcall_question(system: RuleSystem, *, overcalls: Quantity = 1) -> Outcome:
    """What do overcalls cost?"""
    return Amount(overcall_points(system, overcalls))


PUT_RIGHT = {
    "miscount_put_right_next_turn": Miscount.NEXT_TURN,
    "miscount_put_right_at_once": Miscount.AT_ONCE,
    "miscount_stays": Miscount.AS_IT_IS,
}


def miscount_question(
    system: RuleSystem, *, event: Annotated[Miscount, Meanings(PUT_RIGHT)]
) -> Outcome:
    """Is a hand that is one card out put right like this?"""
    return may_put_right(event, system)


@named(ask="miscount_penalty")
def miscount_cost_question(system: RuleSystem) -> Outcome:
    """What does a hand that is one card out cost?"""
    return Amount(miscount_points(system))


def _calls(made: int | None, verdict: Verdict) -> Outcome:
    """Return the number, or why there is none."""
    if made is not None:
        return Amount(made, Unit.CALLS_MADE)
    if not verdict.legal:
        return verdict
    return Verdict(assumes=(Assumption.CALLS_UNKNOWN,), unclear=True)


def _left(count: Count, system: RuleSystem) -> Outcome:
    if count.made is None:
        return _calls(None, count.verdict)
    left = calls_left(count.made, system)
    return NoLimit() if left is None else Amount(left, Unit.CALLS_LEFT)
