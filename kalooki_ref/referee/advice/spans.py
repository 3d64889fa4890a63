"""The runs one suit's cards can make, each from one natural to another with jokers between.

For tables where jokers stand side by side and only the first cards of a run limit them. Not
here: which runs to choose (contract_lay), and runs as they grow (strands).
"""

from collections.abc import Sequence
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.holding import Counts

Span = tuple[int, int, int, int, int]
"""The price of the naturals in it, jokers it takes, first and last natural, and how many of each
rank it uses, five bits a rank."""

DIGIT = 5
MASK = (1 << DIGIT) - 1
_UNITS = tuple([1 << DIGIT * (place if place < HIGH_ACE else LOW_ACE) for place in range(15)])


class Spans(NamedTuple):
    """The runs a suit's cards can make, dearest first, and the price of the dearest unfit one.

    A run is unfit where no two naturals lie less than a shortest run apart; it could still be laid
    where another run lends it one. ``unfit`` is less than nothing where there is none.
    """

    fit: list[Span]
    unfit: int


def spans_of(cards: tuple[Counts, Counts], most_jokers: int, shortest: int) -> Spans:
    """Return every run with so many jokers at most; ``cards`` are counts and prices.

    A run of which two naturals lie less than a shortest run apart holds one fit to be laid; the
    rest is tacked on it. Sheet 000, on jokers laid and jokers tacked.
    """
    counts, prices = cards
    places = [place for place in range(LOW_ACE, HIGH_ACE + 1) if counts[place]]
    spans = []
    unfit = _emptiest(places, prices, most_jokers - shortest)
    for number, first in enumerate(places):
        value, used, before = prices[first], _UNITS[first], first
        gaps, is_fit = 0, False
        for place in places[number + 1 :]:
            gaps += place - before - 1
            if gaps > most_jokers or (place - first == HIGH_ACE - LOW_ACE and counts[place] < 2):
                break
            is_fit = is_fit or place - before < shortest
            value += prices[place]
            used += _UNITS[place]
            before = place
            jokers = gaps + max(0, shortest - 1 - place + first)
            if not is_fit:
                unfit = max(unfit, value)
            elif jokers <= most_jokers:
                spans.append((value, jokers, first, place, used))
    spans.sort(reverse=True)
    return Spans(spans, unfit)


def _emptiest(places: Sequence[int], prices: Counts, spare: int) -> int:
    """Return the price of the dearest run of one natural or none, where jokers are to spare."""
    if spare < -1:
        return -1
    return max([prices[place] for place in places], default=min(spare, 0))


def span_of(places: Sequence[int], prices: Counts, shortest: int) -> Span:
    """Return the run whose naturals fill certain places, low to high."""
    first, last = places[0], places[-1]
    jokers = max(shortest, last - first + 1) - len(places)
    value = sum([prices[place] for place in places])
    return value, jokers, first, last, sum([_UNITS[place] for place in places])


def without_span(counts: Counts, span: Span) -> Counts:
    """Return the counts less one of each natural that a run holds."""
    left = list(counts)
    for place in range(span[2], span[3] + 1):
        if left[place]:
            left[place] -= 1
            if place in (LOW_ACE, HIGH_ACE):
                left[HIGH_ACE + LOW_ACE - place] -= 1
    return tuple(left)


def used_of(rank: int, used: int) -> int:
    """Return how many naturals of a rank runs use, from the sum of what each uses."""
    return used >> DIGIT * rank & MASK
