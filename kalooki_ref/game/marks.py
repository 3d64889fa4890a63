"""Assignment of marks to players: numbers from 1 to 16, each a colour with a shape.

At tables with more than 16 players, marks repeat.
"""

from collections.abc import Sequence

MARKS = 16


def free_mark(wanted: int, taken: Sequence[int], earlier: Sequence[int] = ()) -> int:
    """Return the wanted mark if it is free, else the next free one.

    ``wanted`` is 0 for any mark; ``taken`` are the marks of players at the table. Those in
    ``earlier``, of players who left, are used last.

    >>> free_mark(2, taken=(1, 2, 3))
    4
    """
    first = wanted or 1
    onwards = [(first - 1 + step) % MARKS + 1 for step in range(MARKS)]
    return min(
        onwards,
        key=lambda mark: (taken.count(mark), mark != wanted and earlier.count(mark)),
    )


def mark_after(mark: int, taken: Sequence[int], earlier: Sequence[int] = ()) -> int:
    """Return the next free mark after this one.

    >>> mark_after(16, taken=(1, 3))
    2
    """
    return free_mark(mark % MARKS + 1, taken, earlier)


def assigned_marks(wanted: Sequence[int]) -> tuple[int, ...]:
    """Return a mark for each player; if several want the same mark, the first player gets it.

    0 is no preference; these players get theirs last.

    >>> assigned_marks((0, 3, 3, 0))
    (1, 3, 4, 2)
    """
    marks: dict[int, int] = {}
    for place in sorted(range(len(wanted)), key=lambda place: not wanted[place]):
        marks[place] = free_mark(wanted[place], tuple(marks.values()))
    return tuple(marks[place] for place in range(len(wanted)))


def marks_to_store(marks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the marks to store in a game's first entry; empty if they are the default by seat."""
    return () if marks == assigned_marks((0,) * len(marks)) else marks


def are_valid_marks(marks: Sequence[int]) -> bool:
    """Whether players at one table can have these marks."""
    known = all(1 <= mark <= MARKS for mark in marks)
    return known and (len(marks) > MARKS or len(set(marks)) == len(marks))
