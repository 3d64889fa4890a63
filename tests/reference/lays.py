"""Coming down, further melds, and the order of moves in a turn."""

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
from tests.reference.rules import Rules, deal, demand, rounds, takes_all
from tests.reference.scores import fine

Melds = list[Rules]
AMOUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
KIND_WORDS = {"three": "set", "threes": "set", "set": "set", "sets": "set",
              "four": "run", "fours": "run", "run": "run", "runs": "run"}  # fmt: skip


def judge_meld(query: Rules, rules: Rules) -> Answer:
    cards = list(query["cards"])
    if not is_meld(query, rules, laid_now=query.get("phase") != "tack"):
        return ILLEGAL
    return supplied(query, rules, cards)


def supplied(query: Rules, rules: Rules, cards: list[str], table: Sequence[str] = ()) -> Answer:
    """Return legal if the pack has the cards for any possible number of players."""

    def rule(known: Rules) -> Answer:
        return legal_if(pack_holds(cards, rules, known["players"], tuple(table)))

    return settle(query, rule, players=numbers_of_players(rules))


def cards_of(melds: Melds) -> list[str]:
    return [card for meld in melds for card in meld["cards"]]


def apart(melds: Melds, rules: Rules) -> bool:
    """Whether one player's melds differ in rank and suit as required."""
    ranks = [rank(naturals(meld["cards"])[0]) for meld in melds if meld["as"] == "set"]
    suits = [naturals(meld["cards"])[0][-1] for meld in melds if meld["as"] == "run"]
    return not (
        (rules["ranks_apart"] == "yes" and len(set(ranks)) < len(ranks))
        or (rules["suits_apart"] == "yes" and len(set(suits)) < len(suits))
    )


def judge_contract(query: Rules, rules: Rules) -> Answer:
    melds, before = query["melds"], query.get("laid_before") or []
    if query.get("ask") == "value":
        if not all(is_meld(meld, rules) for meld in melds):
            raise ContradictionError
        return sum(value(meld, rules) for meld in melds)
    if not all(is_meld(meld, rules) for meld in before) or not apart(before, rules):
        raise ContradictionError
    if before and query.get("round") and rules["opening"] == "0":
        meets_contract(query, rules)  # raises ContradictionError if they aren't part of it
    if not melds or not all(is_meld(meld, rules) for meld in melds):
        return ILLEGAL
    if not apart([*before, *melds], rules):
        return ILLEGAL
    supply = supplied(query, rules, cards_of(melds), cards_of(before))
    if supply == ILLEGAL:
        return ILLEGAL
    met = meets_opening(query, rules)
    return supply if met == LEGAL else met


def meets_opening(query: Rules, rules: Rules) -> Answer:
    if rules["opening"] != "0":
        return settle(query, lambda known: opens(known, rules), goes_out=BOTH)

    def rule(known: Rules) -> Answer:
        met = meets_contract(known, rules)
        return met if met == ILLEGAL else legal_if(uses_all(known, rules))

    return settle(query, rule, round=rounds(rules), goes_out=BOTH)


def uses_all(known: Rules, rules: Rules) -> bool:
    """Whether no card is kept where the contract takes all: those dealt, and one drawn."""
    if not takes_all(rules, known["round"]):
        return True
    held = 1 + min(deal(rules, known["round"], players) for players in numbers_of_players(rules))
    return known["goes_out"] and len(cards_of(known["melds"])) >= held


def opens(query: Rules, rules: Rules) -> Answer:
    if query["goes_out"] and rules["going_out_opens"] == "yes":
        return LEGAL
    builders = query.get("builders_value") or 0
    total = sum(value(meld, rules) for meld in query["melds"])
    total += builders if rules["builders_open"] == "yes" else 0
    return legal_if(total >= int(rules["opening"]))


def meets_contract(query: Rules, rules: Rules) -> Answer:
    _, _, *sizes = demand(rules, query["round"])
    before = query.get("laid_before") or []
    if large(before, sizes) != kinds(before):
        raise ContradictionError
    laid = query["melds"]
    return counts_meet(large(laid, sizes), kinds(before), query, rules, all_laid=kinds(laid))


def large(melds: Melds, sizes: list[int]) -> tuple[int, int]:
    """Return how many sets and runs are as large as the round asks; others don't count."""
    return kinds([m for m in melds if len(m["cards"]) >= sizes[m["as"] == "run"]])


def kinds(melds: Melds) -> tuple[int, int]:
    sets = sum(meld["as"] == "set" for meld in melds)
    return sets, len(melds) - sets


def counts_meet(
    laid: tuple[int, int],
    before: tuple[int, int],
    query: Rules,
    rules: Rules,
    *,
    all_laid: tuple[int, int] | None = None,
) -> Answer:
    """Judge sets and runs as the first melds of a round; ``all_laid`` counts smaller ones, too."""
    wanted = demand(rules, query["round"])[:2]
    missing = [want - had for want, had in zip(wanted, before, strict=True)]
    if any(before) and (min(missing) < 0 or not any(missing)):
        raise ContradictionError
    if any(before) and rules["contract_in_parts"] == "no":
        raise ContradictionError
    complete = all(n >= m for n, m in zip(laid, missing, strict=True))
    within = all(n <= m for n, m in zip(all_laid or laid, missing, strict=True))
    if complete:
        return legal_if(within or rules["extra_melds"] != "never")
    all_count = all_laid in (None, laid)
    return legal_if(within and all_count and rules["contract_in_parts"] == "yes")


def judge_laydown(query: Rules, rules: Rules) -> Answer:
    if query.get("ask") == "overcall_penalty":
        known = query.get("overcalls")
        return fine("overcall", rules, 1 if known is None else known)
    if query.get("ask") == "false_lay_penalty":
        known = query.get("false_lays")
        return fine("false_lay", rules, 1 if known is None else known)
    return EVENTS[query["event"]](query, rules)


def lay(query: Rules, rules: Rules) -> Answer:
    if query.get("melds_offered"):
        short = offered_short(query, rules)
        if query.get("contract_ok") is short:
            raise ContradictionError
        query = {**query, "contract_ok": not short}

    def rule(known: Rules) -> Answer:
        barred = (
            (rules["overcall"] == "barred" and known["overcalled"])
            or (rules["false_lay"] == "50barred" and known.get("false_lays"))
            or (rules["miscount_cost"] == "barred" and known.get("miscounted"))
        )
        return legal_if(known["my_turn"] and known["drawn"] and not barred and known["contract_ok"])

    return settle(query, rule, my_turn=BOTH, drawn=BOTH, overcalled=BOTH, contract_ok=BOTH)


def offered_short(query: Rules, rules: Rules) -> bool:
    laid = {"set": 0, "run": 0}
    for amount, kind in pairwise(query["melds_offered"].split()):
        if kind in KIND_WORDS:
            laid[KIND_WORDS[kind]] += AMOUNTS.get(amount, 0)
    return counts_meet((laid["set"], laid["run"]), (0, 0), query, rules) == ILLEGAL


def tack_then_meld(_asked: Rules, rules: Rules) -> Answer:
    return legal_if(rules["extra_melds"] == "any")


def further_meld(query: Rules, rules: Rules) -> Answer:
    """Judge a meld beyond the contract, by a player who is down."""
    first, extra = query.get("first_lay") or [], query.get("extra") or query.get("meld")
    if first and judge_contract({"melds": first, "round": query.get("round")}, rules) == ILLEGAL:
        raise ContradictionError
    if first and query.get("laid") is False:
        raise ContradictionError
    if query.get("laid") is False or rules["extra_melds"] == "never":
        return ILLEGAL
    if extra and not (is_meld(extra, rules) and apart([*first, extra], rules)):
        return ILLEGAL
    supply = supplied(query, rules, list(extra["cards"]), cards_of(first)) if extra else LEGAL

    def rule(known: Rules) -> Answer:
        too_late = rules["extra_melds"] == "first" and known["tacked_this_turn"]
        return ILLEGAL if too_late else supply

    return settle(query, rule, tacked_this_turn=BOTH)


def later_meld(query: Rules, rules: Rules) -> Answer:
    return settle(query, lambda known: further_meld(known, rules), laid=BOTH)


def draw_upcard(query: Rules, rules: Rules) -> Answer:
    def rule(known: Rules) -> Answer:
        return legal_if(not known["laid"] or rules["down_draws_upcard"] == "yes")

    return settle(query, rule, laid=BOTH)


def use_in_first_lay(query: Rules, rules: Rules) -> Answer:
    need = int(rules["opening"])
    return settle(query, lambda known: legal_if(known["value"] >= need), value=(0, need))


def melds_stay(query: Rules, rules: Rules) -> Answer:
    def rule(known: Rules) -> Answer:
        go_back = rules["overcall"] == "barred" and rules["barred_lay_counts"] == "yes"
        return legal_if(known["tacked_on"] or not go_back)

    return settle(query, rule, tacked_on=BOTH)


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
