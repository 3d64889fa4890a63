"""Going out, bending the board, the stock, the deal and the end of the game."""

from tests.reference.cards import JOKER, deck_size, numbers_of_players, packs
from tests.reference.facts import BOTH, ILLEGAL, Answer, ContradictionError, legal_if, settle
from tests.reference.rules import Rules, call_limit, deal, number, rounds, takes_all
from tests.reference.scores import NO_BENDING


def judge_end(query: Rules, rules: Rules) -> Answer:
    if "ask" in query:
        return ASKS[query["ask"]](query, rules)
    return CLAIMS[query["claim"]](query, rules)


def bent_board(query: Rules, rules: Rules) -> Answer:
    limit = call_limit(rules)
    calls = range(10 if limit is None else limit + 2)

    def rule(known: Rules) -> Answer:
        if not overcall_possible(known, rules):
            raise ContradictionError
        return legal_if(
            rules["bend"] != "none"
            and known["laid_this_turn"]
            and known["went_out"]
            and ended(known, rules)
            and not (
                known["overcalled"] and rules["overcall"] in (*NO_BENDING["overcall"], "barred")
            )
            and not (known.get("false_lays") and rules["false_lay"] in NO_BENDING["false_lay"])
            and (known["calls"] > 0 or rules["bend_without_calls"] == "yes")
        )

    facts = {"laid_this_turn": BOTH, "went_out": BOTH, "final_discard": BOTH}
    facts |= {"round": ends_in(rules)}
    return settle(query, rule, **facts, overcalled=BOTH, calls=calls)


def overcall_possible(known: Rules, rules: Rules) -> bool:
    limit, calls = call_limit(rules), known["calls"]
    if limit is None:
        return not known["overcalled"]
    if calls == limit and rules["refused_overcalls_count"] == "yes":
        return True
    return known["overcalled"] == (calls > limit)


def ended(known: Rules, rules: Rules) -> bool:
    """Whether a player may go out with a discard, or without one, in this round."""
    if takes_all(rules, known["round"]):
        return not known["final_discard"]
    return known["final_discard"] or rules["final_discard"] == "no"


def ends_in(rules: Rules) -> tuple[int | None, ...]:
    """Return the rounds in which somebody may have gone out, if the question names none."""
    return (None,) if rules["contracts"] == "none" else tuple(rounds(rules))


def kalooki(query: Rules, rules: Rules) -> Answer:
    def rule(known: Rules) -> Answer:
        if known["all_in_one_turn"] and known["melded_before"]:
            raise ContradictionError
        at_once = known["all_in_one_turn"] and not known["melded_before"]
        called = known["calls"] > 0 or rules["bend_without_calls"] == "yes"
        return legal_if(rules["bend"] != "none" and at_once and called and ended(known, rules))

    facts = {"melded_before": BOTH, "all_in_one_turn": BOTH, "final_discard": BOTH}
    facts |= {"round": ends_in(rules)}
    return settle(query, rule, **facts, calls=(0, 1))


def go_out(query: Rules, rules: Rules) -> Answer:
    facts = {"final_discard": BOTH, "round": ends_in(rules)}
    return settle(query, lambda known: legal_if(ended(known, rules)), **facts)


def discard(query: Rules, rules: Rules) -> Answer:
    if not query.get("card"):
        raise ContradictionError
    return legal_if(query["card"] != JOKER or rules["joker_discard"] == "yes")


def add_on(query: Rules, rules: Rules) -> Answer:
    def rule(known: Rules) -> Answer:
        return legal_if(known["laid"] and rules["add_on_after_out"] == "yes")

    return settle(query, rule, laid=BOTH)


def reshuffle(query: Rules, rules: Rules) -> Answer:
    most = number(rules, "reshuffles")
    return settle(
        query, lambda known: legal_if(most is None or known["times"] <= most), times=(1, 99)
    )


def void(query: Rules, rules: Rules) -> Answer:
    most = number(rules, "reshuffles")
    return settle(
        query, lambda known: legal_if(most is not None and known["times"] > most), times=(1, 99)
    )


def share_of_pool(query: Rules, rules: Rules) -> Answer:
    share, threshold = int(rules["pool_share"]), int(rules["pool_threshold"])

    def rule(known: Rules) -> Answer:
        loser = share < 100 and known["penalty_points"] < threshold
        return legal_if(share and (known["winner"] or loser))

    return settle(query, rule, winner=BOTH, penalty_points=(0, threshold))


def start(query: Rules, rules: Rules) -> Answer:
    return legal_if(query["players"] in numbers_of_players(rules))


def first_two(rules: Rules) -> tuple[int, ...]:
    """Return the first two rounds, or the only one; hands of sheet 002 go on without contracts."""
    return (1, 2) if rules["contracts"] == "none" else tuple(rounds(rules))[:2]


def dealer(wanted: str):
    def judge(query: Rules, rules: Rules) -> Answer:
        if rules["next_dealer"] != wanted:
            return ILLEGAL
        if wanted == "left":
            return legal_if(True)
        return settle(query, lambda known: legal_if(known["round"] > 1), round=first_two(rules))

    return judge


def next_dealer(query: Rules, rules: Rules) -> Answer:
    """Return how many seats to the dealer's left the next dealer sits; the dealer is last."""
    seats = query["players"]
    if not seats:
        raise ContradictionError
    if rules["next_dealer"] == "left":
        return 1
    most = max(seat["points"] for seat in seats)
    losers = [place for place, seat in enumerate(seats, 1) if seat["points"] == most]
    if len(losers) == 1 or rules["loser_tie"] == "left":
        return losers[0]
    totals = [seats[place - 1].get("total") for place in losers]
    return "unclear" if None in totals else losers[totals.index(max(totals))]


def starter(wanted: str):
    def judge(query: Rules, rules: Rules) -> Answer:
        def rule(known: Rules) -> Answer:
            switch = "first_starter" if known["round"] == 1 else "next_starter"
            return legal_if(rules[switch] == wanted)

        return settle(query, rule, round=first_two(rules))

    return judge


def stock(query: Rules, rules: Rules) -> int:
    players = query["players"]
    size = deck_size(rules, players)
    if query.get("jokers_per_deck") is not None:
        size = packs(rules, players) * (52 + query["jokers_per_deck"])
    return size - players * deal(rules, query.get("round"), players) - (rules["upcard"] == "yes")


def winners(query: Rules, rules: Rules) -> Answer:
    totals = list(query["totals"].values())
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
    "decks": lambda query, rules: settle(
        query, lambda known: packs(rules, known["players"]), players=numbers_of_players(rules)
    ),
    "deck_size": lambda query, rules: settle(
        query, lambda known: deck_size(rules, known["players"]), players=numbers_of_players(rules)
    ),
    "deal": lambda query, rules: deal(rules, query.get("round")),
    "stock_after_deal": stock,
    "next_dealer": next_dealer,
    "winning_total": lambda query, _rules: min(query["totals"].values()),
    "number_of_winners": winners,
}
