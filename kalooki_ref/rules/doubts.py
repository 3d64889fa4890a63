"""Warnings about rules that are valid but hard to play."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki_ref.rules.model import RuleSystem

OUT_OF_REACH = (
    "Round %(number)s asks for %(needed)s cards, and with every call a hand has only %(held)s to "
    "lay."
)
OUT_OF_REACH_UNCALLED = (
    "Round %(number)s asks for %(needed)s cards, and a hand has only %(held)s to lay."
)
NEEDS_CALLS = "Round %(number)s asks for %(needed)s cards, and each player is dealt %(dealt)s."
POINTS_OUT_OF_REACH = (
    "A hand has only %(held)s to lay, which can’t be worth the %(needed)s points of the opening."
)
STOCK_RUNS_OUT = (
    "In round %(number)s with %(players)s players the deal leaves a stock of %(left)s, fewer than "
    "two cards for each."
)
# All reasons (English msgids).
DOUBTS = (OUT_OF_REACH, OUT_OF_REACH_UNCALLED, NEEDS_CALLS, POINTS_OUT_OF_REACH, STOCK_RUNS_OUT)
# How often each player should be able to draw in a round, at least.
FEWEST_DRAWS = 2


@dataclass(frozen=True, slots=True)
class Doubt:
    """A field that makes a round hard to play, the reason (an English msgid) and its numbers."""

    field: str
    number: int
    reason: str
    values: tuple[tuple[str, int], ...]


def doubts_about(system: RuleSystem) -> Iterator[Doubt]:
    """Yield the warnings in order of rounds; in each, about the contract first, then the stock."""
    for number in range(1, (len(system.contracts) or 1) + 1):
        yield from _contract_doubts(system, number)
        yield from _stock_doubts(system, number)


def can_hold_opening(system: RuleSystem, number: int, cards: int) -> bool:
    """Return whether the best hand of this size can come down in round ``number``.

    Of an opening in points, every card is taken to be worth as much as the highest one. Where going
    out opens, any hand can.
    """
    contract = system.contract_of(number)
    if contract is not None:
        return contract.cards <= cards
    values = system.opening_values
    worth = cards * max(*values.ranks, *values.aces)
    return system.going_out_opens or system.opening_of(number) <= worth


def _contract_doubts(system: RuleSystem, number: int) -> Iterator[Doubt]:
    """Yield a warning if the deal, one draw and all calls hardly provide what a round asks for."""
    contract = system.contract_of(number)
    spare = 1 - int(system.in_round(number).final_discard)
    players = range(system.min_players, system.max_players + 1)
    dealt = min(system.at_table(count).deal_of(number) for count in players)
    calls = system.max_calls if system.calling else 0
    most = None if calls is None else dealt + system.cards_per_call * calls
    if contract is None:
        # Melds on the board help, and jokers taken from them.
        if most is not None and not (
            system.builders_open or can_hold_opening(system, number, most + spare)
        ):
            needed = system.opening_of(number)
            yield _doubt(POINTS_OUT_OF_REACH, number, needed=needed, held=most + spare)
    elif most is not None and contract.cards > most + spare:
        reason = OUT_OF_REACH if calls else OUT_OF_REACH_UNCALLED
        yield _doubt(reason, number, needed=contract.cards, held=most + spare)
    elif contract.cards > dealt + spare:
        yield _doubt(NEEDS_CALLS, number, needed=contract.cards, dealt=dealt)


def _stock_doubts(system: RuleSystem, number: int) -> Iterator[Doubt]:
    """Yield a warning with the smallest number of players for whom the stock runs out too soon."""
    for players in range(system.min_players, system.max_players + 1):
        left = system.stock_after_deal(players, number)
        if left < FEWEST_DRAWS * players:
            yield _doubt(STOCK_RUNS_OUT, number, players=players, left=left)
            return


def _doubt(reason: str, number: int, **values: int) -> Doubt:
    return Doubt("deals", number, reason, (("number", number), *values.items()))
