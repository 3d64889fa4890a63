"""Questions about a turn: coming down, further melds, the upcard kept."""

from collections.abc import Callable
from itertools import pairwise

from kalooki_ref.referee.calls import may_draw_upcard
from kalooki_ref.referee.lay import counted_findings, extra_meld_findings, judge_extra_meld
from kalooki_ref.referee.scoring import LeftHand, Reason, RoundFacts, overcall_points, score_hand
from kalooki_ref.referee.turn_rights import Turn, may_end_turn, may_lay, may_tack
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api import asked as read
from kalooki_ref.web.api.asked import Asked, AskedError
from kalooki_ref.web.api.calls import Ruling, event_of

_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
_SETS = ("three", "threes", "set", "sets")
_RUNS = ("four", "fours", "run", "runs")


def rule_laydown(asked: Asked, system: RuleSystem) -> Ruling:
    """Answer a question about what a player may do in a turn."""
    if "ask" in asked:
        return event_of(_ASKS, asked["ask"], "ask")(asked, system)
    return event_of(_EVENTS, asked.get("event"), "event")(asked, system)


def _lay(asked: Asked, system: RuleSystem) -> Verdict:
    turn = Turn(
        my_turn=read.read_maybe(asked, "my_turn") is not False,
        drawn=read.read_maybe(asked, "drawn") is not False,
        overcalled=read.read_flag(asked, "overcalled"),
        opening_met=read.read_maybe(asked, "contract_ok") is not False,
    )
    found = may_lay(turn, system).findings
    if "melds_offered" in asked:
        found += tuple(_offer_findings(asked, system))
    return Verdict(found)


def _offer_findings(asked: Asked, system: RuleSystem) -> list[Finding]:
    number = read.read_round(asked, system)
    contract = None if number is None else system.contract_of(number)
    if contract is None:
        raise AskedError('say which "round" it is: the contract depends on it')
    return counted_findings(contract, _offer(asked["melds_offered"]), system)


def _offer(value: object) -> Contract:
    """Read melds named in words, such as "two threes and one four"."""
    if not isinstance(value, str):
        raise AskedError('"melds_offered" must be words, such as "two sets and one run"')
    words = value.lower().split()
    sets = runs = 0
    for amount, kind in pairwise(words):
        sets += _COUNTS.get(amount, 0) if kind in _SETS else 0
        runs += _COUNTS.get(amount, 0) if kind in _RUNS else 0
    if not sets + runs:
        raise AskedError(f'"melds_offered" {value!r} names no melds; write "two sets and one run"')
    return Contract(sets, runs)


def _extra_meld(asked: Asked, system: RuleSystem) -> Verdict:
    tacked = read.read_flag(asked, "tacked_this_turn")
    down = read.read_maybe(asked, "laid") is not False
    name = "extra" if "extra" in asked else "meld"
    if name not in asked:
        return Verdict(extra_meld_findings(system, tacked_this_turn=tacked, down=down))
    return judge_extra_meld(
        read.read_meld(asked[name], name),
        system,
        own=read.read_melds(asked, "first_lay") if "first_lay" in asked else (),
        tacked_this_turn=tacked,
        down=down,
    )


def _melded_upcard(asked: Asked, system: RuleSystem) -> Verdict:
    """Judge an upcard used in the first lay, which must be worth the opening in itself."""
    if asked.get("value") is None:
        return Verdict(assumes=(Assumption.ROUND_UNKNOWN,), unclear=bool(system.opening))
    worth = read.read_count(asked, "value")
    if worth >= system.opening:
        return Verdict()
    return Verdict((Finding(Code.OPENING_SHORT, needed=system.opening, found=worth),))


def _fine(reason: Reason, hand: LeftHand, system: RuleSystem) -> int:
    lines = score_hand(hand, system, RoundFacts())
    return sum(line.points for line in lines if line.reason is reason)


_EVENTS: dict[str, Callable[[Asked, RuleSystem], Ruling]] = {
    "lay": _lay,
    "lay_then_tack_same_turn": lambda _a, _s: may_tack(Turn(), down=True),
    "tack_then_meld_same_turn": lambda _a, s: Verdict(
        extra_meld_findings(s, tacked_this_turn=True)
    ),
    "extra_meld_after_contract": _extra_meld,
    "later_meld": _extra_meld,
    "draw_upcard": lambda a, s: may_draw_upcard(s, down=read.read_flag(a, "laid")),
    "keep_drawn_discard_in_hand": lambda _a, s: may_end_turn(s, keeps_upcard=True),
    "draw_discard_and_tack_it": lambda _a, s: may_end_turn(s, tacks_upcard=True),
    "draw_discard_and_use_in_first_lay": _melded_upcard,
}
_ASKS: dict[str, Callable[[Asked, RuleSystem], Ruling]] = {
    "overcall_penalty": lambda a, s: overcall_points(s, read.read_count(a, "overcalls", 1)),
    "false_lay_penalty": lambda a, s: _fine(
        Reason.FALSE_LAY, LeftHand(false_lays=read.read_count(a, "false_lays", 1)), s
    ),
}
