"""The first page: this phone's tables, one tap each, and the way to everything else."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.game.standings import leaders
from kalooki_ref.game.state import Game
from kalooki_ref.web.access.device import this_device
from kalooki_ref.web.access.open_game import OpenGame, open_games
from kalooki_ref.web.messages.game_words import round_name

blueprint = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as its card on the first page."""

    table: OpenGame
    names: str
    state: str
    leader: str


@blueprint.get("/")
def show() -> ResponseReturnValue:
    """Show this phone's tables, last used first; a stranger is told what this is.

    Started from its icon, the app opens the game in play.
    """
    tables = open_games(this_device().games)
    if "start" in request.args and tables and not tables[0].game.is_over:
        return redirect(url_for("table.show", game_id=tables[0].id))
    shown = [_shown(table) for table in tables]
    return render_template(
        "home/show.html",
        playing=[one for one in shown if not one.table.game.is_over],
        over=[one for one in shown if one.table.game.is_over],
    )


def _shown(table: OpenGame) -> Shown:
    game = table.game
    return Shown(table, ", ".join(p.name for p in game.at_table), _state(game), _leader(game))


def _state(game: Game) -> str:
    return _("Over") if game.current is None else round_name(game.current, game.system)


def _leader(game: Game) -> str:
    first = leaders(game)
    if not first:
        return ""
    names = ", ".join(player.name for player in first)
    points = game.points_of(first[0].number)
    if game.is_over:
        return _("%(names)s won with %(points)s", names=names, points=points)
    return ngettext(
        "%(names)s leads with %(points)s",
        "%(names)s lead with %(points)s",
        len(first),
        names=names,
        points=points,
    )
