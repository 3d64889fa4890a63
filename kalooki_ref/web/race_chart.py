"""Computes the line chart of running totals as SVG coordinates."""

from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 156, 14, 28
LABEL_GAP = 17
# A dash pattern per line, to distinguish players in print without colour.
DASHES = ("", "9 4", "2 3", "12 3 2 3", "6 2", "1 4", "14 4", "4 2 1 2")


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A player's line."""

    name: str
    points: tuple[tuple[float, float], ...]
    dash: str
    label_y: float
    total: int

    @property
    def path(self) -> str:
        """The points for an SVG polyline."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Mark:
    """A gridline and its label."""

    at: float
    label: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart: lines and gridlines."""

    lines: tuple[RaceLine, ...]
    heights: tuple[Mark, ...]
    steps: tuple[Mark, ...]


def race_chart(races: list[tuple[str, tuple[int, ...]]]) -> Chart:
    """Return the chart of named running totals; every player has the same number of totals."""
    totals = [total for _, race in races for total in race]
    low, high = min(0, *totals), max(10, *totals)
    unit = _unit(high - low)
    low, high = low // unit * unit, -(-high // unit) * unit
    steps = max(1, len(races[0][1]) - 1)
    paths = [[(_x(i, steps), _y(t, low, high)) for i, t in enumerate(race)] for _, race in races]
    labels = _apart([path[-1][1] for path in paths])
    return Chart(
        lines=tuple(
            RaceLine(name, tuple(path), DASHES[i % len(DASHES)], labels[i], race[-1])
            for i, ((name, race), path) in enumerate(zip(races, paths, strict=True))
        ),
        heights=tuple(Mark(_y(at, low, high), at) for at in range(low, high + 1, unit)),
        steps=tuple(Mark(_x(step, steps), step) for step in range(steps + 1)),
    )


def _unit(span: int) -> int:
    """Return a round distance between gridlines that gives at most six of them."""
    unit = 10
    while span > 5 * unit:
        unit = unit * 5 // 2 if str(unit)[0] == "2" else unit * 2
    return unit


def _x(step: int, steps: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * step / steps, 1)


def _y(total: int, low: int, high: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low), 1)


def _apart(heights: list[float]) -> list[float]:
    """Return the heights moved apart so that no labels overlap, in the same order."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for before, i in pairwise(order):
        placed[i] = max(placed[i], placed[before] + LABEL_GAP)
    over = max(0.0, max(placed) - (HEIGHT - BOTTOM))
    for place, i in enumerate(reversed(order)):
        ceiling = HEIGHT - BOTTOM - place * LABEL_GAP
        placed[i] = min(placed[i], ceiling) if over else placed[i]
    return placed
