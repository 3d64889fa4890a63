"""Put the cards of a run in order, low to high, however they were named.

Ranks are 1 (ace) to 13 (king), 0 for a joker. Places go from 1 (low ace) over 2 to 13 (king) to
14 (high ace); a run that goes on past the ace is given places beyond 14.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Cards
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.model import RuleSystem

_HIGH = Ace.HIGH
# Ranks before they begin again.
CIRCLE = 13


class OrderedRun(NamedTuple):
    """The cards of a run from low to high.

    ``given`` is the index of each among the cards given; None if they were given in this order.
    """

    cards: Cards
    given: tuple[int, ...] | None = None


def ordered_run(cards: Cards, system: RuleSystem) -> OrderedRun:
    """Return the cards of a run in the order in which they are read.

    Real cards alone are put in their best order. With jokers among them, real cards that lie in
    one direction are read in it; a lone one is read low to high if that is possible, else high to
    low; and if they lie in no direction they are sorted, while jokers keep their index.
    """
    order = _reading_order(cards, system)
    return OrderedRun(cards) if order is None else OrderedRun(_picked(cards, order), order)


def low_to_high(cards: Cards, system: RuleSystem) -> Cards:
    """Return the cards of a run as they are read, low to high.

    >>> from kalooki_ref.cards import cards_text, parse_cards
    >>> from kalooki_ref.rules.standard import STANDARD
    >>> cards_text(low_to_high(parse_cards("8S 7S 6S 5S"), STANDARD))
    '5S 6S 7S 8S'
    >>> cards_text(low_to_high(parse_cards("AS 10S JS QS KS"), STANDARD))
    '10S JS QS KS AS'
    """
    return ordered_run(cards, system).cards


def whole_suit_orders(run: Cards, system: RuleSystem) -> tuple[Cards, ...]:
    """Return the orders in which a legal run, low to high, may lie.

    There is one, except for a whole suit of real cards, which may have its ace at either end.
    """
    if len(run) != CIRCLE or system.ace is _HIGH or not all(card.rank for card in run):
        return (run,)
    rising = tuple(sorted(run, key=lambda card: card.rank))
    return rising, rising[1:] + rising[:1]


def longest_run(system: RuleSystem) -> int:
    """Return how many cards a run can hold: 14 with an ace at each end, else 13."""
    both = system.ace is not _HIGH and system.ace_at_both_ends
    return HIGH_ACE if both else HIGH_ACE - LOW_ACE


def is_on_the_line(start: int, length: int) -> bool:
    """Whether ``length`` cards from this place on fit between the low and the high ace."""
    return start >= LOW_ACE and start + length - 1 <= HIGH_ACE


def agreed_start(ranks: Sequence[int]) -> int:
    """Return the place of the first card (1 to 13) when every natural agrees on it, else 0.

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
    """Return the place of the first card (1 to 13) that most naturals agree on; 0 without any."""
    votes = _votes(ranks)
    most = max(votes)
    return votes.index(most) + 1 if most else 0


def _picked(cards: Cards, order: Sequence[int]) -> Cards:
    return tuple(cards[i] for i in order)


def _reading_order(cards: Cards, system: RuleSystem) -> tuple[int, ...] | None:
    """Return the indexes of the cards from low to high; None if they lie so already."""
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
    found = None if _lies_one_way(ranks) else _sorted_around_jokers(ranks, system)
    if found or start:
        return found
    return back if start_back or max(_votes(ranks_back)) > max(_votes(ranks)) else None


def _may_begin(start: int, ranks: list[int], system: RuleSystem) -> bool:
    """Whether cards that agree on this place for the first are read from there."""
    count = len(ranks)
    jokers = ranks.count(0)
    if not jokers:
        # Fewer than a whole suit follow each other in one order only, legal or not.
        return count < CIRCLE or _is_possible(start, count, system)
    if count - jokers == 1:
        return _is_possible(start, count, system)
    return is_on_the_line(start, count) or _lies_one_way(ranks)


def _is_possible(start: int, count: int, system: RuleSystem) -> bool:
    """Whether a run of ``count`` cards may begin at this place."""
    if not is_on_the_line(start, count) or (start == LOW_ACE and system.ace is _HIGH):
        return False
    return count < HIGH_ACE or longest_run(system) == HIGH_ACE


def _best_order(cards: Cards, system: RuleSystem) -> tuple[int, ...]:
    """Return the indexes of real cards in the order with the fewest faults.

    It depends on the cards only, not on the order given.
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
    """Return how many faults real cards have as a run from this place, and how many stray cards."""
    count = len(ranks)
    strays = [ranks.count((start + i - 1) % CIRCLE + 1) <= i // CIRCLE for i in range(count)]
    return sum(strays) + int(not _is_possible(start, count, system)), sum(strays)


def _placed_from(start: int, ranks: list[int]) -> list[int]:
    """Return the indexes of rising ranks as a run from this place; stray cards fill the gaps."""
    left = list(range(len(ranks)))
    placed: list[int | None] = []
    for place in range(start, start + len(ranks)):
        fitting = [i for i in left if ranks[i] % CIRCLE == place % CIRCLE]
        placed.append(fitting[0] if fitting else None)
        left = [i for i in left if i not in fitting[:1]]
    strays = iter(left)
    return [next(strays) if i is None else i for i in placed]


def _lies_one_way(ranks: Sequence[int]) -> bool:
    """Whether the naturals rise all along, or fall, an ace low or high; 0 stands for a joker."""
    naturals = [rank for rank in ranks if rank]
    return bool(naturals) and not (_falls(naturals) and _falls(naturals[::-1]))


def _falls(ranks: Sequence[int]) -> int:
    """Return how often ranks do not rise, an ace taken for low at the start, high at the end."""
    last = len(ranks) - 1
    places = [HIGH_ACE if rank == LOW_ACE and i == last else rank for i, rank in enumerate(ranks)]
    return sum([low >= high for low, high in pairwise(places)])


def _sorted_around_jokers(ranks: list[int], system: RuleSystem) -> tuple[int, ...] | None:
    """Return the indexes in the order that makes a run of them, jokers where they are."""
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
    """Return for each place of the row, low to high, which of the given cards is there."""
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
