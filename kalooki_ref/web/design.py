"""The style guide: a page with samples of every component, for developers and tests."""

from flask import Blueprint, render_template

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.state import Player
from kalooki_ref.web.results.score_grid import GridCell, GridRow, ScoreGrid
from kalooki_ref.web.rulings.drawn_melds import drawn, drawn_wrong

blueprint = Blueprint("design", __name__)

PLAYERS = ("Ann", "Ben", "Charmaine", "Dev", "Esi", "Farrukh", "Gwendolyn", "Hui")
CONTRACTS = ("333", "334", "344", "444", "3333", "3334", "3344", "3444", "4444")


@blueprint.get("/design")
def show() -> str:
    """Show every component; the samples save nothing."""
    return render_template(
        "design.html",
        players=PLAYERS,
        grid=sample_grid(),
        run=drawn(parse_cards("7H * 9H 10H"), parse_cards("7H 8H 9H 10H")),
        odd_set=drawn_wrong(parse_cards("QS QD KC"), [2]),
        errors=[("count-3", "Charmaine: letters are no points; write a number or a sum")],
    )


def sample_grid() -> ScoreGrid:
    """Return a grid of six rounds with every kind of cell."""
    seats = range(len(PLAYERS))
    return ScoreGrid(
        players=tuple(Player(number, name, number) for number, name in enumerate(PLAYERS, 1)),
        rounds=tuple(sample_row(number) for number in range(1, 10)),
        totals=tuple(sum(points(number, seat) for number in range(1, 7)) for seat in seats),
        ranks=(1, 2, 2, 4, 5, 6, 7, 8),
        bent="bent board",
    )


def sample_row(number: int) -> GridRow:
    cells = tuple(sample_cell(number, seat) for seat in range(len(PLAYERS)))
    label = CONTRACTS[number - 1]
    return GridRow(number, label, cells, bent=number == 3, void=number == 4)


def sample_cell(number: int, seat: int) -> GridCell | None:
    if number > 6:
        return None
    return GridCell(
        points=points(number, seat),
        won=seat == number % 8,
        penalty=(number, seat) == (2, 5),
        void=number == 4,
    )


def points(number: int, seat: int) -> int:
    """Return sample points: 0 for the winner and in a void round."""
    return 0 if number == 4 or seat == number % 8 else (number * 37 + seat * 23) % 90 + 3
