"""Every round of a game as a table: a row a round, a column a player, for the screen and paper."""

from dataclasses import dataclass, replace

from flask import url_for

from kalooki_ref.game.ranking import standings
from kalooki_ref.game.state import Game, Round
from kalooki_ref.referee.scoring import Reason
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.words.language import gettext as _

PENALTIES = (Reason.NOT_DOWN, Reason.OVERCALL, Reason.FALSE_LAY, Reason.AGREED)


@dataclass(frozen=True, slots=True)
class GridCell:
    """What a player scored in a round, and why that is worth a look."""

    points: int = 0
    won: bool = False
    bent: bool = False
    penalty: bool = False
    void: bool = False
    href: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A round: a cell a player, in seat order; None for a player who didn't play it."""

    number: int
    label: str
    cells: tuple[GridCell | None, ...]
    void: bool = False
    href: str = ""


@dataclass(frozen=True, slots=True)
class ScoreGrid:
    """The whole table. ``ranks`` is empty before the first round is scored.

    ``bent`` is what the game calls going out in the turn of coming down; empty where that counts
    for nothing.
    """

    players: tuple[str, ...]
    rounds: tuple[GridRow, ...]
    totals: tuple[int, ...]
    ranks: tuple[int | str, ...] = ()
    bent: str = ""


def score_grid(opened: OpenGame) -> ScoreGrid:
    """Return the rounds that were played, each with a link to its page."""
    game = opened.game
    places = {standing.player.number: standing.place for standing in standings(game)}
    ranks = tuple(places[player.number] or "" for player in game.players)
    return ScoreGrid(
        players=tuple(player.name for player in game.players),
        rounds=tuple(_row(opened, index, past) for index, past in enumerate(game.past, 1)),
        totals=tuple(game.points_of(player.number) for player in game.players),
        ranks=ranks if game.scored else (),
        bent=_(opened.system.words.bent) if opened.system.bend else "",
    )


def score_grid_for_paper(opened: OpenGame) -> ScoreGrid:
    """Return the grid; while a game goes on, with a row for every round still to come."""
    grid, game = score_grid(opened), opened.game
    if game.is_over:
        return grid
    to_come = range(len(game.scored) + 1, len(game.system.contracts) + 1)
    empty = (None,) * len(game.players)
    rows = tuple(GridRow(number, _label(game, number), empty) for number in to_come)
    return replace(grid, rounds=grid.rounds + rows)


def _row(opened: OpenGame, index: int, past: Round) -> GridRow:
    href = url_for("rounds.show", game_id=opened.id, index=index)
    cells = tuple(_cell(past, player.number, href) for player in opened.game.players)
    return GridRow(past.number, _label(opened.game, past.number), cells, past.is_void, href)


def _label(game: Game, number: int) -> str:
    return game.system.contract_name(number)


def _cell(past: Round, player: int, href: str) -> GridCell | None:
    if past.place_of(player) is None:
        return None
    if past.end is None or past.is_void:
        return GridCell(void=True)
    score = past.score_of(player)
    return GridCell(
        points=score.points if score else 0,
        won=past.winner == player,
        bent=past.end.bent and past.winner == player,
        penalty=any(line.reason in PENALTIES for line in score.lines) if score else False,
        href=f"{href}#player-{player}",
    )
