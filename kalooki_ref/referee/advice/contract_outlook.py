"""The most that a contract's runs can still save, from each suit on.

Not here: the runs themselves (spans), and choosing among them (contract_lay).
"""

from collections.abc import Sequence

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.holding import Counts
from kalooki_ref.referee.advice.spans import Span

NEVER = -(1 << 20)
"""What a share of runs or jokers that cannot be made saves: less than any other."""

Table = list[list[int]]
"""The most saved, by how many runs and how many jokers at most."""


def most_ahead(
    spans: Sequence[list[Span]], prices: Sequence[int], most: tuple[int, int]
) -> list[Table]:
    """Return for each suit what so many runs of it and the suits after it can save at most.

    ``spans`` and ``prices`` are the runs each suit can make and what its cards cost; ``most`` are
    the runs and the jokers there can be. Runs of one suit may share cards here, but never save
    more than the suit holds.
    """
    runs, jokers = most
    none = [0] * (jokers + 1)
    after: Table = [none] + [[NEVER] * (jokers + 1) for _ in range(runs)]
    tables = [after]
    for found, price in zip(reversed(spans), reversed(prices), strict=True):
        if found:
            after = _joined(_suit_table(found, price, most), after)
        tables.append(after)
    tables.reverse()
    return tables


def price_of(cards: tuple[Counts, Counts]) -> int:
    """Return what all cards of a suit cost; ``cards`` are their counts and prices."""
    counts, prices = cards
    return sum([counts[at] * prices[at] for at in range(LOW_ACE, HIGH_ACE)])


def _suit_table(spans: list[Span], total: int, most: tuple[int, int]) -> Table:
    runs, jokers = most
    one = [NEVER] * (jokers + 1)
    for value, cost, *_ in spans:
        one[cost] = max(one[cost], value)
    for place in range(1, jokers + 1):
        one[place] = max(one[place], one[place - 1])
    table = [[0] * (jokers + 1), one]
    while len(table) <= runs:
        table.append([min(total, value) for value in _split(one, table[-1])])
    return table[: runs + 1]


def _joined(here: Table, after: Table) -> Table:
    """Return the best of sharing runs and jokers between a suit and those after it."""
    joined = []
    for runs in range(len(after)):
        best = after[runs]
        for mine in range(1, runs + 1):
            best = [
                max(pair) for pair in zip(best, _split(here[mine], after[runs - mine]), strict=True)
            ]
        joined.append(best)
    return joined


def _split(first: list[int], second: list[int]) -> list[int]:
    """Return the most two can save together, by the jokers there are for both."""
    size = range(len(first))
    return [max([first[j] + second[most - j] for j in range(most + 1)]) for most in size]
