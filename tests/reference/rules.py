"""The rules of a question, and what they say about rounds, deals and sizes."""

from typing import Any

from tests.reference.sheets import SHEETS

Rules = dict[str, Any]

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
    return {"deals": [fewest_cards(demanded(contract)) for contract in contracts]}


def in_round_of_points(rules: Rules, round_: int) -> Rules:
    """Return the rules of a round that opens with points: those of a game without contracts."""
    opening = str(rules["contracts"][round_ - 1]["points"])
    return rules | {"opening": opening, "contracts": "none", "deals": [deal(rules, round_)]}


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


def takes_all(rules: Rules, round_: int | None) -> bool:
    """Whether the contract of a round is laid with all cards, as only the last one can be."""
    is_asked = rules["last_contract_all_cards"] == "yes" and rules["opening"] == "0"
    return is_asked and round_ == rounds(rules)[-1]


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
    reached = [row for row in rules["larger_tables"] if players and row["players"] <= players]
    return max(reached, key=lambda row: row["players"], default={})


def call_limit(rules: Rules) -> int | None:
    """Return the calls allowed in a round; None for no limit."""
    return number(rules, "max_calls") if rules["calling"] == "yes" else 0
