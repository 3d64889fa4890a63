"""The geometry of the race chart: points, gridlines and labels."""

from itertools import pairwise

import pytest

from kalooki_ref.game.state import Player
from kalooki_ref.web.results.race_chart import PHONE, Chart, Frame, Gridline, RaceLine, race_chart

ANN, BEN = Player(1, "Ann", 1), Player(2, "Ben", 2)


def chart(*totals: tuple[int, ...], frame: Frame = PHONE) -> Chart:
    """Return the race chart of players with these totals."""
    players = [Player(number, f"Player {number}", number) for number in range(1, len(totals) + 1)]
    return race_chart(list(zip(players, totals, strict=True)), frame)


def test_race_of_two_rounds_is_drawn_to_scale() -> None:
    """The lowest total is at the top: -10 to 30 points take 260 pixels, two rounds 212."""
    drawn = race_chart([(ANN, (0, 10, 25)), (BEN, (0, -5, 20))])
    assert drawn.lines == (
        RaceLine(ANN, ((36.0, 77.0), (142.0, 142.0), (248.0, 239.5)), 239.5),
        RaceLine(BEN, ((36.0, 77.0), (142.0, 44.5), (248.0, 207.0)), 207.0),
    )
    assert drawn.heights == (
        Gridline(12.0, -10),
        Gridline(77.0, 0),
        Gridline(142.0, 10),
        Gridline(207.0, 20),
        Gridline(272.0, 30),
    )
    assert drawn.steps == (Gridline(142.0, 1), Gridline(248.0, 2))


def test_zero_is_at_the_top() -> None:
    assert chart((0, 40), (0, 0)).heights[0] == Gridline(12.0, 0)


def test_race_before_the_first_round_is_a_point() -> None:
    drawn = chart((0,), (0,))
    assert [line.path for line in drawn.lines] == ["36,12", "36,12"]
    assert drawn.heights == (Gridline(12.0, 0), Gridline(272.0, 10))


@pytest.mark.parametrize(
    ("most", "marks"),
    [(50, 10), (51, 20), (100, 20), (101, 50), (250, 50), (251, 100), (500, 100), (501, 200)],
)
def test_there_are_at_most_six_gridlines(most: int, marks: int) -> None:
    heights = chart((0, most)).heights
    assert [mark.label for mark in heights][:2] == [0, marks]
    assert len(heights) <= 6


def test_names_never_overlap() -> None:
    """They are 25 pixels apart, and moved up at the bottom."""
    top = chart((0, 0), (0, 0), (0, 0), (0, 100))
    assert [line.label_y for line in top.lines] == [12.0, 37.0, 62.0, 272.0]
    bottom = chart((0, 0), (0, 98), (0, 99), (0, 100))
    assert [line.label_y for line in bottom.lines] == [12.0, 222.0, 247.0, 272.0]


def test_chart_height_grows_with_the_players() -> None:
    drawn = chart(*[(0, 10)] * 16)
    labels = [line.label_y for line in drawn.lines]
    assert drawn.height == 440
    assert labels[0] >= 12
    assert labels[-1] <= 412
    assert all(below - above == 25 for above, below in pairwise(labels))
