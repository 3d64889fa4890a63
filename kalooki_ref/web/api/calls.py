"""Questions about calls: what hands prove, who may call, who must grant."""

from collections.abc import Callable

from kalooki_ref.referee.calls import (
    Answer,
    Call,
    CalledCard,
    Moment,
    When,
    calls_after_refusal,
    calls_left,
    may_award,
    may_call,
    may_draw_upcard,
    may_refuse,
    may_take_as_first_voice,
)
from kalooki_ref.referee.counts import Count, Counted, read_count, read_table
from kalooki_ref.referee.scoring import overcall_points
from kalooki_ref.referee.verdict import LEGAL, Assumption, Verdict
from kalooki_ref.rules.choices import CallDecider
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api import asked as read
from kalooki_ref.web.api.asked import Asked, AskedError

Ruling = Verdict | int


def rule_calls(asked: Asked, system: RuleSystem) -> Ruling:
    """Answer a question about hands, or about an event or a claim."""
    named = asked.get("event") or asked.get("claim")
    if named is not None:
        return event_of(_EVENTS, named, "event")(asked, system)
    if asked.get("ask") == "overcall_penalty":
        return overcall_points(system, read.read_count(asked, "overcalls", 1))
    if "players" in asked:
        return _rule_table(asked, system)
    return _rule_hand(asked, system)


def event_of(
    events: dict[str, Callable[[Asked, RuleSystem], Ruling]], name: object, key: str
) -> Callable[[Asked, RuleSystem], Ruling]:
    """Return what answers the event, claim or question of this name."""
    if not isinstance(name, str) or name not in events:
        raise AskedError(f'"{key}" {name!r} is not known; there are {", ".join(events)}')
    return events[name]


def _rule_hand(asked: Asked, system: RuleSystem) -> Ruling:
    count = read_count(_counted(asked), system, number=_number(asked, system))
    ask = asked.get("ask", "valid")
    if ask == "valid":
        return count.verdict
    if ask == "made":
        return _told(count.made, count)
    if ask == "left":
        return _left(count, system)
    raise AskedError(f'"ask" must be made, left or valid, not {ask!r}')


def _rule_table(asked: Asked, system: RuleSystem) -> Ruling:
    hands = [read.read_object(one, "players") for one in read.read_list(asked, "players")]
    if not hands:
        raise AskedError('"players" must name at least one hand')
    counted = tuple(_counted(hand) for hand in hands)
    table = read_table(counted, system, number=_number(asked, system))
    first = table.counts[0]
    ask = asked.get("ask", "valid")
    if ask == "valid":
        return table.verdict
    if ask == "total_calls":
        return _told_by(table.calls, table.verdict)
    if ask == "calls_made_by_first":
        return _told(first.made, first)
    if ask == "calls_left_by_first":
        return _left(first, system)
    raise AskedError(f'"ask" must be valid, total_calls or calls_made_by_first, not {ask!r}')


def _counted(asked: Asked) -> Counted:
    played = read.read_count(asked, "played") if asked.get("played") is not None else None
    calls = read.read_count(asked, "calls") if asked.get("calls") is not None else None
    laid = read.read_maybe(asked, "laid")
    return Counted(
        hand=read.read_count(asked, "hand"),
        when=read.read_choice(asked, "when", When) or When.BETWEEN,
        is_down=bool(played) if laid is None else laid,
        played=played,
        calls=calls,
    )


def _number(asked: Asked, system: RuleSystem) -> int:
    number = read.read_round(asked, system)
    if number is None and not system.is_open_ended:
        raise AskedError('say which "round" it is: the deal depends on it')
    return number or 1


def _told(calls: int | None, count: Count) -> Ruling:
    return _told_by(calls, count.verdict)


def _told_by(calls: int | None, verdict: Verdict) -> Ruling:
    """Return the number, else why there is none."""
    if calls is not None:
        return calls
    if not verdict.legal:
        return verdict
    return Verdict(assumes=(Assumption.CALLS_UNKNOWN,), unclear=True)


def _left(count: Count, system: RuleSystem) -> Ruling:
    if count.made is None:
        return _told(None, count)
    left = calls_left(count.made, system)
    return LEGAL if left is None else left


def _call(asked: Asked, card: CalledCard = CalledCard.DISCARD, *, lays: bool = False) -> Call:
    return Call(
        down=read.read_flag(asked, "caller_laid"),
        calls=read.read_count(asked, "caller_calls", 0),
        card=card,
        lays=lays,
        moment=read.read_choice(asked, "moment", Moment) or Moment.LYING,
    )


def _refusal(asked: Asked, *, takes_upcard: bool) -> Answer:
    by = read.read_choice(asked, "by", CallDecider) or CallDecider.IN_TURN
    return Answer(by, read.read_flag(asked, "in_turn_laid"), takes_upcard)


def _refused(asked: Asked, system: RuleSystem) -> Verdict:
    """Judge a bare refusal: what the player in turn does with the upcard then is open."""
    down = read.read_flag(asked, "in_turn_laid")
    return may_refuse(_refusal(asked, takes_upcard=not down), system)


def _awarded(asked: Asked, system: RuleSystem) -> Verdict:
    by = read.read_choice(asked, "allowed_by", CallDecider)
    return may_award(_call(asked), Answer(by), system)


def _drawn_after_refusal(asked: Asked, system: RuleSystem) -> Verdict:
    answer = Answer(system.call_decider, read.read_flag(asked, "in_turn_laid"))
    return may_refuse(answer, system)


_EVENTS: dict[str, Callable[[Asked, RuleSystem], Ruling]] = {
    "call": lambda asked, system: may_call(_call(asked), system),
    "call_own_discard": lambda a, s: may_call(_call(a, CalledCard.OWN_DISCARD), s),
    "call_initial_upcard": lambda a, s: may_call(_call(a, CalledCard.FIRST_UPCARD), s),
    "call_card_underneath": lambda a, s: may_call(_call(a, CalledCard.BENEATH), s),
    "caller_lays_during_call": lambda a, s: may_call(_call(a, lays=True), s),
    "call_awarded": _awarded,
    "refuse_call": _refused,
    "refuse_call_by_taking_upcard": lambda a, s: may_refuse(_refusal(a, takes_upcard=True), s),
    "refuse_call_then_draw_stock": lambda a, s: may_refuse(_refusal(a, takes_upcard=False), s),
    "draw_stock_ignoring_call": lambda a, s: may_refuse(_refusal(a, takes_upcard=False), s),
    "draw_stock_after_disallowed_call": _drawn_after_refusal,
    "refused_call_count": lambda a, _s: calls_after_refusal(read.read_count(a, "caller_calls", 0)),
    "draw_discard_after_allowing_call": lambda _a, s: may_draw_upcard(
        s, down=False, after_granted_call=True
    ),
    "draw_upcard": lambda a, s: may_draw_upcard(s, down=read.read_flag(a, "laid")),
    "first_caller_gets_card": lambda _a, s: may_take_as_first_voice(s),
}
