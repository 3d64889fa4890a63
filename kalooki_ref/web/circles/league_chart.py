"""The chart of a league: everybody's place after each evening, first place at the top."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kalooki_ref.records.people import Person

# The drawing is 358 wide.
LEFT, RIGHT = 10, 318
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
    places: Mapping[int, Mapping[str, int]], *, order: Sequence[str], people: Mapping[str, Person]
) -> PlacesChart | None:
    """Return the chart of places after each evening, by its number; None with fewer than two.

    ``order`` is the league at the end. Who isn't among ``people`` has no line, but keeps the place.
    """
    if len(places) < 2:
        return None
    shown = [*places.values()]
    step = (RIGHT - LEFT) / (len(shown) - 1)
    columns = tuple(
        (round(LEFT + step * evening, 1), number) for evening, number in enumerate(places)
    )
    # In each column the people of one place stand below each other, as at the end.
    heights = [
        {person: TOP + STEP * number for number, person in enumerate(_in_order(order, column))}
        for column in shown
    ]
    lines = tuple(
        PlaceLine(
            people[person],
            " ".join(
                f"{x:g},{height[person]}"
                for (x, _number), height in zip(columns, heights, strict=True)
                if person in height
            ),
            heights[-1][person],
            tuple(column.get(person) for column in shown),
        )
        for person in order
        if person in people
    )
    return PlacesChart(TOP + STEP * len(order) + 12, columns, lines)


def _in_order(order: Sequence[str], column: Mapping[str, int]) -> list[str]:
    return sorted(
        (person for person in order if person in column), key=lambda person: column[person]
    )
