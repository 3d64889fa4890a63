"""View model of the score grid: a row per round, a column per player; for screen and paper."""

from dataclasses import dataclass, replace

from flask import url_for

from kalooki_ref.game.ranking import return_points, standings, starting_points
from kalooki_ref.game.state import Player, Round
from kalooki_ref.referee.scoring import Reason
from kalooki_ref.rules.choices import Contract
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.amounts import capital
from kalooki_ref.words.game_words import contract_label
from kalooki_ref.words.language import gettext as _

PENALTIES = (Reason.NOT_DOWN, Reason.OVERCALL, Reason.FALSE_LAY, Reason.AGREED)


@dataclass(frozen=True, slots=True)
class GridCell:
    """A player's score in a round, with its special marks."""

    points: int = 0
    won: bool = False
    penalty: bool = False
    void: bool = False


@dataclass(frozen=True, slots=True)
class GridRow:
    """A round: a cell per player, in column order; None for a player who didn't play it.

    ``bent`` if the board was bent; ``to_come`` is the contract of a future round. Without a
    ``number`` the row has points agreed on outside of rounds. ``page`` is the index, from 1, of the
    round's page in the game ``game_id``; 0 if it has none.
    """

    number: int | None
    label: str
    cells: tuple[GridCell | None, ...]
    bent: bool = False
    void: bool = False
    game_id: str = ""
    page: int = 0
    to_come: Contract | None = None

    @property
    def href(self) -> str:
        """The URL of the round's page; empty if it has none."""
        if not self.page:
            return ""
        return url_for("rounds.show", game_id=self.game_id, index=self.page)


@dataclass(frozen=True, slots=True)
class ScoreGrid:
    """The whole table. ``ranks`` is empty before the first round is scored.

    ``bent`` is the system's term for going out in the turn of coming down; empty if that has no
    effect.
    """

    players: tuple[Player, ...]
    rounds: tuple[GridRow, ...]
    totals: tuple[int, ...]
    ranks: tuple[int | None, ...] = ()
    bent: str = ""

    @property
    def has_penalty(self) -> bool:
        """Whether any score includes a penalty."""
        return any(cell.penalty for row in self.rounds for cell in row.cells if cell)

    @property
    def has_void(self) -> bool:
        """Whether any round was void."""
        return any(row.void for row in self.rounds)


def score_grid(opened: OpenGame, players: tuple[Player, ...]) -> ScoreGrid:
    """Return the rounds that were played, each with a link to its page, for these columns.

    Starting points of late players are a row at the top; points of players who came back are a row
    before the round of their return.
    """
    game = opened.game
    places = {standing.player.number: standing.place for standing in standings(game)}
    rows = [_agreed_row(capital(_("start")), starting_points(game), players)]
    for index, past in enumerate(game.past):
        rows.append(_agreed_row(capital(_("back")), return_points(game, index), players))
        rows.append(_row(opened, index + 1, past, players))
    rows.append(_agreed_row(capital(_("back")), return_points(game, len(game.past)), players))
    return ScoreGrid(
        players=players,
        rounds=tuple(row for row in rows if row.number or any(row.cells)),
        totals=tuple(game.points_of(player.number) for player in players),
        ranks=tuple(places[player.number] for player in players) if game.scored else (),
        bent=_(opened.system.words.bent) if opened.system.bend else "",
    )


def whole_grid(opened: OpenGame) -> ScoreGrid:
    """Return the grid in order of standing, with the rounds to come while a game goes on."""
    game = opened.game
    grid = score_grid(opened, tuple(standing.player for standing in standings(game)))
    if game.is_over:
        return grid
    system, empty = game.system, (None,) * len(game.players)
    to_come = tuple(
        GridRow(number, contract_label(number, system), empty, to_come=system.contract_of(number))
        for number in range(len(game.scored) + 1, len(system.contracts) + 1)
    )
    return replace(grid, rounds=grid.rounds + to_come)


def _agreed_row(label: str, points: dict[int, int], players: tuple[Player, ...]) -> GridRow:
    """Return a row of points that the table agreed on, without a number."""
    agreed = [points.get(player.number) for player in players]
    return GridRow(None, label, tuple(GridCell(change) if change else None for change in agreed))


def _row(opened: OpenGame, index: int, past: Round, players: tuple[Player, ...]) -> GridRow:
    return GridRow(
        past.number,
        contract_label(past.number, opened.system),
        tuple(_cell(past, player.number) for player in players),
        bent=bool(opened.system.bend) and past.end is not None and past.end.bent,
        void=past.is_void,
        game_id=opened.id,
        page=index,
    )


def _cell(past: Round, player: int) -> GridCell | None:
    if past.place_of(player) is None:
        return None
    if past.is_void:
        return GridCell(void=True)
    score = past.score_of(player)
    if score is None:
        return None
    return GridCell(
        points=score.points,
        won=past.winner == player,
        # What the table agreed on may be a bonus.
        penalty=any(line.reason in PENALTIES and line.points > 0 for line in score.lines),
    )
