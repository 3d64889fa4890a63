"""Going out, bending the board, the stock, the deal and the end of the game."""

from tests.reference.cards import JOKER, deck_size, numbers_of_players, packs
from tests.reference.facts import BOTH, ILLEGAL, Answer, ContradictionError, legal_if, settle
from tests.reference.scores import NO_BENDING
from tests.reference.sheets import Rules, call_limit, deal, number


def judge_end(asked: Rules, rules: Rules) -> Answer:
    if "ask" in asked:
        return ASKS[asked["ask"]](asked, rules)
    return CLAIMS[asked["claim"]](asked, rules)


def bent_board(asked: Rules, rules: Rules) -> Answer:
    limit = call_limit(rules)
    calls = range(10 if limit is None else limit + 2)

    def rule(told: Rules) -> Answer:
        if not overcall_possible(told, rules):
            raise ContradictionError
        return legal_if(
            rules["bend"] != "none"
            and told["laid_this_turn"]
            and told["went_out"]
            and thrown(told, rules)
            and not (
                told["overcalled"] and rules["overcall"] in (*NO_BENDING["overcall"], "barred")
            )
            and not (told.get("false_lays") and rules["false_lay"] in NO_BENDING["false_lay"])
            and (told["calls"] > 0 or rules["bend_without_calls"] == "yes")
        )

    facts = {"laid_this_turn": BOTH, "went_out": BOTH, "final_discard": BOTH}
    return settle(asked, rule, **facts, overcalled=BOTH, calls=calls)


def overcall_possible(told: Rules, rules: Rules) -> bool:
    limit, calls = call_limit(rules), told["calls"]
    if limit is None:
        return not told["overcalled"]
    if calls == limit and rules["refused_overcalls_count"] == "yes":
        return True
    return told["overcalled"] == (calls > limit)


def thrown(told: Rules, rules: Rules) -> bool:
    return told["final_discard"] or rules["final_discard"] == "no"


def kalooki(asked: Rules, rules: Rules) -> Answer:
    def rule(told: Rules) -> Answer:
        if told["all_in_one_turn"] and told["melded_before"]:
            raise ContradictionError
        at_once = told["all_in_one_turn"] and not told["melded_before"]
        called = told["calls"] > 0 or rules["bend_without_calls"] == "yes"
        return legal_if(rules["bend"] != "none" and at_once and called and thrown(told, rules))

    facts = {"melded_before": BOTH, "all_in_one_turn": BOTH, "final_discard": BOTH}
    return settle(asked, rule, **facts, calls=(0, 1))


def go_out(asked: Rules, rules: Rules) -> Answer:
    return settle(asked, lambda told: legal_if(thrown(told, rules)), final_discard=BOTH)


def discard(asked: Rules, rules: Rules) -> Answer:
    if not asked.get("card"):
        raise ContradictionError
    return legal_if(asked["card"] != JOKER or rules["joker_discard"] == "yes")


def add_on(asked: Rules, rules: Rules) -> Answer:
    def rule(told: Rules) -> Answer:
        return legal_if(told["laid"] and rules["add_on_after_out"] == "yes")

    return settle(asked, rule, laid=BOTH)


def reshuffle(asked: Rules, rules: Rules) -> Answer:
    most = number(rules, "reshuffles")
    return settle(
        asked, lambda told: legal_if(most is None or told["times"] <= most), times=(1, 99)
    )


def void(asked: Rules, rules: Rules) -> Answer:
    most = number(rules, "reshuffles")
    return settle(
        asked, lambda told: legal_if(most is not None and told["times"] > most), times=(1, 99)
    )


def share_of_pool(asked: Rules, rules: Rules) -> Answer:
    share, threshold = int(rules["pool_share"]), int(rules["pool_threshold"])

    def rule(told: Rules) -> Answer:
        loser = share < 100 and told["penalty_points"] < threshold
        return legal_if(share and (told["winner"] or loser))

    return settle(asked, rule, winner=BOTH, penalty_points=(0, threshold))


def start(asked: Rules, rules: Rules) -> Answer:
    return legal_if(asked["players"] in numbers_of_players(rules))


def dealer(wanted: str):
    def judge(asked: Rules, rules: Rules) -> Answer:
        if rules["next_dealer"] != wanted:
            return ILLEGAL
        if wanted == "left":
            return legal_if(True)
        return settle(asked, lambda told: legal_if(told["round"] > 1), round=(1, 2))

    return judge


def starter(wanted: str):
    def judge(asked: Rules, rules: Rules) -> Answer:
        def rule(told: Rules) -> Answer:
            switch = "first_starter" if told["round"] == 1 else "next_starter"
            return legal_if(rules[switch] == wanted)

        return settle(asked, rule, round=(1, 2))

    return judge


def stock(asked: Rules, rules: Rules) -> int:
    players = asked["players"]
    size = deck_size(rules, players)
    if asked.get("jokers_per_deck") is not None:
        size = packs(rules, players) * (52 + asked["jokers_per_deck"])
    return size - players * deal(rules, asked.get("round")) - (rules["upcard"] == "yes")


def winners(asked: Rules, rules: Rules) -> Answer:
    totals = list(asked["totals"].values())
    tied = totals.count(min(totals))
    return "unclear" if tied > 1 and rules["tie_break"] == "rounds" else tied


CLAIMS = {
    "bent_board": bent_board,
    "kalooki": kalooki,
    "go_out": go_out,
    "discard": discard,
    "add_on_after_out": add_on,
    "reshuffle_discards_keep_top": reshuffle,
    "void_hand_redeal_same_dealer": void,
    "share_of_pool": share_of_pool,
    "start": start,
    "deal_passes_clockwise": dealer("left"),
    "dealer_is_last_round_loser": dealer("loser"),
    "first_player_is_youngest": starter("youngest"),
    "first_player_is_last_round_winner": starter("winner"),
    "first_player_is_left_of_dealer": starter("left"),
}
ASKS = {
    "decks": lambda asked, rules: settle(
        asked, lambda told: packs(rules, told["players"]), players=numbers_of_players(rules)
    ),
    "deck_size": lambda asked, rules: settle(
        asked, lambda told: deck_size(rules, told["players"]), players=numbers_of_players(rules)
    ),
    "deal": lambda asked, rules: deal(rules, asked.get("round")),
    "stock_after_deal": stock,
    "winning_total": lambda asked, _rules: min(asked["totals"].values()),
    "number_of_winners": winners,
}
