"""What one rank gives to runs and to sets, and what it leaves in hand.

Sets take all that no run does. Not here: which runs lie there (contract_places).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kalooki_ref.cards import LOW_ACE
from kalooki_ref.referee.advice.contract_ages import shared_out
from kalooki_ref.referee.advice.contract_later import Sizes
from kalooki_ref.referee.advice.contract_plan import Row
from kalooki_ref.referee.advice.rank_sets import least_of

Share = tuple[int, ...]
"""So many naturals of each suit that makes runs."""


class Free(NamedTuple):
    """The naturals of a rank that may lie in runs: of each suit, and altogether.

    ``spare`` are those that sets do without, less than nothing where they want jokers; each one
    more that lies in a run costs a set a joker.
    """

    by_suit: Share
    total: int
    spare: int
    is_set: bool = False


class Outcome(NamedTuple):
    """What naturals in runs and sets leave of a place.

    ``lost`` is the price of what stays in hand; ``saved`` what throwing one card here takes off
    that: the dearest left, or nothing where a set can spare one; None where no card is left over.
    ``aces`` is what the low place leaves for the high one, None elsewhere.
    """

    jokers: int
    lost: int
    saved: int | None
    aces: Free | None


class Rank:
    """The naturals of one place: of the suits that make runs, and altogether."""

    def __init__(self, place: int, rows: Sequence[Row], suits: Sequence[int]) -> None:
        self.place = place
        self.counts = tuple([rows[suit][0][place] for suit in suits])
        self.prices = tuple([rows[suit][1][place] for suit in suits])
        self.total = sum([counts[place] for counts, _ in rows])
        others = [row for suit, row in enumerate(rows) if suit not in suits]
        self.lost = sum([counts[place] * prices[place] for counts, prices in others])
        """The price of the suits that make no runs."""
        self.dear = max([0, *[prices[place] for counts, prices in others if counts[place]]])


class Offer:
    """So many sets of a rank, none or more, and what is free for runs beside them."""

    def __init__(self, rank: Rank, sets: int, free: Free) -> None:
        self.sets = sets
        self.shares = _shares(free)
        self.jokers = max(0, -free.spare)
        """The jokers it takes at least."""
        self._rank, self._free = rank, free
        prices = zip(free.by_suit, rank.prices, strict=True)
        self.price = 0 if free.is_set else sum([naturals * price for naturals, price in prices])
        """What the naturals cost that no set takes."""
        self._outcomes: dict[Share, Outcome] = {}

    def outcome(self, taken: Share) -> Outcome:
        """Return what comes of so many naturals lying in runs."""
        known = self._outcomes.get(taken)
        if known is None:
            known = self._outcomes[taken] = self._new_outcome(taken)
        return known

    def _new_outcome(self, taken: Share) -> Outcome:
        """Return the outcome; what stays in hand of the aces is counted at the high place."""
        free, rank = self._free, self._rank
        spare = free.spare - sum(taken)
        jokers = max(0, -spare) if free.is_set else 0
        if rank.place == LOW_ACE:
            left = tuple([count - used for count, used in zip(free.by_suit, taken, strict=True)])
            aces = Free(left, free.total - sum(taken), max(0, spare), free.is_set)
            return Outcome(jokers, 0, None, aces)
        if free.is_set:
            return Outcome(jokers, 0, 0 if spare > 0 else None, None)
        lost, dear = rank.lost, rank.dear
        for count, used, price in zip(free.by_suit, taken, rank.prices, strict=True):
            if count > used:
                lost += (count - used) * price
                dear = max(dear, price)
        return Outcome(jokers, lost, dear or None, None)


def offers_of(rank: Rank, sizes: Sizes) -> Iterator[Offer]:
    """Yield every number of sets that a rank can make, from none on."""
    yield Offer(rank, 0, Free(rank.counts, rank.total, rank.total))
    least = least_of(sizes.set)
    for sets in range(1, min(sizes.sets, rank.total // least) + 1):
        left, spare = rank.total - least * sets, rank.total - sizes.set * sets
        yield Offer(rank, sets, Free(rank.counts, left, spare, is_set=True))


def _shares(free: Free) -> list[Share]:
    """Return how the naturals that may lie in runs can be shared out among the suits."""
    return shared_out(min(free.total, sum(free.by_suit)), free.by_suit)
