"""Questions about calls: what hands prove, who may call, who must grant."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from kalooki_ref.api.fields import Decides, Fact, Meanings, Quantity, note
from kalooki_ref.api.given_rules import dealt_round
from kalooki_ref.api.outcomes import Outcome, Said, amount
from kalooki_ref.api.signatures import named
from kalooki_ref.api.unreadable import ContradictionError, UnreadableError
from kalooki_ref.referee import calls as calling
from kalooki_ref.referee.calls import Call, CallAnswer, CalledCard, Moment, When
from kalooki_ref.referee.counts import Count, Counted, read_count, read_table
from kalooki_ref.referee.scoring import miscount_points, overcall_points
from kalooki_ref.referee.turn_rights import may_put_right
from kalooki_ref.referee.verdict import Answer, Assumption, Finding, Verdict
from kalooki_ref.rules.choices import CallDecider, Miscount
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

GRANTED = ("call granted", "calls granted")
NO_LIMIT = Said(Answer.LEGAL, "There is no limit on calls.")
# More granted calls than any limit allows.
MOST_CALLS = 100

CallerCalls = Annotated[
    Quantity, Decides((0, MOST_CALLS)), note("Calls granted to the caller this round.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One counted hand."""

    hand: Annotated[Quantity, note("Cards in the hand.")]
    played: Annotated[Quantity | None, note("Cards this player has put on the board.")] = None
    when: Annotated[When | None, Decides(tuple(When))] = None
    laid: Annotated[bool | None, Decides((True, False)), note("Whether the player is down.")] = None
    calls: Annotated[Quantity | None, note("Granted calls on record.")] = None
    previous: Annotated[Quantity | None, note("The hand when last counted, if down then.")] = None

    def counted(self) -> Counted:
        """Return the hand for the count; by default between turns if there are several."""
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
    """What does one hand prove: is it possible, how many calls were made, how many are left?"""
    if given.played is not None and bool(given.played) is not given.laid:
        raise ContradictionError('"played" and "laid" contradict each other')
    number = dealt_round(round, system)
    count = read_count(given.counted(), system, number=number)
    if ask == "valid":
        return count.verdict
    bare = read_count(replace(given.counted(), calls=None), system, number=number)
    if given.calls is not None and not _agrees(given.calls, given, bare, system):
        raise ContradictionError(f'"calls" {given.calls} is not what this hand proves')
    if is_impossible(bare.verdict):
        return bare.verdict
    if given.laid and not calling.may_lay_after_overcall(system) and not count.verdict.legal:
        return count.verdict
    return _left(count, system) if ask == "left" else _calls(count.made, count.verdict)


def _agrees(calls: int, given: Hand, proven: Count, system: RuleSystem) -> bool:
    """Whether the recorded calls are consistent with the number that the hand proves."""
    if given.laid and given.played is None:
        return proven.at_least <= calls and (system.calling or not calls)
    return calls == proven.made


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
    if ask == "valid" or is_impossible(table.verdict):
        return table.verdict
    if ask == "calls_left_by_first":
        return _left(first, system)
    return _calls(table.calls if ask == "total_calls" else first.made, table.verdict)


def _check_hands(players: tuple[Hand, ...]) -> None:
    """Raise ContradictionError if the facts about the hands contradict each other."""
    for seat, hand in enumerate(players):
        if hand.played is None and hand.laid is None:
            raise UnreadableError(f'say how many cards "players[{seat}]" has "played"')
        if None not in (hand.played, hand.laid) and bool(hand.played) is not hand.laid:
            raise ContradictionError(
                f'"played" and "laid" of "players[{seat}]" contradict each other'
            )
    if sum(hand.when is When.AFTER_DRAW for hand in players) > 1:
        raise ContradictionError('"when": only one player at a time has drawn')


def is_impossible(verdict: Verdict) -> bool:
    """Whether no game can produce these hands; too many calls are illegal but possible."""
    return any(code is not Code.OVERCALL for code in verdict.codes)


# A call, by the card called and what the caller does with it.
CALLS = {
    "call": Call(),
    "call_own_discard": Call(card=CalledCard.OWN_DISCARD),
    "call_initial_upcard": Call(card=CalledCard.FIRST_UPCARD),
    "call_card_underneath": Call(card=CalledCard.BENEATH),
    "second_call_in_one_turn": Call(is_again=True),
    "caller_lays_during_call": Call(lays=True),
}


def call_question(
    system: RuleSystem,
    *,
    event: Annotated[Call, Meanings(CALLS)],
    caller_laid: Fact,
    caller_calls: CallerCalls,
    moment: Moment = Moment.LYING,
) -> Outcome:
    """May this player call this card? Without "moment" it is on the discard pile, untouched."""
    call = replace(event, down=caller_laid, calls=caller_calls, moment=moment)
    return calling.may_call(call, system)


@named(event="call_awarded")
def award_question(
    system: RuleSystem,
    *,
    caller_laid: Fact,
    caller_calls: CallerCalls,
    moment: Moment = Moment.LYING,
    allowed_by: Annotated[CallDecider, Decides(tuple(CallDecider))],
) -> Outcome:
    """May this call be granted, by this player?"""
    call = Call(down=caller_laid, calls=caller_calls, moment=moment)
    return calling.may_award(call, CallAnswer(allowed_by), system)


def refusal_question(
    system: RuleSystem,
    *,
    event: Literal[
        "refuse_call",
        "refuse_call_by_taking_upcard",
        "refuse_call_then_draw_stock",
        "draw_stock_ignoring_call",
    ],
    by: CallDecider = CallDecider.IN_TURN,
    in_turn_laid: Fact,
) -> Outcome:
    """May a call be refused like this? Without "by" the player in turn refuses it."""
    takes = event == "refuse_call_by_taking_upcard"
    if event == "refuse_call":
        takes = not in_turn_laid or system.down_draws_upcard
    return calling.may_refuse(CallAnswer(by, in_turn_laid, takes), system)


@named(event="draw_stock_after_disallowed_call")
def draw_after_refusal_question(system: RuleSystem, *, in_turn_laid: Fact) -> Outcome:
    """May the player in turn draw from the stock once the decider refused the call?"""
    return calling.may_refuse(CallAnswer(system.call_decider, in_turn_laid), system)


@named(event="refused_call_count")
def refused_calls_question(system: RuleSystem, *, caller_calls: Quantity) -> Outcome:
    """How many calls has the caller made after a refused one?"""
    if not system.calling:
        return Verdict((Finding(Code.NO_CALLING),))
    return amount(caller_calls, *GRANTED)


def upcard_question(
    system: RuleSystem,
    *,
    event: Literal["draw_upcard", "draw_discard_after_allowing_call"],
    laid: Fact,
) -> Outcome:
    """May the player in turn draw the top discard?"""
    if event == "draw_upcard":
        return calling.may_draw_upcard(system, down=laid)
    return calling.may_draw_upcard(system, down=False, after_granted_call=True)


@named(event="first_caller_gets_card")
def first_voice_question(system: RuleSystem) -> Outcome:
    """Does the player who calls first get the card?"""
    return calling.may_take_as_first_voice(system)


@named(ask="overcall_penalty")
def overcall_question(system: RuleSystem, *, overcalls: Quantity = 1) -> Outcome:
    """What do overcalls cost?"""
    return amount(overcall_points(system, overcalls))


CORRECTIONS = {
    "miscount_put_right_next_turn": Miscount.NEXT_TURN,
    "miscount_put_right_at_once": Miscount.AT_ONCE,
    "miscount_stays": Miscount.AS_IT_IS,
}


def miscount_question(
    system: RuleSystem, *, event: Annotated[Miscount, Meanings(CORRECTIONS)]
) -> Outcome:
    """May a hand that is one card off be corrected like this?"""
    return may_put_right(event, system)


@named(ask="miscount_penalty")
def miscount_cost_question(system: RuleSystem) -> Outcome:
    """What does a hand that is one card off cost?"""
    return amount(miscount_points(system))


def _calls(made: int | None, verdict: Verdict) -> Outcome:
    """Return the number of calls, or why it can't be known."""
    if made is not None:
        return amount(made, *GRANTED)
    if not verdict.legal:
        return verdict
    return Verdict(assumes=(Assumption.CALLS_UNKNOWN,), unclear=True)


def _left(count: Count, system: RuleSystem) -> Outcome:
    if count.made is None:
        return _calls(None, count.verdict)
    left = calling.calls_left(count.made, system)
    return NO_LIMIT if left is None else amount(left, "call left", "calls left")
