"""The first page: this phone's games, one tap each, and the way to everything else."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.state import Game
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.store import GameRow, deleted_games
from kalooki_ref.web.access.device import this_device
from kalooki_ref.web.access.open_game import OpenGame, open_games
from kalooki_ref.web.forms.names import LONGEST_NAME
from kalooki_ref.web.messages.game_words import (
    contract_words,
    leader_words,
    moment_words,
    round_name,
    winner_words,
)

blueprint = Blueprint("home", __name__)

MANY = 10
"""With more games than these, one can search them by player."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as its card on the first page."""

    table: OpenGame
    names: str
    round: str
    contract: str
    leader: str
    last_saved: str


@blueprint.get("/")
def show() -> ResponseReturnValue:
    """Show this phone's games, live ones first; someone new reads what this is.

    Started from its icon, the app opens the game in play.
    """
    known = this_device().games
    tables = open_games(known)
    if "start" in request.args and tables and not tables[0].game.is_over:
        return redirect(url_for("table.show", game_id=tables[0].id))
    sought = " ".join(request.args.get("player", "").split())[:LONGEST_NAME]
    cards = [_card(table) for table in tables if _has_player(table.game, sought)]
    return render_template(
        "home/show.html",
        playing=[card for card in cards if not card.table.game.is_over],
        over=[card for card in cards if card.table.game.is_over],
        deleted=_deleted(known, tables),
        sought=sought,
        is_known=bool(tables),
        searches=len(tables) > MANY,
        systems=() if this_device().rules else SYSTEMS,
    )


@blueprint.get("/privacy")
def privacy() -> str:
    """Say what is stored, where, and how to remove it."""
    return render_template("home/privacy.html")


def _deleted(known: tuple[str, ...], tables: tuple[OpenGame, ...]) -> list[tuple[GameRow, str]]:
    shown = {table.id for table in tables}
    rows = deleted_games(game_id for game_id in known if game_id not in shown)
    return [(row, moment_words(row.created_at)) for row in rows]


def _has_player(game: Game, sought: str) -> bool:
    return not sought or any(sought.casefold() in player.name.casefold() for player in game.players)


def _card(table: OpenGame) -> GameCard:
    game = table.game
    return GameCard(
        table=table,
        names=", ".join(player.name for player in game.at_table),
        round=round_name(game.current, game.system) if game.current else "",
        contract=contract_words(game.contract, game.system) if game.current else "",
        leader=winner_words(game) if game.is_over else leader_words(game),
        last_saved=moment_words(table.entries[-1].at),
    )
