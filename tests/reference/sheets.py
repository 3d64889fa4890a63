"""The five rule sheets as choices of all switches, and fixed rules."""

from typing import Any

Rules = dict[str, Any]

JAMAICAN: Rules = {
    # the pack, the players and the rounds
    "min_players": "3", "max_players": "8", "packs": "pairs", "jokers": "2",
    "contracts": "nine", "deals": "contract", "opening": "0", "upcard": "yes",
    "larger_tables": [],
    "next_dealer": "left", "loser_tie": "total", "first_starter": "left", "next_starter": "left",
    "reshuffles": "1", "tie_break": "shared", "pool_share": "0", "pool_threshold": "0",
    # melds
    "set_min": "3", "run_min": "4",
    "set_suits_differ": "no", "set_max": "any", "ace": "both", "ace_at_both_ends": "yes",
    "run_max": "any", "ranks_apart": "no", "suits_apart": "no", "set_min_naturals": "1",
    "run_min_naturals": "1", "set_joker_cap": "lay", "run_joker_cap": "lay",
    "jokers_side_by_side": "yes",
    # coming down, tacking, jokers on the table
    "contract_in_parts": "no", "builders_open": "no", "going_out_opens": "no",
    "extra_melds": "never", "tack_ends": "either", "joker_as_ace": "yes",
    "most_per_end": "any", "own_joker_to_hand": "no", "jokers_from_inside": "no",
    "end_joker_reread": "no", "joker_mover": "anyone", "joker_goes": "high", "set_joker": "stays",
    # drawing and calling
    "taken_upcard": "stay", "calling": "yes", "max_calls": "3", "cards_per_call": "2",
    "call_decider": "turn", "refusing_takes_upcard": "yes", "call_order": "voice",
    "own_discard_callable": "no", "calls_in_the_air": "no", "calls_until_drawn": "no",
    "first_upcard_callable": "yes", "down_draws_upcard": "no", "calls_while_down": "no",
    # going out, bonuses, penalties
    "final_discard": "yes", "joker_discard": "yes", "bend": "all", "bend_without_calls": "yes",
    "add_on_after_out": "no", "winner_points": "0", "not_down": "0", "overcall": "barred",
    "refused_overcalls_count": "no", "barred_lay_counts": "yes", "false_lay": "none",
    "fines_double": "yes", "miscount": "turn", "miscount_cost": "none",
}  # fmt: skip

CARIBBEAN: Rules = JAMAICAN | {
    "max_players": "6", "packs": "2", "set_joker_cap": "always", "run_joker_cap": "never",
    "jokers_side_by_side": "no", "extra_melds": "first", "joker_mover": "owner",
    "joker_goes": "chosen", "max_calls": "any", "call_decider": "discarder",
    "refusing_takes_upcard": "no", "first_upcard_callable": "no", "down_draws_upcard": "yes",
    "final_discard": "no", "bend": "none", "winner_points": "-50", "not_down": "50",
    "overcall": "none",
}  # fmt: skip

KALOOKI_40: Rules = JAMAICAN | {
    "min_players": "2", "max_players": "4", "packs": "2", "jokers": "1", "contracts": "none",
    "run_min": "3",
    "deals": "13", "opening": "40", "reshuffles": "always", "pool_share": "75",
    "pool_threshold": "100", "set_suits_differ": "yes", "set_max": "4", "ace": "high",
    "ace_at_both_ends": "no", "set_joker_cap": "never", "run_joker_cap": "never",
    "extra_melds": "any", "joker_goes": "reused", "set_joker": "suits", "taken_upcard": "meld",
    "calling": "no", "max_calls": "0", "refusing_takes_upcard": "no",
    "first_upcard_callable": "no", "down_draws_upcard": "yes", "bend": "plus25",
    "overcall": "none",
}  # fmt: skip

KOOKY: Rules = JAMAICAN | {
    "max_players": "6", "packs": "2", "jokers": "4", "next_dealer": "loser",
    "first_starter": "youngest", "next_starter": "winner", "ranks_apart": "yes",
    "suits_apart": "yes", "set_min_naturals": "2", "set_joker_cap": "never",
    "run_joker_cap": "never", "jokers_side_by_side": "no", "extra_melds": "any",
    "joker_goes": "ace", "first_upcard_callable": "no", "final_discard": "no", "bend": "none",
    "add_on_after_out": "yes", "overcall": "100", "false_lay": "50",
}  # fmt: skip

STANDARD: Rules = JAMAICAN | {
    "max_players": "5", "packs": "2", "suits_apart": "yes", "set_min_naturals": "2",
    "set_joker_cap": "never", "run_joker_cap": "never", "jokers_side_by_side": "no",
    "extra_melds": "any", "tack_ends": "high", "joker_goes": "ace", "final_discard": "no",
    "joker_discard": "no", "bend": "cards", "overcall": "50bend",
    "refused_overcalls_count": "yes",
}  # fmt: skip

SHEETS = {
    "000": JAMAICAN, "001": CARIBBEAN, "002": KALOOKI_40, "003": KOOKY, "004": STANDARD,
}  # fmt: skip

NINE = ((3, 0), (2, 1), (1, 2), (0, 3), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4))
SEVEN = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
CONTRACTS = {"nine": NINE, "sets": (*NINE[:3], (3, 0), *NINE[4:8], (4, 0)), "seven": SEVEN}
DEALS = {
    "contract": (9, 10, 11, 12, 12, 13, 14, 15, 16),
    "twelve": (12, 12, 12, 12, 12, 13, 14, 15, 16),
    "13": (13,),
    "11": (11,),
}
# Sets and runs of a round, and how many cards each of them needs.
Demand = tuple[int, int, int, int]


def rules_of(question: Rules) -> Rules:
    """Return the rules of a question: those of its sheet, changed by its house rules."""
    name = question["sheet"]
    house = question.get("house", {})
    rules = {**SHEETS[name], "sheet": name, **house}
    if "contracts" in house and "deals" not in house:
        return rules | deals_proposed(rules["contracts"])
    return rules


def deals_proposed(contracts: object) -> Rules:
    """Return the default deals: fixed ones for "seven", the fewest cards for own contracts."""
    if contracts == "seven":
        return {"deals": [10, 10, 10, 10, 12, 12, 12]}
    if isinstance(contracts, str):
        return {}
    return {"deals": [fewest_cards(demanded(one)) for one in contracts]}


def number(rules: Rules, switch: str) -> int | None:
    """Return a switch as a number; None for no limit."""
    return None if rules[switch] in ("any", "always") else int(rules[switch])


def run_min(rules: Rules) -> int:
    return int(rules["run_min"])


def set_min(rules: Rules) -> int:
    return int(rules["set_min"])


def rounds(rules: Rules) -> range:
    contracts = rules["contracts"]
    return range(1, len(CONTRACTS.get(contracts) if isinstance(contracts, str) else contracts) + 1)


def demanded(own: Rules) -> Demand:
    return own["sets"], own["runs"], own.get("set_size", 3), own.get("run_size", 4)


def demand(rules: Rules, round_: int) -> Demand:
    """Return how many sets and runs a round demands, and how large each must be."""
    contracts = rules["contracts"]
    if isinstance(contracts, str):
        return (*CONTRACTS[contracts][round_ - 1], 3, 4)
    return demanded(contracts[round_ - 1])


def fewest_cards(wanted: Demand) -> int:
    sets, runs, set_size, run_size = wanted
    return sets * set_size + runs * run_size


def deal(rules: Rules, round_: int | None, players: int | None = None) -> int:
    deals = rules["deals"]
    deals = DEALS[deals] if isinstance(deals, str) else deals
    deals = larger_table(rules, players).get("deals") or deals
    # Deals that don't fit the rounds are invalid rules, but questions are drawn under them, too.
    return deals[min(round_ or 1, len(deals)) - 1]


def larger_table(rules: Rules, players: int | None) -> Rules:
    """Return the rule changes for this number of players: those of the largest table reached."""
    reached = [one for one in rules["larger_tables"] if players and one["players"] <= players]
    return max(reached, key=lambda one: one["players"], default={})


def call_limit(rules: Rules) -> int | None:
    """Return the calls allowed in a round; None for no limit."""
    return number(rules, "max_calls") if rules["calling"] == "yes" else 0
