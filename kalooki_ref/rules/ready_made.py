"""Well-known lists of contracts, tables of card values, and complete sets of house rules.

All names are English msgids.
"""

from dataclasses import dataclass

from kalooki_ref.rules.choices import NINE_CONTRACTS, NINE_DEALS, SEVEN_CONTRACTS, Contract
from kalooki_ref.rules.model import LargerTable, PointTable
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.switch import as_key


@dataclass(frozen=True, slots=True)
class ContractList:
    """A named list of contracts with the number of cards dealt in each round."""

    name: str
    contracts: tuple[Contract, ...]
    deals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ValueTable:
    """The card values of a named game."""

    name: str
    points: PointTable


PRINTED = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
CONTRACT_LISTS = (
    ContractList("The nine", NINE_CONTRACTS, NINE_DEALS),
    ContractList("The nine, 12 cards three times", NINE_CONTRACTS, (12, 12, 12, *NINE_DEALS[3:])),
    ContractList("Seven, 33 to 444, 12 cards each", SEVEN_CONTRACTS, (12,) * 7),
    ContractList(
        "Seven, 33 to 444, 10 then 12 cards", SEVEN_CONTRACTS, (10, 10, 10, 10, 12, 12, 12)
    ),
)
VALUE_TABLES = (
    ValueTable("Jamaican", PointTable(PRINTED, (15, 1, 1, 15), 50)),
    ValueTable("Kalooki 40", PointTable(PRINTED, (11, 11, 11, 11), 15)),
    ValueTable("Contract Rummy", PointTable(PRINTED, (15, 15, 15, 15), 25)),
)
# Packs for more players, as in Trinidad; five packs have 15 jokers.
_MORE_PACKS = (LargerTable(5, 3, 6), LargerTable(7, 4, 8), LargerTable(9, 5, 15))
RULE_SETS = (
    # The tournament variant of sheet 004.
    HouseRules(
        "Super Kalooki",
        "standard",
        (("false_lay", "50barred"), ("ranks_apart", "yes")),
    ),
    HouseRules("Jamaican with 12 cards", "jamaican", (("deals", "twelve"),)),
    HouseRules(
        "Seven rounds, 33 to 444",
        "jamaican",
        (
            ("bend", "none"), ("calls_while_down", "yes"), ("contracts", "seven"),
            ("deals", "[12]"), ("own_joker_to_hand", "yes"),
            ("extra_melds", "any"), ("final_discard", "no"),
            ("larger_tables", as_key(_MORE_PACKS)), ("max_players", "11"), ("packs", "2"),
        ),
    ),
    HouseRules(
        "Seven rounds, 10 then 12 cards",
        "jamaican",
        (
            ("bend", "none"), ("contracts", "seven"), ("last_contract_all_cards", "yes"),
            ("points", as_key(VALUE_TABLES[2].points)),
        ),
    ),
    HouseRules("51 to open", "kalooki40", (("opening", "51"),)),
)  # fmt: skip
