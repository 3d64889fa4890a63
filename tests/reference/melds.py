"""Sets and runs; a run is read by trying every possible sequence of ranks."""

from itertools import pairwise, product

from tests.reference.cards import JOKER, every_card, naturals, rank, suits
from tests.reference.rules import Rules, number, run_min, set_min

# The ranks of a run from low to high: 1 is an ace below the two, 14 one above the king.
Row = tuple[int, ...]


def rows(length: int, rules: Rules) -> list[Row]:
    """Return every sequence of ``length`` ranks that a run may have, from low to high."""
    lowest = 1 if rules["ace"] == "both" else 2
    found = [tuple(range(low, low + length)) for low in range(lowest, 16 - length)]
    if rules["ace_at_both_ends"] == "no":
        return [row for row in found if not {1, 14} <= set(row)]
    return found


def lies_one_way(cards: list[str], rules: Rules) -> bool:
    """Whether the natural cards are monotonic, with each ace high, or low where that is allowed."""
    aces = (14,) if rules["ace"] == "high" else (1, 14)
    ranks = [aces if rank(card) == 1 else (rank(card),) for card in naturals(cards)]
    return any(
        all(a < b for a, b in pairwise(way)) or all(a > b for a, b in pairwise(way))
        for way in product(*ranks)
    )


# A run's cards low to high, their row, and whether they were listed high to low.
Reading = tuple[list[str], Row, bool]


def reading(cards: list[str], rules: Rules) -> Reading | None:
    """Return the reading of a run; None if there is none."""
    return next(iter(readings(cards, rules)), None)


def readings(cards: list[str], rules: Rules) -> list[Reading]:
    """Return every reading of a run; a whole suit has its ace low or high.

    Natural cards alone are sorted. With jokers, monotonic natural cards are read in their
    direction; otherwise they are sorted, and jokers keep their places. A single natural card is
    read low to high if possible, else high to low.
    """
    real = naturals(cards)
    if not real or len({card[-1] for card in real}) > 1:
        return []
    if len(real) == len(cards):
        return sorted_readings(cards, rules)
    for row in rows(len(cards), rules):
        if fits(cards, row):
            return [(cards, row, False)]
    for row in rows(len(cards), rules):
        if fits(cards[::-1], row):
            return [(cards[::-1], row, True)]
    return [] if lies_one_way(cards, rules) else sorted_readings(cards, rules)[:1]


def fits(cards: list[str], row: Row) -> bool:
    return all(
        card == JOKER or rank(card) % 13 == r % 13 for card, r in zip(cards, row, strict=True)
    )


def sorted_readings(cards: list[str], rules: Rules) -> list[Reading]:
    """Return the runs made of the sorted natural cards, with jokers in their places."""
    wanted = sorted(rank(card) % 13 for card in naturals(cards))
    by_rank = {rank(card) % 13: card for card in naturals(cards)}
    found: list[Reading] = []
    for turned in (False, True) if JOKER in cards else (False,):
        listed = cards[::-1] if turned else cards
        for row in rows(len(cards), rules):
            places = [r % 13 for card, r in zip(listed, row, strict=True) if card != JOKER]
            if sorted(places) == wanted:
                put = [
                    JOKER if card == JOKER else by_rank[r % 13]
                    for card, r in zip(listed, row, strict=True)
                ]
                found.append((put, row, turned))
    return found


def is_set(cards: list[str], rules: Rules, *, laid_now: bool) -> bool:
    real = naturals(cards)
    most = number(rules, "set_max")
    own_suits = [card[-1] for card in real]
    return (
        len(cards) >= set_min(rules)
        and (most is None or len(cards) <= most)
        and len({rank(card) for card in real}) == 1
        and len(real) >= int(rules["set_min_naturals"])
        and (rules["set_suits_differ"] == "no" or len(set(own_suits)) == len(own_suits))
        and (rules["set_suits_differ"] == "no" or len(cards) <= len(suits(rules)))
        and jokers_allowed(cards, rules["set_joker_cap"], laid_now=laid_now)
    )


def is_run(cards: list[str], rules: Rules, *, laid_now: bool) -> bool:
    read = reading(cards, rules)
    return read is not None and is_run_lying(read[0], rules, laid_now=laid_now)


def is_run_lying(cards: list[str], rules: Rules, *, laid_now: bool) -> bool:
    """Whether a sequence satisfies the limits on its length and jokers."""
    beside = any(a == b == JOKER for a, b in pairwise(cards))
    most = number(rules, "run_max")
    return (
        len(cards) >= run_min(rules)
        and (most is None or len(cards) <= most)
        and len(naturals(cards)) >= int(rules["run_min_naturals"])
        and not (beside and rules["jokers_side_by_side"] == "no")
        and jokers_allowed(cards, rules["run_joker_cap"], laid_now=laid_now)
    )


def jokers_allowed(cards: list[str], cap: str, *, laid_now: bool) -> bool:
    few = cards.count(JOKER) <= len(naturals(cards))
    return few or cap == "never" or (cap == "lay" and not laid_now)


def is_meld(meld: Rules, rules: Rules, *, laid_now: bool = True) -> bool:
    judge = is_set if meld["as"] == "set" else is_run
    if not {*meld["cards"]} <= {*every_card(rules), JOKER}:
        return False
    return judge(list(meld["cards"]), rules, laid_now=laid_now)


def value(meld: Rules, rules: Rules) -> int:
    """Return a meld's points towards an opening; a joker counts as the card it represents.

    A whole suit counts in its best order, with the ace high (R-ALL-6).
    """
    cards = list(meld["cards"])
    if meld["as"] == "set":
        own_rank = rank(naturals(cards)[0])
        return len(cards) * worth(14 if own_rank == 1 else own_rank, rules)
    return max(sum(worth(r, rules) for r in row) for _, row, _ in readings(cards, rules))


def worth(rank_: int, rules: Rules) -> int:
    """Return a card's points towards an opening, where aces of all suits are worth the same.

    Rank 1 is an ace below the two, 14 any other.
    """
    own = rules.get("opening_values")
    if own is None:
        return 11 if rank_ == 14 else min(rank_, 10)
    if rank_ == 1:
        return own.get("low_ace", own["aces"][0])
    return own["aces"][0] if rank_ == 14 else own["ranks"][rank_ - 2]
