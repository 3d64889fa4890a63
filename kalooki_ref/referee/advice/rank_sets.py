"""The sets that ranks make once the runs have taken theirs, where a set is never full.

Not here: which runs to lay (contract_lay), and sets that fill up (groups).
"""

from collections.abc import Sequence

Offer = tuple[int, int, int]
"""The price of the cards a set takes, the jokers it needs beyond them, and its rank."""

Rest = tuple[int, int, int, int]
"""A rank, its naturals in the hand, those the runs left, and what the left ones cost."""

NONE: tuple[int, ...] = ()


def offers_of(rests: Sequence[Rest], size: int) -> list[Offer]:
    """Return a first and further sets of each rank: the dearest first, then those with few jokers.

    A set whose naturals a run has taken gets them back for a joker each, down to half its size.
    """
    offers = []
    for rank, naturals, left, price in rests:
        before = 0
        for number in range(1, naturals // least_of(size) + 1):
            need = max(0, size * number - left)
            offers.append((price if number == 1 else 0, need - before, rank))
            before = need
    offers.sort(key=lambda offer: (-offer[0], offer[1]))
    return offers


def least_of(size: int) -> int:
    """Return the fewest naturals of a set of a size: no more jokers than naturals."""
    return (size + 1) // 2


def best_sets(
    offers: Sequence[Offer], most: int, jokers: int, skipped: tuple[int, ...] = NONE
) -> tuple[int, tuple[int, ...]] | None:
    """Return the most that so many sets take, and their ranks; None where there are too few."""
    chosen = [offer for offer in offers if offer[1] <= jokers and offer[2] not in skipped]
    if len(chosen) < most:
        return None
    dearest = chosen[:most]
    if sum([need for _, need, _ in dearest]) <= jokers:
        return sum([price for price, _, _ in dearest]), tuple([rank for _, _, rank in dearest])
    return _closer(chosen, most, jokers)


def _closer(offers: Sequence[Offer], most: int, jokers: int) -> tuple[int, tuple[int, ...]] | None:
    """Return the same where the dearest sets take more jokers than there are."""
    ways: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, NONE)}
    for price, need, rank in offers:
        for (sets, used), (value, ranks) in list(ways.items()):
            key = (sets + 1, used + need)
            if key[0] > most or key[1] > jokers:
                continue
            if key not in ways or ways[key][0] < value + price:
                ways[key] = (value + price, (*ranks, rank))
    full = [way for (sets, _), way in ways.items() if sets == most]
    return max(full) if full else None
