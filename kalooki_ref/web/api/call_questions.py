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
    calls_after_refusal,
    calls_left,
    may_award,
    may_call,
    may_draw_upcard,
    may_lay_after_overcall,
    may_refuse,
    may_take_as_first_voice,
)
from kalooki_ref.referee.counts import Count as HandCount
from kalooki_ref.referee.counts import Counted, read_count, read_table
from kalooki_ref.referee.scoring import miscount_points, overcall_points
from kalooki_ref.referee.turn_rights import may_put_right
from kalooki_ref.referee.verdict import Assumption, Verdict
from kalooki_ref.rules.choices import CallDecider, Miscount
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.given_rules import dealt_round
from kalooki_ref.web.api.outcomes import Amount, NoLimit, Ruling, Unit
from kalooki_ref.web.api.records import (
    ContradictionError,
    Count,
    Decides,
    Fact,
    UnreadableError,
)

MOST_CALLS = 100
"""More granted calls than any limit allows."""

CallerCalls = Annotated[
    Count | None, Decides((0, MOST_CALLS)), "Calls granted to the caller this round."
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One counted hand."""

    hand: Annotated[Count, "Cards in the hand."]
    played: Annotated[Count | None, "Cards this player has put on the board."] = None
    when: Annotated[When | None, Decides(tuple(When))] = None
    laid: Annotated[Fact, "Whether the player is down."] = None
    calls: Annotated[Count | None, "Granted calls on record."] = None
    previous: Annotated[Count | None, "The hand when counted last, since coming down."] = None

    def counted(self) -> Counted:
        """Return the hand as the referee counts it; of several hands each is between turns."""
        down = bool(self.played) if self.laid is None else self.laid
        when = self.when or When.BETWEEN
        return Counted(self.hand, when, down, self.played, self.calls, self.previous)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandQuestion(Hand):
    """What does one hand prove: can it be, how many calls were made, how many are left?"""

    ask: Literal["valid", "made", "left"] = "valid"
    round: int | None = None

    def ruling(self, system: RuleSystem) -> Ruling:
        if self.played is not None and bool(self.played) is not self.laid:
            raise ContradictionError('"played" and "laid" contradict each other')
        number = dealt_round(self.round, system)
        count = read_count(self.counted(), system, number=number)
        if self.ask == "valid":
            return count.verdict
        bare = read_count(replace(self.counted(), calls=None), system, number=number)
        if self.calls is not None and not self._agrees(bare, system):
            raise ContradictionError(f'"calls" {self.calls} is not what this hand proves')
        if is_impossible(bare.verdict):
            return bare.verdict
        if self.laid and not may_lay_after_overcall(system) and not count.verdict.legal:
            return count.verdict
        match self.ask:
            case "made":
                return _calls(count.made, count.verdict)
            case "left":
                return _left(count, system)

    def _agrees(self, proven: HandCount, system: RuleSystem) -> bool:
        """Whether the calls on record can be those the hand proves by itself."""
        if self.laid and self.played is None:
            granted = self.calls or 0
            return proven.at_least <= granted and (system.calling or not granted)
        return self.calls == proven.made


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """What do all hands of a table prove together?"""

    ask: Literal["valid", "total_calls", "calls_made_by_first", "calls_left_by_first"] = "valid"
    round: int | None = None
    players: tuple[Hand, ...]

    def ruling(self, system: RuleSystem) -> Ruling:
        if not self.players:
            raise UnreadableError('"players" must name at least one hand')
        hands = tuple(hand.counted() for hand in self.players)
        table = read_table(hands, system, number=dealt_round(self.round, system))
        first = table.counts[0]
        if self.ask != "valid" and is_impossible(table.verdict):
            return table.verdict
        match self.ask:
            case "valid":
                return table.verdict
            case "total_calls":
                return _calls(table.calls, table.verdict)
            case "calls_made_by_first":
                return _calls(first.made, table.verdict)
            case "calls_left_by_first":
                return _left(first, system)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CallQuestion:
    """May this player call this card? Without "moment" it lies there, untouched."""

    event: CallEvent
    caller_laid: Fact = None
    caller_calls: CallerCalls = None
    moment: Moment = Moment.LYING

    def ruling(self, system: RuleSystem) -> Ruling:
        call = Call(
            down=bool(self.caller_laid),
            calls=self.caller_calls or 0,
            card=_CARDS.get(self.event, CalledCard.DISCARD),
            is_again=self.event is CallEvent.AGAIN,
            lays=self.event is CallEvent.LAYING,
            moment=self.moment,
        )
        return may_call(call, system)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardQuestion:
    """May this call be granted, by this player?"""

    event: Literal["call_awarded"]
    caller_laid: Fact = None
    caller_calls: CallerCalls = None
    moment: Moment = Moment.LYING
    allowed_by: Annotated[CallDecider | None, Decides(tuple(CallDecider))] = None

    def ruling(self, system: RuleSystem) -> Ruling:
        down, calls = bool(self.caller_laid), self.caller_calls or 0
        call = Call(down=down, calls=calls, moment=self.moment)
        return may_award(call, CallAnswer(self.allowed_by), system)


class Refusal(StrEnum):
    """A refused call, by what the player in turn does instead."""

    BARE = "refuse_call"
    TAKES_UPCARD = "refuse_call_by_taking_upcard"
    DRAWS_STOCK = "refuse_call_then_draw_stock"
    IGNORES = "draw_stock_ignoring_call"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalQuestion:
    """May a call be refused like this? Without "by" the player in turn refuses it."""

    event: Refusal
    by: CallDecider = CallDecider.IN_TURN
    in_turn_laid: Fact = None

    def ruling(self, system: RuleSystem) -> Ruling:
        takes = self.event is Refusal.TAKES_UPCARD
        if self.event is Refusal.BARE:
            takes = not self.in_turn_laid or system.down_draws_upcard
        return may_refuse(CallAnswer(self.by, bool(self.in_turn_laid), takes), system)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAfterRefusalQuestion:
    """May the player in turn draw from the stock once the decider refused the call?"""

    event: Literal["draw_stock_after_disallowed_call"]
    in_turn_laid: Fact = None

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_refuse(CallAnswer(system.call_decider, bool(self.in_turn_laid)), system)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedCallsQuestion:
    """How many calls has the caller made after a refused one?"""

    event: Literal["refused_call_count"]
    caller_calls: Count

    def ruling(self, system: RuleSystem) -> Ruling:  # noqa: ARG002 (a refused call counts nowhere)
        return Amount(calls_after_refusal(self.caller_calls), Unit.CALLS_MADE)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpcardQuestion:
    """May the player in turn draw the top discard?"""

    event: Literal["draw_upcard", "draw_discard_after_allowing_call"]
    laid: Fact = None

    def ruling(self, system: RuleSystem) -> Ruling:
        if self.event == "draw_upcard":
            return may_draw_upcard(system, down=bool(self.laid))
        return may_draw_upcard(system, down=False, after_granted_call=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstVoiceQuestion:
    """Does whoever calls first get the card?"""

    event: Literal["first_caller_gets_card"]

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_take_as_first_voice(system)


@dataclass(frozen=True, slots=True, kw_only=True)
class OvercallQuestion:
    """What do overcalls cost?"""

    ask: Literal["overcall_penalty"]
    overcalls: Count = 1

    def ruling(self, system: RuleSystem) -> Ruling:
        return Amount(overcall_points(system, self.overcalls))


class PutRight(StrEnum):
    """How a hand with a card too many or too few is put right."""

    NEXT_TURN = "miscount_put_right_next_turn"
    AT_ONCE = "miscount_put_right_at_once"
    STAYS = "miscount_stays"


_WAYS = {
    PutRight.NEXT_TURN: Miscount.NEXT_TURN,
    PutRight.AT_ONCE: Miscount.AT_ONCE,
    PutRight.STAYS: Miscount.AS_IT_IS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscountQuestion:
    """Is a hand that is one card out put right like this?"""

    event: PutRight

    def ruling(self, system: RuleSystem) -> Ruling:
        return may_put_right(_WAYS[self.event], system)


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscountCostQuestion:
    """What does a hand that is one card out cost?"""

    ask: Literal["miscount_penalty"]

    def ruling(self, system: RuleSystem) -> Ruling:
        return Amount(miscount_points(system))


def _calls(made: int | None, verdict: Verdict) -> Ruling:
    """Return the number, or why there is none."""
    if made is not None:
        return Amount(made, Unit.CALLS_MADE)
    if not verdict.legal:
        return verdict
    return Verdict(assumes=(Assumption.CALLS_UNKNOWN,), unclear=True)


def _left(count: HandCount, system: RuleSystem) -> Ruling:
    if count.made is None:
        return _calls(None, count.verdict)
    left = calls_left(count.made, system)
    return NoLimit() if left is None else Amount(left, Unit.CALLS_LEFT)
