"""The charts of a circle: a person's evenings as bars, and the lead of one person over another."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from kalooki_ref.records.figures import Duel, figures_of
from kalooki_ref.records.people import Played
from kalooki_ref.records.season import evening_leaders
from kalooki_ref.words.figure_words import decimal
from kalooki_ref.words.language import format_date
from kalooki_ref.words.time_words import date_words

# The drawing is 358 wide.
LEFT, RIGHT = 58, 354
MIDDLE, HALF = 83.0, 70.0
LEAST_SPAN = 5
# The newest evenings of a person that bars have room for.
MOST_BARS = 24


@dataclass(frozen=True, slots=True)
class Bar:
    """An evening: the better part of a bar is above the table's line; its value in words beside it.

    ``edge`` is how many points fewer than the table a round.
    """

    x: float
    y: float
    width: float
    height: float
    edge: float
    words: str
    evening: str
    label: str
    won: bool

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Bars:
    """The bars of a person's evenings, and the value that the lines above and below stand for."""

    bars: tuple[Bar, ...]
    unit: int

    @property
    def won(self) -> int:
        """How many of the evenings were won."""
        return sum(bar.won for bar in self.bars)


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead of one person over another as a line, with the heights of its labels."""

    path: str
    area: str
    zero: float
    labels: tuple[tuple[float, int], ...]


def evening_bars(person: str, games: Sequence[Played]) -> Bars:
    """Return a bar for each of a person's newest evenings, oldest first."""
    dated = [game for game in games if game.evening]
    evenings = [list(group) for _day, group in groupby(dated, key=lambda game: game.evening)]
    newest = ((figures_of(person, evening).edge, evening) for evening in reversed(evenings))
    played = ((edge, evening) for edge, evening in newest if edge is not None)
    shown = [*islice(played, MOST_BARS)][::-1]
    unit = max([LEAST_SPAN, *(round(abs(edge) + 0.5) for edge, _evening in shown)])
    step = (RIGHT - LEFT) / max(len(shown), 6)
    bars: list[Bar] = []
    month_before = ""
    for number, (edge, evening) in enumerate(shown):
        day = evening[0].evening
        height = round(max(1.0, HALF * abs(edge) / unit), 1)
        month = format_date(day, "MMM") if day else ""
        bars.append(
            Bar(
                x=round(LEFT + step * (number + 0.17), 1),
                y=round(MIDDLE - height, 1) if edge > 0 else MIDDLE,
                width=round(step * 0.66, 1),
                height=height,
                edge=edge,
                words=decimal(edge),
                evening=date_words(day),
                label=month if month != month_before else "",
                won=person in evening_leaders(evening),
            )
        )
        month_before = month
    return Bars(tuple(bars), unit)


def lead_line(duel: Duel) -> Lead:
    """Return the lead of the first person, game by game."""
    values = (0, *duel.lead)
    low, high = min(*values, -1), max(*values, 1)
    step = (RIGHT - 34) / max(len(values) - 1, 1)

    def down(value: int) -> float:
        return round(12 + 118 * (high - value) / (high - low), 1)

    points = [f"{34 + step * number:.1f},{down(value)}" for number, value in enumerate(values)]
    zero = down(0)
    area = " ".join([f"34,{zero}", *points, f"{34 + step * (len(values) - 1):.1f},{zero}"])
    labels = tuple((down(value), value) for value in sorted({low, 0, high}))
    return Lead(" ".join(points), area, zero, labels)
