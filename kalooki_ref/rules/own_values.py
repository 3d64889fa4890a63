"""Bounds of the values people enter themselves: contracts, deals, card values, larger tables."""

from kalooki_ref.cards import RANKS
from kalooki_ref.rules.choices import MOST_PACKS, Contract
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import LargerTable, OpeningValues, PointTable
from kalooki_ref.rules.switch import OwnValue

MOST_ROUNDS = 15
SET_SIZES = range(3, 9)
RUN_SIZES = range(3, 14)
# Maximum sets, and maximum runs, of one contract.
MOST_OF_A_KIND = 6
OPENINGS = range(1, 501)
MOST_DEALT = 60
MOST_JOKERS = 15
PLAYERS = range(2, 12)
CARD_VALUES = range(101)
SUITS_OF_A_PACK = 4
# Cards dealt in rounds that need points to come down.
USUAL_DEAL = 13


def proposed_deals(contracts: tuple[Contract, ...]) -> tuple[int, ...]:
    """Return a default deal for each contract: its minimum number of cards, or 13 for points.

    >>> proposed_deals((Contract(2, 1), Contract(2, 1, run_size=6), Contract(0, 0, points=51)))
    (10, 12, 13)
    """
    return tuple(contract.cards or USUAL_DEAL for contract in contracts)


def is_contract(contract: Contract) -> bool:
    """Whether a contract is within bounds: either melds of valid sizes, or points."""
    counts = (contract.sets, contract.runs)
    if not any(counts):
        # Unused sizes must have their defaults, so that equal contracts compare equal.
        return contract == Contract(0, 0, points=contract.points) and contract.points in OPENINGS
    sizes = contract.set_size in SET_SIZES and contract.run_size in RUN_SIZES
    return sizes and not contract.points and all(0 <= count <= MOST_OF_A_KIND for count in counts)


def _are_contracts(contracts: tuple[Contract, ...]) -> bool:
    return 1 <= len(contracts) <= MOST_ROUNDS and all(map(is_contract, contracts))


def _are_deals(deals: tuple[int, ...]) -> bool:
    return 1 <= len(deals) <= MOST_ROUNDS and all(0 < dealt <= MOST_DEALT for dealt in deals)


def _are_points(points: PointTable) -> bool:
    return _are_complete(points) and points.joker in CARD_VALUES


def _are_opening_values(values: OpeningValues) -> bool:
    low = values.low_ace
    return _are_complete(values) and (low is None or 0 <= low <= min(values.aces))


def _are_complete(values: PointTable | OpeningValues) -> bool:
    complete = len(values.ranks) == len(RANKS) - 1 and len(values.aces) == SUITS_OF_A_PACK
    return complete and all(value in CARD_VALUES for value in (*values.ranks, *values.aces))


def _are_jokers(jokers: tuple[int, ...]) -> bool:
    return len(jokers) == MOST_PACKS and all(0 <= count <= MOST_JOKERS for count in jokers)


def _are_larger_tables(tables: tuple[LargerTable, ...]) -> bool:
    players = [table.players for table in tables]
    return players == sorted(set(players)) and all(map(_is_larger_table, tables))


def _is_larger_table(table: LargerTable) -> bool:
    return (
        table.players in PLAYERS
        and 0 <= table.packs <= MOST_PACKS
        and 0 <= (table.jokers or 0) <= MOST_JOKERS
        and (not table.deals or _are_deals(table.deals))
    )


CONTRACTS = OwnValue(
    tuple[Contract, ...],
    _are_contracts,
    "The rounds of a game, each with what it takes to come down: %(value)s.",
    # Default deals, unless the house rules change the deals as well.
    follows=lambda contracts: (("deals", proposed_deals(contracts)),),
)
DEALS = OwnValue(tuple[int, ...], _are_deals, "Cards dealt to each, round by round: %(value)s.")
OPENING = OwnValue(
    int,
    lambda points: points in OPENINGS,
    "Your first melds must be worth at least %(value)s together.",
    (Code.OPENING_SHORT,),
)
OPENING_VALUES = OwnValue(
    OpeningValues,
    _are_opening_values,
    "To come down, cards count: %(value)s.",
)
JOKERS = OwnValue(
    tuple[int, ...], _are_jokers, "The {joker}s with 1, 2, 3, 4 and 5 packs: %(value)s."
)
POINTS = OwnValue(
    PointTable,
    _are_points,
    "You score the cards left in your hand: %(value)s.",
    (Code.POINTS_LOW, Code.POINTS_HIGH, Code.POINTS_GAP),
)
LARGER_TABLES = OwnValue(
    tuple[LargerTable, ...], _are_larger_tables, "Where more people play: %(value)s."
)
