"""Coordinates of the line chart of totals."""

import pytest

from kalooki_ref.web.race_chart import DASHES, Chart, Mark, RaceLine, race_chart


def test_a_race_of_two_rounds_is_drawn_to_scale() -> None:
    """From -10 to 30 points on 278 pixels; two rounds on 440."""
    assert race_chart([("Ann", (0, 10, 25)), ("Ben", (0, -5, 20))]) == Chart(
        lines=(
            RaceLine("Ann", ((44.0, 222.5), (264.0, 153.0), (484.0, 48.8)), "", 48.8, 25),
            RaceLine("Ben", ((44.0, 222.5), (264.0, 257.2), (484.0, 83.5)), "9 4", 83.5, 20),
        ),
        heights=(Mark(292.0, -10), Mark(222.5, 0), Mark(153.0, 10), Mark(83.5, 20), Mark(14.0, 30)),
        steps=(Mark(44.0, 0), Mark(264.0, 1), Mark(484.0, 2)),
    )


def test_a_race_before_the_first_round_is_a_point() -> None:
    chart = race_chart([("Ann", (0,)), ("Ben", (0,))])
    assert [line.path for line in chart.lines] == ["44,292", "44,292"]
    assert chart.heights == (Mark(292.0, 0), Mark(14.0, 10))
    assert chart.steps == (Mark(44.0, 0), Mark(484.0, 1))


@pytest.mark.parametrize(
    ("most", "marks"),
    [(50, 10), (51, 20), (100, 20), (101, 50), (250, 50), (251, 100), (500, 100), (501, 200)],
)
def test_there_are_at_most_six_gridlines(most: int, marks: int) -> None:
    heights = race_chart([("Ann", (0, most))]).heights
    assert [mark.label for mark in heights][:2] == [0, marks]
    assert len(heights) <= 6


def test_names_never_overlap() -> None:
    """Each 17 pixels below the one before; at the bottom they are pushed up."""
    top = race_chart([(name, (0, 100)) for name in "ABC"] + [("D", (0, 0))])
    assert [line.label_y for line in top.lines] == [14.0, 31.0, 48.0, 292.0]
    bottom = race_chart([("A", (0, 100)), ("B", (0, 2)), ("C", (0, 1)), ("D", (0, 0))])
    assert [line.label_y for line in bottom.lines] == [14.0, 258.0, 275.0, 292.0]


def test_every_line_of_eight_has_dashes_of_its_own() -> None:
    drawn = [line.dash for line in race_chart([(str(seat), (0, seat)) for seat in range(9)]).lines]
    assert drawn == [*DASHES, DASHES[0]]
    assert len(set(DASHES)) == 8
