"""The chart of a league: everybody's place after each evening, first place at the top."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kalooki_ref.records.people import Person

WIDTH, LEFT, RIGHT = 358, 10, 318
TOP, STEP = 14, 28
# The last evenings of a long season.
MOST_EVENINGS = 16


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A person's line, and the height of their mark at its end; ``places`` are by evening."""

    person: Person
    path: str
    end: float
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PlacesChart:
    """The chart to draw; ``columns`` are the evenings' numbers with where they stand."""

    height: int
    columns: tuple[tuple[float, int], ...]
    lines: tuple[PlaceLine, ...]


def places_chart(
    places: Sequence[Mapping[str, int]], people: Mapping[str, Person]
) -> PlacesChart | None:
    """Return the chart of places after each evening; None with fewer than two evenings."""
    shown = places[-MOST_EVENINGS:]
    if len(shown) < 2:
        return None
    last = shown[-1]
    order = sorted((one for one in last if one in people), key=lambda one: (last[one], one))
    step = (RIGHT - LEFT) / (len(shown) - 1)
    first = len(places) - len(shown) + 1
    columns = tuple((round(LEFT + step * at, 1), first + at) for at in range(len(shown)))
    # In each column the people of one place stand below each other, as at the end.
    heights = [
        {one: TOP + STEP * at for at, one in enumerate(_in_order(order, column))}
        for column in shown
    ]
    lines = tuple(
        PlaceLine(
            people[one],
            " ".join(
                f"{x:g},{height[one]}"
                for (x, _number), height in zip(columns, heights, strict=True)
                if one in height
            ),
            heights[-1][one],
            tuple(column.get(one) for column in shown),
        )
        for one in order
    )
    return PlacesChart(TOP + STEP * len(order) + 12, columns, lines)


def _in_order(order: Sequence[str], column: Mapping[str, int]) -> list[str]:
    return sorted((one for one in order if one in column), key=lambda one: column[one])
