"""What cards are worth, and which sums a hand of so many cards can come to.

Not here: doubling, fines and bonuses (referee.scoring).
"""

from collections.abc import Iterable

from kalooki_ref.cards import LOW_ACE, RANKS, Card, Pack
from kalooki_ref.rules.model import RuleSystem


def card_points(card: Card, system: RuleSystem) -> int:
    """Return what a card left in hand costs, in points (000, 001, 003, 004: the value table; 002).

    Raises ValueError for an ace of a suit that the system does not play with.
    """
    if card.suit is None:
        return system.points.joker
    if card.rank == LOW_ACE:
        return system.points.aces[system.suits.index(card.suit)]
    return system.points.ranks[card.rank - RANKS[1]]


def hand_points(cards: Iterable[Card], system: RuleSystem) -> int:
    """Return what these cards cost together, in points, before any doubling or fine."""
    return sum(card_points(card, system) for card in cards)


def least_points(count: int, pack: Pack, system: RuleSystem) -> int:
    """Return the cheapest hand of ``count`` cards that the pack holds, in points (section F14)."""
    return sum(_values(pack, system)[:count])


def most_points(count: int, pack: Pack, system: RuleSystem) -> int:
    """Return the dearest hand of ``count`` cards that the pack holds, in points (section F14)."""
    return sum(_values(pack, system)[::-1][:count])


def reachable_points(sizes: Iterable[int], pack: Pack, system: RuleSystem) -> tuple[int, ...]:
    """Return every sum, rising, that a hand of one of these sizes can come to.

    >>> from kalooki_ref.rules.systems import system_of
    >>> reachable_points([1], Pack(system_of("kooky").suits, 2, 8), system_of("kooky"))
    (0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 50)
    """
    wanted = [size for size in sizes if 0 <= size <= pack.size]
    sums = _sums_by_size(_values(pack, system), max(wanted, default=0))
    reached = 0
    for size in wanted:
        reached |= sums[size]
    digits = bin(reached)[:1:-1]
    return tuple(points for points, digit in enumerate(digits) if digit == "1")


def _values(pack: Pack, system: RuleSystem) -> list[int]:
    """Return the worth of every card in the pack, cheapest first."""
    values = [system.points.joker] * pack.jokers
    for suit in pack.suits:
        for rank in RANKS:
            values += [card_points(Card(rank, suit), system)] * pack.copies
    return sorted(values)


def _sums_by_size(values: list[int], largest: int) -> list[int]:
    """Return each size's sums as bits, up to ``largest`` cards: bit 7 is set where 7 can be."""
    sums = [1] + [0] * largest
    for value in values:
        for size in range(largest, 0, -1):
            sums[size] |= sums[size - 1] << value
    return sums
