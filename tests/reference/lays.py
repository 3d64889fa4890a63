"""Coming down, further melds, and what a turn allows before and after."""

from collections.abc import Sequence
from itertools import pairwise

from tests.reference.cards import naturals, numbers_of_players, pack_holds, rank
from tests.reference.facts import (
    BOTH,
    ILLEGAL,
    LEGAL,
    Answer,
    ContradictionError,
    legal_if,
    settle,
)
from tests.reference.melds import is_meld, value
from tests.reference.scores import fine
from tests.reference.sheets import Rules, contract

Melds = list[Rules]
AMOUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
KIND_WORDS = {"three": "set", "threes": "set", "set": "set", "sets": "set",
              "four": "run", "fours": "run", "run": "run", "runs": "run"}  # fmt: skip


def judge_meld(asked: Rules, rules: Rules) -> Answer:
    cards = list(asked["cards"])
    if not is_meld(asked, rules, laid_now=asked.get("phase") != "tack"):
        return ILLEGAL
    return supplied(asked, rules, cards)


def supplied(asked: Rules, rules: Rules, cards: list[str], table: Sequence[str] = ()) -> Answer:
    """Answer legal where the pack holds the cards, however many may be playing."""

    def rule(told: Rules) -> Answer:
        return legal_if(pack_holds(cards, rules, told["players"], tuple(table)))

    return settle(asked, rule, players=numbers_of_players(rules))


def cards_of(melds: Melds) -> list[str]:
    return [card for meld in melds for card in meld["cards"]]


def apart(melds: Melds, rules: Rules) -> bool:
    """Whether one player's melds differ in rank and suit as far as they must."""
    ranks = [rank(naturals(meld["cards"])[0]) for meld in melds if meld["as"] == "set"]
    suits = [naturals(meld["cards"])[0][-1] for meld in melds if meld["as"] == "run"]
    return not (
        (rules["ranks_apart"] == "yes" and len(set(ranks)) < len(ranks))
        or (rules["suits_apart"] == "yes" and len(set(suits)) < len(suits))
    )


def judge_contract(asked: Rules, rules: Rules) -> Answer:
    melds, before = asked["melds"], asked.get("laid_before") or []
    if asked.get("ask") == "value":
        if not all(is_meld(meld, rules) for meld in melds):
            raise ContradictionError
        return sum(value(meld, rules) for meld in melds)
    if not all(is_meld(meld, rules) for meld in before) or not apart(before, rules):
        raise ContradictionError
    if not melds or not all(is_meld(meld, rules) for meld in melds):
        return ILLEGAL
    if not apart([*before, *melds], rules):
        return ILLEGAL
    supply = supplied(asked, rules, cards_of(melds), cards_of(before))
    if supply == ILLEGAL:
        return ILLEGAL
    met = meets_opening(asked, rules)
    return supply if met == LEGAL else met


def meets_opening(asked: Rules, rules: Rules) -> Answer:
    if rules["opening"] != "0":
        return settle(asked, lambda told: opens(told, rules), goes_out=BOTH)
    return settle(asked, lambda told: meets_contract(told, rules), round=range(1, 10))


def opens(asked: Rules, rules: Rules) -> Answer:
    if asked["goes_out"] and rules["going_out_opens"] == "yes":
        return LEGAL
    builders = asked.get("builders_value") or 0
    total = sum(value(meld, rules) for meld in asked["melds"])
    total += builders if rules["builders_open"] == "yes" else 0
    return legal_if(total >= int(rules["opening"]))


def meets_contract(asked: Rules, rules: Rules) -> Answer:
    return counts_meet(kinds(asked["melds"]), kinds(asked.get("laid_before") or []), asked, rules)


def kinds(melds: Melds) -> tuple[int, int]:
    sets = sum(meld["as"] == "set" for meld in melds)
    return sets, len(melds) - sets


def counts_meet(
    laid: tuple[int, int], before: tuple[int, int], asked: Rules, rules: Rules
) -> Answer:
    """Judge so many sets and runs as the first melds of a round."""
    wanted = contract(rules, asked["round"])
    missing = [want - had for want, had in zip(wanted, before, strict=True)]
    if any(before) and (min(missing) < 0 or not any(missing)):
        raise ContradictionError
    if any(before) and rules["contract_in_parts"] == "no":
        raise ContradictionError
    complete = all(n >= m for n, m in zip(laid, missing, strict=True))
    within = all(n <= m for n, m in zip(laid, missing, strict=True))
    if complete:
        return legal_if(within or rules["extra_melds"] != "never")
    return legal_if(within and rules["contract_in_parts"] == "yes")


def judge_laydown(asked: Rules, rules: Rules) -> Answer:
    if asked.get("ask") == "overcall_penalty":
        told = asked.get("overcalls")
        return fine("overcall", rules, 1 if told is None else told)
    if asked.get("ask") == "false_lay_penalty":
        told = asked.get("false_lays")
        return fine("false_lay", rules, 1 if told is None else told)
    return EVENTS[asked["event"]](asked, rules)


def lay(asked: Rules, rules: Rules) -> Answer:
    if asked.get("melds_offered"):
        short = offered_short(asked, rules)
        if asked.get("contract_ok") is short:
            raise ContradictionError
        asked = {**asked, "contract_ok": not short}

    def rule(told: Rules) -> Answer:
        barred = (
            (rules["overcall"] == "barred" and told["overcalled"])
            or (rules["false_lay"] == "50barred" and told.get("false_lays"))
            or (rules["miscount_cost"] == "barred" and told.get("miscounted"))
        )
        return legal_if(told["my_turn"] and told["drawn"] and not barred and told["contract_ok"])

    return settle(asked, rule, my_turn=BOTH, drawn=BOTH, overcalled=BOTH, contract_ok=BOTH)


def offered_short(asked: Rules, rules: Rules) -> bool:
    laid = {"set": 0, "run": 0}
    for amount, kind in pairwise(asked["melds_offered"].split()):
        if kind in KIND_WORDS:
            laid[KIND_WORDS[kind]] += AMOUNTS.get(amount, 0)
    return counts_meet((laid["set"], laid["run"]), (0, 0), asked, rules) == ILLEGAL


def tack_then_meld(_asked: Rules, rules: Rules) -> Answer:
    return legal_if(rules["extra_melds"] == "any")


def further_meld(asked: Rules, rules: Rules) -> Answer:
    """Judge a meld beyond the contract; whoever lays one is down already."""
    first, extra = asked.get("first_lay") or [], asked.get("extra") or asked.get("meld")
    if first and judge_contract({"melds": first, "round": asked.get("round")}, rules) == ILLEGAL:
        raise ContradictionError
    if first and asked.get("laid") is False:
        raise ContradictionError
    if asked.get("laid") is False or rules["extra_melds"] == "never":
        return ILLEGAL
    if extra and not (is_meld(extra, rules) and apart([*first, extra], rules)):
        return ILLEGAL
    supply = supplied(asked, rules, list(extra["cards"]), cards_of(first)) if extra else LEGAL

    def rule(told: Rules) -> Answer:
        too_late = rules["extra_melds"] == "first" and told["tacked_this_turn"]
        return ILLEGAL if too_late else supply

    return settle(asked, rule, tacked_this_turn=BOTH)


def later_meld(asked: Rules, rules: Rules) -> Answer:
    return settle(asked, lambda told: further_meld(told, rules), laid=BOTH)


def draw_upcard(asked: Rules, rules: Rules) -> Answer:
    def rule(told: Rules) -> Answer:
        return legal_if(not told["laid"] or rules["down_draws_upcard"] == "yes")

    return settle(asked, rule, laid=BOTH)


def use_in_first_lay(asked: Rules, rules: Rules) -> Answer:
    need = int(rules["opening"])
    return settle(asked, lambda told: legal_if(told["value"] >= need), value=(0, need))


def melds_stay(asked: Rules, rules: Rules) -> Answer:
    def rule(told: Rules) -> Answer:
        go_back = rules["overcall"] == "barred" and rules["barred_lay_counts"] == "yes"
        return legal_if(told["tacked_on"] or not go_back)

    return settle(asked, rule, tacked_on=BOTH)


EVENTS = {
    "barred_melds_stay": melds_stay,
    "lay": lay,
    "lay_then_tack_same_turn": lambda _asked, _rules: LEGAL,
    "tack_then_meld_same_turn": tack_then_meld,
    "extra_meld_after_contract": further_meld,
    "later_meld": later_meld,
    "draw_upcard": draw_upcard,
    "keep_drawn_discard_in_hand": lambda _a, rules: legal_if(rules["taken_upcard"] == "stay"),
    "draw_discard_and_tack_it": lambda _a, rules: legal_if(rules["taken_upcard"] != "meld"),
    "draw_discard_and_use_in_first_lay": use_in_first_lay,
}
