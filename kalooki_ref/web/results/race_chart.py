"""The race chart of a game: running totals round by round, with the lowest at the top."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from kalooki_ref.game.state import Player

TOP = 12
# Space for a round number below the chart, in pixels.
STEP = 18


@dataclass(frozen=True, slots=True)
class Frame:
    """Size of a chart and room for names, in pixels; longer names are cut to ``letters``."""

    width: int
    height: int
    names: int
    letters: int
    # Where the lines begin: the totals of four digits stand before them.
    left: int = 36
    mark: int = 22
    # Minimum vertical distance between names.
    gap: int = 25
    # Room for the numbers of the rounds.
    bottom: int = 28


PHONE = Frame(width=358, height=300, names=110, letters=9)
# On the page of a finished game: marks and totals instead of names, and no numbers of rounds.
FELT = Frame(width=358, height=150, names=86, letters=0, left=4, gap=24, bottom=14)
PAPER = Frame(width=680, height=320, names=190, letters=14, left=42, mark=26, gap=30)
# For more than eight players: less height, and as wide as the sheet all the same; still less where
# there are more rows of rounds than an ordinary game has.
CROWD = Frame(width=900, height=330, names=215, letters=14, left=48, mark=24, gap=25)
LONG_CROWD = Frame(width=1200, height=320, names=215, letters=14, left=48, mark=24, gap=25)
MOST_ON_PAPER = 8
MANY_ROUNDS = 11


@dataclass(frozen=True, slots=True)
class RaceLine:
    """One player's line; ``label_y`` is the height of the name beside its end."""

    player: Player
    points: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def path(self) -> str:
        """The points for an SVG polyline."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Gridline:
    """A gridline and its label: horizontal for points, vertical for rounds."""

    at: float
    label: int


class MomentKind(StrEnum):
    """What a moment of the race is marked for."""

    BENT = "bent"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class Moment:
    """An event of a player in the race, after this many scored rounds, and its words."""

    kind: MomentKind
    player: int
    after: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A moment's place on the chart."""

    x: float
    y: float
    moment: Moment


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart to draw; its lines are from first to last place."""

    frame: Frame
    height: int
    lines: tuple[RaceLine, ...]
    heights: tuple[Gridline, ...]
    steps: tuple[Gridline, ...]
    spots: tuple[Spot, ...] = ()

    @property
    def right(self) -> int:
        """The x coordinate where the lines end."""
        return self.frame.width - self.frame.names


def paper_frame(players: int, *, rounds: int) -> Frame:
    """Return the size of a chart on paper, beside a table with a row for each round."""
    if players <= MOST_ON_PAPER:
        return PAPER
    return CROWD if rounds <= MANY_ROUNDS else LONG_CROWD


def _labelled(steps: int, room: int) -> list[int]:
    """Return the rounds to label: as many as fit, always including the last."""
    every = -(-steps * STEP // room)
    return sorted(range(steps, 0, -every))


def race_chart(
    races: list[tuple[Player, tuple[int, ...]]],
    frame: Frame = PHONE,
    moments: tuple[Moment, ...] = (),
) -> Chart:
    """Return the chart of running totals; every player has the same number of totals."""
    totals = [total for _, race in races for total in race]
    low, high = min(0, *totals), max(10, *totals)
    unit = _unit(high - low)
    low, high = low // unit * unit, -(-high // unit) * unit
    height = max(frame.height, TOP + frame.bottom + frame.gap * len(races))
    steps = max(1, len(races[0][1]) - 1)
    room = frame.width - frame.names - frame.left

    def across(step: int) -> float:
        return round(frame.left + room * step / steps, 1)

    def down(total: int) -> float:
        return round(TOP + (height - TOP - frame.bottom) * (total - low) / (high - low), 1)

    paths = [tuple((across(i), down(t)) for i, t in enumerate(race)) for _, race in races]
    path_of = {player.number: path for (player, _), path in zip(races, paths, strict=True)}
    labels = _apart([path[-1][1] for path in paths], gap=frame.gap, lowest=height - frame.bottom)
    return Chart(
        frame,
        height,
        lines=tuple(
            RaceLine(player, path, label)
            for (player, _), path, label in zip(races, paths, labels, strict=True)
        ),
        heights=tuple(Gridline(down(points), points) for points in range(low, high + 1, unit)),
        steps=tuple(Gridline(across(step), step) for step in _labelled(steps, room)),
        spots=tuple(Spot(*path_of[moment.player][moment.after], moment) for moment in moments),
    )


def _unit(span: int) -> int:
    """Return the distance between gridlines: 10, 20, 50, 100, 200 and so on."""
    unit = 10
    while span > 5 * unit:
        unit = unit * 5 // 2 if str(unit)[0] == "2" else unit * 2
    return unit


def _apart(heights: list[float], *, gap: int, lowest: int) -> list[float]:
    """Return the heights moved apart so that names don't overlap, in the given order."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for before, i in pairwise(order):
        placed[i] = max(placed[i], placed[before] + gap)
    for place, i in enumerate(reversed(order)):
        placed[i] = min(placed[i], lowest - place * gap)
    return placed
