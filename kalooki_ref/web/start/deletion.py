"""Deleting and restoring games; purging those deleted a day ago, and unused house rules."""

import time

from flask import Blueprint, Flask, abort, current_app, flash, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.ranking import standings
from kalooki_ref.server.middleware import monitoring
from kalooki_ref.store.deletion import delete_game, deleted_games, purge_deleted, restore_game
from kalooki_ref.store.house_rules import drop_unused
from kalooki_ref.store.tables import Unavailable, UnknownGame
from kalooki_ref.web.shared import device, open_game
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("deletion", __name__)

# Minimum time between purges.
SECONDS_BETWEEN = 60


def init_app(app: Flask) -> None:
    """Purge at startup, then before requests, once a minute at most."""
    with app.app_context():
        purge()
    app.before_request(purge_sometimes)


def purge_sometimes() -> None:
    """Purge, unless that was done within the last minute."""
    if time.monotonic() >= current_app.extensions["kalooki_purge_at"]:
        purge()


def purge() -> None:
    """Erase the games deleted more than a day ago, and unused house rules; log a failure."""
    current_app.extensions["kalooki_purge_at"] = time.monotonic() + SECONDS_BETWEEN
    try:
        drop_unused()
        purge_deleted()
    except Unavailable as error:
        monitoring.log_trouble(error)


@blueprint.get("/g/<game_id>/delete")
def ask(opened: open_game.OpenGame) -> str:
    game = opened.game
    return render("start/deletion.html", table=opened, game=game, standings=standings(game))


@blueprint.post("/g/<game_id>/delete")
def delete(game_id: str) -> ResponseReturnValue:
    """Delete the game; it can be restored from the home page for a day."""
    gone = deleted_games([game_id])
    opened = open_game.open_stored(gone[0]) if gone else open_game.open_game(game_id)
    delete_game(game_id)
    flash(_("Game deleted. You can restore it for 24 hours."), "success")
    answer = device.see_other(url_for("home.show"))
    return device.remember(
        answer, games=open_game.with_game(opened.id), **device.without_names(_only_here(opened))
    )


@blueprint.post("/g/<game_id>/restore")
def restore(game_id: str) -> ResponseReturnValue:
    if not deleted_games([game_id]):
        open_game.open_game(game_id)
        return device.to_table(game_id)
    try:
        restore_game(game_id)
    except UnknownGame:
        abort(404)
    flash(_("Game restored."), "success")
    players = open_game.open_game(game_id).game.players
    people = device.with_people((player.name, player.mark) for player in players)
    return device.remember(device.to_table(game_id), **people)


def _names(opened: open_game.OpenGame) -> tuple[str, ...]:
    return tuple(player.name for player in opened.game.players)


def _only_here(opened: open_game.OpenGame) -> set[str]:
    """Return the names that occur in no other game of this phone."""
    others = (
        other for other in open_game.open_games(device.this_device().games) if other.id != opened.id
    )
    used = {name for other in others for name in _names(other)}
    return set(_names(opened)) - used
