"""Sort the cards of a run from low to high, whatever order they were given in.

Ranks are 1 (ace) to 13 (king), 0 for a joker. Places are 1 (low ace), 2 to 13 (king) and 14 (high
ace); cards of an invalid run past the ace have places beyond 14.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Cards
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.model import RuleSystem

_HIGH = Ace.HIGH
# Number of ranks after which they repeat.
CIRCLE = 13


class OrderedRun(NamedTuple):
    """The cards of a run from low to high.

    ``given`` are their indexes in the original order; None if that was already low to high.
    """

    cards: Cards
    given: tuple[int, ...] | None = None


def ordered_run(cards: Cards, system: RuleSystem) -> OrderedRun:
    """Return the cards of a run in reading order.

    Naturals alone are sorted into their best order. With jokers, cards given in ascending or
    descending order are read that way; a single natural is read low to high if possible, else high
    to low. Otherwise the naturals are sorted and the jokers keep their indexes.
    """
    order = _reading_order(cards, system)
    return OrderedRun(cards) if order is None else OrderedRun(_picked(cards, order), order)


def low_to_high(cards: Cards, system: RuleSystem) -> Cards:
    """Return the cards of a run in reading order, low to high.

    >>> from kalooki_ref.cards import cards_text, parse_cards
    >>> from kalooki_ref.rules.standard import STANDARD
    >>> cards_text(low_to_high(parse_cards("8S 7S 6S 5S"), STANDARD))
    '5S 6S 7S 8S'
    >>> cards_text(low_to_high(parse_cards("AS 10S JS QS KS"), STANDARD))
    '10S JS QS KS AS'
    """
    return ordered_run(cards, system).cards


def whole_suit_orders(run: Cards, system: RuleSystem) -> tuple[Cards, ...]:
    """Return the possible orders of a legal run that is listed low to high.

    Only a complete suit of naturals has more than one: the ace may be at either end.
    """
    if len(run) != CIRCLE or system.ace is _HIGH or not all(card.rank for card in run):
        return (run,)
    rising = tuple(sorted(run, key=lambda card: card.rank))
    return rising, rising[1:] + rising[:1]


def longest_run(system: RuleSystem) -> int:
    """Return the maximum length of a run: 14 with an ace at each end, else 13."""
    both = system.ace is not _HIGH and system.ace_at_both_ends
    return HIGH_ACE if both else HIGH_ACE - LOW_ACE


def is_on_the_line(start: int, length: int) -> bool:
    """Whether ``length`` cards from this place fit between the low and the high ace."""
    return start >= LOW_ACE and start + length - 1 <= HIGH_ACE


def agreed_start(ranks: Sequence[int]) -> int:
    """Return the first card's place (1 to 13) if all naturals imply the same one, else 0.

    ``ranks`` are listed low to high, 0 for a joker.
    """
    first = -1
    for place, rank in enumerate(ranks):
        if rank:
            start = (rank - place - 1) % CIRCLE
            if first >= 0 and start != first:
                return 0
            first = start
    return first + 1


def likely_start(ranks: Sequence[int]) -> int:
    """Return the first card's place (1 to 13) implied by most naturals; 0 without naturals."""
    votes = _votes(ranks)
    most = max(votes)
    return votes.index(most) + 1 if most else 0


def _picked(cards: Cards, order: Sequence[int]) -> Cards:
    return tuple(cards[i] for i in order)


def _reading_order(cards: Cards, system: RuleSystem) -> tuple[int, ...] | None:
    """Return the indexes of the cards from low to high; None if they are given that way."""
    ranks = [card.rank for card in cards]
    start = agreed_start(ranks)
    if start and _may_begin(start, ranks, system):
        return None
    ranks_back = ranks[::-1]
    start_back = agreed_start(ranks_back)
    back = tuple(range(len(ranks) - 1, -1, -1))
    if start_back and _may_begin(start_back, ranks_back, system):
        return back
    if ranks and 0 not in ranks:
        return _best_order(cards, system)
    found = None if _lies_one_way(ranks, system) else _sorted_around_jokers(ranks, system)
    if found or start:
        return found
    return back if start_back or max(_votes(ranks_back)) > max(_votes(ranks)) else None


def _may_begin(start: int, ranks: list[int], system: RuleSystem) -> bool:
    """Whether cards in this order are to be read as a run that starts at this place."""
    count = len(ranks)
    jokers = ranks.count(0)
    if not jokers:
        # Fewer cards than a whole suit are consecutive in one order only, legal or not.
        return count < CIRCLE or _is_possible(start, count, system)
    if count - jokers == 1:
        return _is_possible(start, count, system)
    is_high_only = start == LOW_ACE and system.ace is _HIGH
    return (is_on_the_line(start, count) and not is_high_only) or _lies_one_way(ranks, system)


def _is_possible(start: int, count: int, system: RuleSystem) -> bool:
    """Whether a run of ``count`` cards can start at this place."""
    if not is_on_the_line(start, count) or (start == LOW_ACE and system.ace is _HIGH):
        return False
    return count < HIGH_ACE or longest_run(system) == HIGH_ACE


def _best_order(cards: Cards, system: RuleSystem) -> tuple[int, ...]:
    """Return the indexes of naturals in the order with the fewest faults.

    The result does not depend on the order given.
    """
    suits = [card.suit for card in cards]
    rising = sorted(
        range(len(cards)),
        key=lambda i: (cards[i].rank, -suits.count(suits[i]), str(suits[i])),
    )
    ranks = [cards[i].rank for i in rising]
    starts = range(LOW_ACE, HIGH_ACE)
    faults = [_faults_from(start, ranks, system) for start in starts]
    least = min(faults)
    orders = [_placed_from(start, ranks) for start in starts if faults[start - 1] == least]
    best = min(orders, key=lambda order: _falls([ranks[i] for i in order]))
    return tuple(rising[i] for i in best)


def _faults_from(start: int, ranks: list[int], system: RuleSystem) -> tuple[int, int]:
    """Return the number of faults of naturals as a run from this place, and of stray cards."""
    count = len(ranks)
    strays = [ranks.count((start + i - 1) % CIRCLE + 1) <= i // CIRCLE for i in range(count)]
    return sum(strays) + int(not _is_possible(start, count, system)), sum(strays)


def _placed_from(start: int, ranks: list[int]) -> list[int]:
    """Return the indexes of ascending ranks as a run from this place; stray cards fill the gaps."""
    left = list(range(len(ranks)))
    placed: list[int | None] = []
    for place in range(start, start + len(ranks)):
        fitting = [i for i in left if ranks[i] % CIRCLE == place % CIRCLE]
        placed.append(fitting[0] if fitting else None)
        left = [i for i in left if i not in fitting[:1]]
    strays = iter(left)
    return [next(strays) if i is None else i for i in placed]


def _lies_one_way(ranks: Sequence[int], system: RuleSystem) -> bool:
    """Whether the naturals are ascending or descending; 0 is a joker.

    The ace is low or high, where the rules let it be low.
    """
    naturals = [rank for rank in ranks if rank]
    if system.ace is _HIGH:
        naturals = [HIGH_ACE if rank == LOW_ACE else rank for rank in naturals]
    return bool(naturals) and not (_falls(naturals) and _falls(naturals[::-1]))


def _falls(ranks: Sequence[int]) -> int:
    """Return the number of descents; an ace is high in the last position, else low."""
    last = len(ranks) - 1
    places = [HIGH_ACE if rank == LOW_ACE and i == last else rank for i, rank in enumerate(ranks)]
    return sum([low >= high for low, high in pairwise(places)])


def _sorted_around_jokers(ranks: list[int], system: RuleSystem) -> tuple[int, ...] | None:
    """Return the indexes of the naturals sorted into a run around the fixed jokers, or None."""
    naturals = sorted(rank % CIRCLE for rank in ranks if rank)
    there, count = range(len(ranks)), len(ranks)
    for places in (tuple(there), tuple(reversed(there))):
        for start in range(LOW_ACE, HIGH_ACE + 1):
            due = {place: (start + i) % CIRCLE for i, place in enumerate(places)}
            wanted = sorted(due[place] for place in there if ranks[place])
            if wanted == naturals and _is_possible(start, count, system):
                return _filled(ranks, places, due)
    return None


def _filled(ranks: list[int], places: tuple[int, ...], due: dict[int, int]) -> tuple[int, ...]:
    """Return the index of the given card for each place of the row, low to high."""
    given = {rank % CIRCLE: place for place, rank in enumerate(ranks) if rank}
    spare = [place for place, rank in enumerate(ranks) if rank == LOW_ACE]
    return tuple(
        place if not ranks[place] else spare.pop(0) if due[place] == LOW_ACE else given[due[place]]
        for place in places
    )


def _votes(ranks: Sequence[int]) -> list[int]:
    votes = [0] * CIRCLE
    for place, rank in enumerate(ranks):
        if rank:
            votes[(rank - place - 1) % CIRCLE] += 1
    return votes
