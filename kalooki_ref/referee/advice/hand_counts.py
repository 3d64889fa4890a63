"""A hand as a multiset of cards, with the price of each card left over."""

from collections.abc import Iterable
from dataclasses import dataclass

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, RANKS, Card
from kalooki_ref.referee.inventory import most_of_each
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.model import RuleSystem

# Number of cards at each place of one suit: the ace is at indexes 1 and 14; 0 is unused.
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandCounts:
    """A hand as counts, one tuple per suit in the order of the system's suits.

    ``prices`` are the costs of leaving a card, by suit and place, in points times ``scale``. A card
    worth no points costs 1, so that going out is always cheaper; ``scale`` is larger than the sum
    of these.
    """

    counts: tuple[Counts, ...]
    jokers: int
    prices: tuple[Counts, ...]
    joker_price: int
    scale: int
    # Bit mask of the places present in each suit: bits 1 and 14 are the ace.
    masks: tuple[int, ...]
    # Number of naturals by rank, over all suits; index 0 is unused.
    totals: tuple[int, ...]


def count_cards(cards: Iterable[Card], system: RuleSystem) -> HandCounts:
    """Count a hand. Raises KeyError for a suit that is not in the system's pack."""
    rows = {suit: [0] * (HIGH_ACE + 1) for suit in system.suits}
    masks = dict.fromkeys(system.suits, 0)
    totals = [0] * HIGH_ACE
    for card in cards:
        rank, suit = card.rank, card.suit
        totals[rank] += 1
        if suit is not None:
            rows[suit][rank] += 1
            masks[suit] |= 1 << rank
    jokers, totals[0] = totals[0], 0
    for suit, row in rows.items():
        if row[LOW_ACE]:
            row[HIGH_ACE] = row[LOW_ACE]
            masks[suit] |= 1 << HIGH_ACE
    counts = tuple(tuple(row) for row in rows.values())
    prices, joker, scale = _prices(counts, jokers, system)
    return HandCounts(counts, jokers, prices, joker, scale, tuple(masks.values()), tuple(totals))


def _prices(
    counts: tuple[Counts, ...], jokers: int, system: RuleSystem
) -> tuple[tuple[Counts, ...], int, int]:
    """Return the prices of cards and of a joker, and the scale."""
    prices, joker = point_rows(system), system.points.joker
    pairs = zip(counts, prices, strict=True)
    free = sum([row[place] for row, worth in pairs for place in RANKS if not worth[place]])
    if not joker:
        # All jokers of the board may end up in the hand.
        free += jokers + most_of_each(system).jokers
    if not free:
        return prices, joker, 1
    scale = free + 1
    scaled = tuple(tuple(max(1, price * scale) for price in row) for row in prices)
    return scaled, max(1, joker * scale), scale


def point_rows(system: RuleSystem) -> tuple[Counts, ...]:
    """Return the points of cards by suit and place, indexed like the counts."""
    ranks = system.points.ranks
    return tuple((0, ace, *ranks, ace) for ace in system.points.aces)


def opening_rows(system: RuleSystem) -> tuple[Counts, ...]:
    """Return what cards count toward an opening by suit and place, indexed like the counts."""
    values, low = system.opening_values, system.opening_values.low_ace
    return tuple((0, ace if low is None else low, *values.ranks, ace) for ace in values.aces)


def rank_at(place: int) -> int:
    """Return the rank at a place; places 1 and 14 are both the ace."""
    return LOW_ACE if place == HIGH_ACE else place


def first_place(system: RuleSystem) -> int:
    """Return the lowest place of a run: the ace, or the two where aces are high only."""
    return LOW_ACE if system.ace is Ace.BOTH else LOW_ACE + 1
