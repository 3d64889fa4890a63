"""Situations of a turn without particular cards: calls, draws, lays, going out, the stock."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import JOKER
from kalooki_ref.referee.calls import (
    Call,
    CallAnswer,
    CalledCard,
    Moment,
    call_limit,
    may_award,
    may_call,
    may_draw_upcard,
    may_refuse,
)
from kalooki_ref.referee.lay import extra_meld_findings
from kalooki_ref.referee.turn_rights import (
    GoingOut,
    TurnState,
    judge_bend,
    may_add_on,
    may_discard,
    may_end_turn,
    may_go_out,
    may_lay,
    may_reshuffle,
    may_void,
)
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import CallDecider
from kalooki_ref.rules.model import RuleSystem

_IN_TURN, _DISCARDER = CallDecider.IN_TURN, CallDecider.DISCARDER


class Scene(StrEnum):
    """What a player does."""

    CALL = "call"
    CALL_OWN_DISCARD = "call_own_discard"
    CALL_FIRST_UPCARD = "call_first_upcard"
    CALL_BENEATH = "call_beneath"
    CALL_WHILE_DOWN = "call_while_down"
    CALL_THE_LAST = "call_the_last"
    CALL_ONE_TOO_MANY = "call_one_too_many"
    CALL_AGAIN = "call_again"
    CALL_AND_LAY = "call_and_lay"
    CALL_IN_THE_AIR = "call_in_the_air"
    CALL_AFTER_TOUCH = "call_after_touch"
    CALL_AFTER_DRAW = "call_after_draw"
    GRANTED_IN_TURN = "granted_in_turn"
    GRANTED_BY_DISCARDER = "granted_by_discarder"
    REFUSE_AND_TAKE = "refuse_and_take"
    REFUSE_AND_LEAVE = "refuse_and_leave"
    REFUSE_WHILE_DOWN = "refuse_while_down"
    UPCARD = "upcard"
    UPCARD_WHILE_DOWN = "upcard_while_down"
    UPCARD_AFTER_CALL = "upcard_after_call"
    KEEP_UPCARD = "keep_upcard"
    LAY = "lay"
    LAY_OUT_OF_TURN = "lay_out_of_turn"
    LAY_BEFORE_DRAWING = "lay_before_drawing"
    LAY_AFTER_OVERCALL = "lay_after_overcall"
    LAY_MORE = "lay_more"
    LAY_MORE_AFTER_TACK = "lay_more_after_tack"
    DISCARD_JOKER = "discard_joker"
    OUT_WITH_DISCARD = "out_with_discard"
    OUT_WITHOUT_DISCARD = "out_without_discard"
    ADD_ON = "add_on"
    ADD_ON_NOT_DOWN = "add_on_not_down"
    BEND = "bend"
    BEND_LATER = "bend_later"
    RESHUFFLE = "reshuffle"
    RESHUFFLE_AGAIN = "reshuffle_again"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Setting:
    """How a scene is judged; ``rule`` is the field of the rules that it is about, or empty.

    ``is_asked`` is whether it makes sense under the rules.
    """

    judge: Callable[[RuleSystem], Verdict]
    rule: str = ""
    is_asked: Callable[[RuleSystem], bool] = lambda _: True


def scenes_of(system: RuleSystem) -> tuple[Scene, ...]:
    """Return the scenes to ask about under these rules, in a fixed order."""
    return tuple(scene for scene, setting in SETTINGS.items() if setting.is_asked(system))


def _calls(system: RuleSystem) -> bool:
    return system.calling


def _has_limit(system: RuleSystem) -> bool:
    return bool(call_limit(system))


def _call(call: Call, rule: str) -> Setting:
    return Setting(lambda system: may_call(call, system), rule, _calls)


def _numbered_call(before: int) -> Setting:
    """Return a call by a player who has had the limit of calls, less or more by ``before``."""

    def judge(system: RuleSystem) -> Verdict:
        return may_call(Call(calls=(call_limit(system) or 0) + before), system)

    return Setting(judge, "max_calls", _has_limit)


def _award(by: CallDecider) -> Setting:
    answer = CallAnswer(by)
    return Setting(lambda system: may_award(Call(), answer, system), "call_decider", _calls)


def _refusal(*, down: bool, takes: bool) -> Setting:
    answer = CallAnswer(None, down, takes)

    def is_asked(system: RuleSystem) -> bool:
        # A player who is down and may take the upcard may refuse, if that is what they do.
        is_decided = not (down and system.down_draws_upcard)
        return system.calling and system.call_decider is _IN_TURN and is_decided

    return Setting(lambda system: may_refuse(answer, system), "refusing_takes_upcard", is_asked)


def _lay(turn: TurnState, rule: str = "") -> Setting:
    return Setting(lambda system: may_lay(turn, system), rule)


def _more(*, tacked: bool) -> Setting:
    def judge(system: RuleSystem) -> Verdict:
        return Verdict(extra_meld_findings(system, tacked_this_turn=tacked))

    return Setting(judge, "extra_melds")


def _bend(*, same_turn: bool) -> Setting:
    # Nothing is said of calls, so only rules under which they don't matter can be asked about.
    out = GoingOut(same_turn=same_turn)
    return Setting(
        lambda system: judge_bend(out, system), "bend", lambda system: system.bend_without_calls
    )


def _may_end(system: RuleSystem) -> bool:
    """Whether a usual round ends with a discard, if at all; the last one may take all cards."""
    return not system.last_contract_all_cards


def _reshuffle(times: int) -> Setting:
    return Setting(lambda system: may_reshuffle(system, times=times), "reshuffles")


SETTINGS = {
    Scene.CALL: Setting(lambda system: may_call(Call(), system), "calling"),
    Scene.CALL_OWN_DISCARD: _call(Call(card=CalledCard.OWN_DISCARD), "own_discard_callable"),
    Scene.CALL_FIRST_UPCARD: Setting(
        lambda system: may_call(Call(card=CalledCard.FIRST_UPCARD), system),
        "first_upcard_callable",
        lambda system: system.calling and system.upcard,
    ),
    Scene.CALL_BENEATH: _call(Call(card=CalledCard.BENEATH), ""),
    Scene.CALL_WHILE_DOWN: _call(Call(down=True), "calls_while_down"),
    Scene.CALL_THE_LAST: _numbered_call(-1),
    Scene.CALL_ONE_TOO_MANY: _numbered_call(0),
    Scene.CALL_AGAIN: _call(Call(is_again=True), ""),
    Scene.CALL_AND_LAY: _call(Call(lays=True), "cards_per_call"),
    Scene.CALL_IN_THE_AIR: _call(Call(moment=Moment.IN_THE_AIR), "calls_in_the_air"),
    Scene.CALL_AFTER_TOUCH: _call(Call(moment=Moment.TOUCHED), "calls_until_drawn"),
    Scene.CALL_AFTER_DRAW: _call(Call(moment=Moment.DRAWN), "calls_until_drawn"),
    Scene.GRANTED_IN_TURN: _award(_IN_TURN),
    Scene.GRANTED_BY_DISCARDER: _award(_DISCARDER),
    Scene.REFUSE_AND_TAKE: _refusal(down=False, takes=True),
    Scene.REFUSE_AND_LEAVE: _refusal(down=False, takes=False),
    Scene.REFUSE_WHILE_DOWN: _refusal(down=True, takes=False),
    Scene.UPCARD: Setting(lambda system: may_draw_upcard(system, down=False)),
    Scene.UPCARD_WHILE_DOWN: Setting(
        lambda system: may_draw_upcard(system, down=True), "down_draws_upcard"
    ),
    Scene.UPCARD_AFTER_CALL: Setting(
        lambda system: may_draw_upcard(system, down=False, after_granted_call=True),
        is_asked=_calls,
    ),
    Scene.KEEP_UPCARD: Setting(
        lambda system: may_end_turn(system, keeps_upcard=True), "taken_upcard"
    ),
    Scene.LAY: _lay(TurnState()),
    Scene.LAY_OUT_OF_TURN: _lay(TurnState(my_turn=False)),
    Scene.LAY_BEFORE_DRAWING: _lay(TurnState(drawn=False)),
    Scene.LAY_AFTER_OVERCALL: Setting(
        lambda system: may_lay(TurnState(overcalled=True), system), "overcall", _has_limit
    ),
    Scene.LAY_MORE: _more(tacked=False),
    Scene.LAY_MORE_AFTER_TACK: _more(tacked=True),
    Scene.DISCARD_JOKER: Setting(
        lambda system: may_discard(JOKER, system), "joker_discard", lambda system: system.has_jokers
    ),
    Scene.OUT_WITH_DISCARD: Setting(
        lambda system: may_go_out(system, final_discard=True), "final_discard", _may_end
    ),
    Scene.OUT_WITHOUT_DISCARD: Setting(
        lambda system: may_go_out(system, final_discard=False), "final_discard", _may_end
    ),
    Scene.ADD_ON: Setting(lambda system: may_add_on(system, down=True), "add_on_after_out"),
    Scene.ADD_ON_NOT_DOWN: Setting(
        lambda system: may_add_on(system, down=False), "add_on_after_out"
    ),
    Scene.BEND: _bend(same_turn=True),
    Scene.BEND_LATER: _bend(same_turn=False),
    Scene.RESHUFFLE: _reshuffle(1),
    Scene.RESHUFFLE_AGAIN: _reshuffle(2),
    Scene.VOID: Setting(lambda system: may_void(system, times=1), "reshuffles"),
}  # fmt: skip
