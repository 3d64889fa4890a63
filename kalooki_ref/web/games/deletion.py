"""A game deleted: asked first, restored within a day, then gone for good."""

import time

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.store import (
    Unavailable,
    UnknownGame,
    delete_game,
    deleted_games,
    purge_deleted,
    restore_game,
)
from kalooki_ref.web.access.device import (
    remember,
    this_device,
    with_game,
    with_names,
    without_names,
)
from kalooki_ref.web.access.open_game import OpenGame, forget, open_game, open_games
from kalooki_ref.web.middleware import monitoring

blueprint = Blueprint("deletion", __name__)

SECONDS_BETWEEN = 60


def init_app(app: Flask) -> None:
    """Remove what is due at the start, and then before a request once a minute."""
    with app.app_context():
        purge()
    app.before_request(purge_sometimes)


def purge_sometimes() -> None:
    """Remove deleted games whose day has passed, unless that was done a moment ago."""
    if time.monotonic() >= current_app.extensions["kalooki_purge_at"]:
        purge()


def purge() -> None:
    """Remove what is due; a database that is busy is tried again within the minute."""
    current_app.extensions["kalooki_purge_at"] = time.monotonic() + SECONDS_BETWEEN
    try:
        purge_deleted()
    except Unavailable as error:
        monitoring.log_trouble(error)


@blueprint.get("/g/<game_id>/delete")
def ask(game_id: str) -> str:
    """Ask before a game is deleted."""
    return render_template("games/delete.html", table=open_game(game_id))


@blueprint.post("/g/<game_id>/delete")
def delete(game_id: str) -> ResponseReturnValue:
    """Delete the game; the home page can restore it for a day."""
    table = open_game(game_id)
    delete_game(game_id)
    forget(game_id)
    flash(_("Game deleted. You can restore it for 24 hours."), "success")
    answer = make_response(redirect(url_for("home.show"), 303))
    return remember(answer, games=with_game(game_id), names=without_names(_only_here(table)))


@blueprint.post("/g/<game_id>/restore")
def restore(game_id: str) -> ResponseReturnValue:
    """Restore a deleted game."""
    if not deleted_games([game_id]):
        open_game(game_id)
        return redirect(url_for("table.show", game_id=game_id), 303)
    try:
        restore_game(game_id)
    except UnknownGame:
        abort(404)
    flash(_("Game restored."), "success")
    names = with_names(_names(open_game(game_id)))
    return remember(
        make_response(redirect(url_for("table.show", game_id=game_id), 303)), names=names
    )


def _names(table: OpenGame) -> tuple[str, ...]:
    return tuple(player.name for player in table.game.players)


def _only_here(table: OpenGame) -> set[str]:
    """Return the names that no other game of this phone has."""
    others = (one for one in open_games(this_device().games) if one.id != table.id)
    used = {name for other in others for name in _names(other)}
    return set(_names(table)) - used
