"""Practice questions as the second referee is asked them."""

from typing import Any

from kalooki_ref.cards import Cards, beyond
from kalooki_ref.practice.scenes import Scene
from kalooki_ref.practice.subjects import (
    HandScored,
    JokerMoved,
    Judged,
    LaidMeld,
    Lay,
    Tacked,
    TwoLays,
)
from kalooki_ref.referee.meld import Meld, cards_in
from kalooki_ref.rules.model import RuleSystem
from tests.reference.judge import answer

Query = dict[str, Any]
CALL = {"caller_laid": False, "caller_calls": 0}
COME_DOWN = {
    "event": "lay",
    "my_turn": True,
    "drawn": True,
    "overcalled": False,
    "contract_ok": True,
}
# The limit of calls stands for its own number.
LIMIT = "limit"


def second_answer(
    subject: Judged | HandScored, system: RuleSystem, house: dict[str, str] | None = None
) -> object:
    """Return the second referee's answer, "legal", "illegal" or points, with changed switches."""
    kind, asked = query_of(subject, system)
    return answer({"sheet": system.sheet, "kind": kind, "input": asked, "house": house or {}})


def second_right_lay(subject: TwoLays, system: RuleSystem) -> int | None:
    """Return the index of the lay that leaves less by the second referee; None if none is legal."""
    lays = [Lay(melds, subject.number) for melds in subject.lays]
    legal = [index for index, lay in enumerate(lays) if second_answer(lay, system) == "legal"]
    return min(legal, key=lambda index: second_left(subject, index, system), default=None)


def second_left(subject: TwoLays, index: int, system: RuleSystem) -> int:
    """Return the fewest points that a lay leaves after any discard."""
    kept = beyond(subject.cards, cards_in(subject.lays[index]))
    hands = [HandScored(beyond(kept, (card,)), down=True) for card in kept]
    return min(int(str(second_answer(hand, system))) for hand in hands)


def query_of(subject: Judged | HandScored, system: RuleSystem) -> tuple[str, Query]:
    """Return the kind of question and its facts."""
    match subject:
        case LaidMeld(meld):
            return "meld", {**meld_of(meld), "phase": "lay"}
        case Lay(melds, number):
            round_ = number if system.contracts else None
            return "contract", {"round": round_, "melds": [meld_of(meld) for meld in melds]}
        case Tacked(target, cards, down):
            return "tack", {"target": meld_of(target), "add": words(cards), "laid": down}
        case JokerMoved(target, index, cards, by, to):
            given = words(cards) if target.kind == "set" else words(cards)[0]
            asked = {"target": meld_of(target), "index": index, "with": given, "laid": True}
            asked["by"] = "owner" if by == "own" else "other"
            return "joker_replace", asked | ({"to": to.value} if to else {})
        case HandScored(cards, down, bent, overcalls, false_lays):
            asked = {"hand": words(cards), "laid": down, "winner": False, "round": 1}
            asked |= {"overcalls": overcalls, "false_lays": false_lays, "bent": bent}
            return "score", asked if system.contracts else asked | {"round": None}
    kind, facts = SCENES[subject]
    limit = {"caller_calls": (system.max_calls or 0) - (subject is Scene.CALL_THE_LAST)}
    return kind, facts | (limit if facts.get("caller_calls") == LIMIT else {})


def meld_of(meld: Meld) -> Query:
    return {"as": meld.kind.value, "cards": words(meld.cards)}


def words(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


def _call(event: str = "call", **facts: object) -> tuple[str, Query]:
    return "calls", {"event": event, **CALL, **facts}


def _refuse(event: str, *, down: bool) -> tuple[str, Query]:
    return "calls", {"event": event, "in_turn_laid": down}


def _lay_more(*, tacked: bool) -> tuple[str, Query]:
    asked = {"event": "extra_meld_after_contract", "laid": True, "tacked_this_turn": tacked}
    return "laydown", asked


def _bend(*, same_turn: bool) -> tuple[str, Query]:
    asked = {"calls": 1, "laid_this_turn": same_turn, "went_out": True, "final_discard": True}
    return "end", {"claim": "bent_board", "round": 1, **asked}


SCENES: dict[Scene, tuple[str, Query]] = {
    Scene.CALL: _call(),
    Scene.CALL_OWN_DISCARD: _call("call_own_discard"),
    Scene.CALL_FIRST_UPCARD: _call("call_initial_upcard"),
    Scene.CALL_BENEATH: _call("call_card_underneath"),
    Scene.CALL_WHILE_DOWN: _call(caller_laid=True),
    Scene.CALL_THE_LAST: _call(caller_calls=LIMIT),
    Scene.CALL_ONE_TOO_MANY: _call(caller_calls=LIMIT),
    Scene.CALL_AGAIN: _call("second_call_in_one_turn"),
    Scene.CALL_AND_LAY: _call("caller_lays_during_call"),
    Scene.CALL_IN_THE_AIR: _call(moment="in_the_air"),
    Scene.CALL_AFTER_TOUCH: _call(moment="touched"),
    Scene.CALL_AFTER_DRAW: _call(moment="drawn"),
    Scene.GRANTED_IN_TURN: _call("call_awarded", allowed_by="in_turn"),
    Scene.GRANTED_BY_DISCARDER: _call("call_awarded", allowed_by="discarder"),
    Scene.REFUSE_AND_TAKE: _refuse("refuse_call_by_taking_upcard", down=False),
    Scene.REFUSE_AND_LEAVE: _refuse("refuse_call_then_draw_stock", down=False),
    Scene.REFUSE_WHILE_DOWN: _refuse("refuse_call_then_draw_stock", down=True),
    Scene.UPCARD: ("calls", {"event": "draw_upcard", "laid": False}),
    Scene.UPCARD_WHILE_DOWN: ("calls", {"event": "draw_upcard", "laid": True}),
    Scene.UPCARD_AFTER_CALL: ("calls", {"event": "draw_discard_after_allowing_call"}),
    Scene.KEEP_UPCARD: ("laydown", {"event": "keep_drawn_discard_in_hand"}),
    Scene.LAY: ("laydown", COME_DOWN),
    Scene.LAY_OUT_OF_TURN: ("laydown", COME_DOWN | {"my_turn": False}),
    Scene.LAY_BEFORE_DRAWING: ("laydown", COME_DOWN | {"drawn": False}),
    Scene.LAY_AFTER_OVERCALL: ("laydown", COME_DOWN | {"overcalled": True}),
    Scene.LAY_MORE: _lay_more(tacked=False),
    Scene.LAY_MORE_AFTER_TACK: _lay_more(tacked=True),
    Scene.DISCARD_JOKER: ("end", {"claim": "discard", "card": "*"}),
    Scene.OUT_WITH_DISCARD: ("end", {"claim": "go_out", "final_discard": True, "round": 1}),
    Scene.OUT_WITHOUT_DISCARD: ("end", {"claim": "go_out", "final_discard": False, "round": 1}),
    Scene.ADD_ON: ("end", {"claim": "add_on_after_out", "laid": True}),
    Scene.ADD_ON_NOT_DOWN: ("end", {"claim": "add_on_after_out", "laid": False}),
    Scene.BEND: _bend(same_turn=True),
    Scene.BEND_LATER: _bend(same_turn=False),
    Scene.RESHUFFLE: ("end", {"claim": "reshuffle_discards_keep_top", "times": 1}),
    Scene.RESHUFFLE_AGAIN: ("end", {"claim": "reshuffle_discards_keep_top", "times": 2}),
    Scene.VOID: ("end", {"claim": "void_hand_redeal_same_dealer", "times": 1}),
}  # fmt: skip
