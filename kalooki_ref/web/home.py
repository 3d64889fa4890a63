"""The first page: this phone's games, one tap each, and the way to everything else."""

from dataclasses import dataclass

from flask import Blueprint, Flask, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.importing import LONGEST_NAME
from kalooki_ref.game.state import Game
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.store.deletion import deleted_games
from kalooki_ref.store.event_store import all_games
from kalooki_ref.store.tables import GameRow
from kalooki_ref.web.device import MOST_GAMES, remember, see_other, this_device
from kalooki_ref.web.open_game import OpenGame, open_games
from kalooki_ref.web.rights import viewer_of
from kalooki_ref.words import game_words

blueprint = Blueprint("home", __name__)

# With more games than these, one can search them by player.
MANY = 10


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as its card on the first page."""

    table: OpenGame
    names: str
    round: str
    contract: str
    leader: str
    last_saved: str


def init_app(app: Flask) -> None:
    if app.config["DEMO"]:
        app.before_request(remember_all_games)


def remember_all_games() -> ResponseReturnValue | None:
    """Show the games of a demonstration to a phone that has none of its own."""
    if request.endpoint != "home.show" or this_device().games:
        return None
    games = tuple(row.id for row in all_games())[:MOST_GAMES]
    return remember(see_other(url_for("home.show")), games=games) if games else None


@blueprint.get("/")
def show() -> ResponseReturnValue:
    """Show this phone's games, live ones first; someone new reads what this is.

    Started from its icon, the app opens the game in play.
    """
    known = this_device().games
    games = open_games(known)
    if "start" in request.args and games and not games[0].game.is_over:
        return redirect(url_for("table.show", game_id=games[0].id))
    sought = " ".join(request.args.get("player", "").split())[:LONGEST_NAME]
    cards = [card_of(opened) for opened in games if _has_player(opened.game, sought)]
    return render_template(
        "home/show.html",
        playing=[card for card in cards if not card.table.game.is_over],
        over=[card for card in cards if card.table.game.is_over],
        deleted=_deleted(known, games),
        sought=sought,
        is_known=bool(games),
        searches=len(games) > MANY,
        systems=() if this_device().rules else SYSTEMS,
    )


@blueprint.get("/privacy")
def privacy() -> str:
    """Say what is stored, where, and how to remove it."""
    return render_template("home/privacy.html")


def _deleted(known: tuple[str, ...], games: tuple[OpenGame, ...]) -> list[tuple[GameRow, str]]:
    shown = {opened.id for opened in games}
    rows = deleted_games(one for one in known if one not in shown and viewer_of(one).keeps)
    return [(row, game_words.moment_words(row.created_at)) for row in rows]


def _has_player(game: Game, sought: str) -> bool:
    return not sought or any(sought.casefold() in player.name.casefold() for player in game.players)


def card_of(opened: OpenGame) -> GameCard:
    """Return what the card of a game says."""
    game = opened.game
    return GameCard(
        table=opened,
        names=", ".join(player.name for player in game.at_table),
        round=game_words.round_name(game.current, game.system) if game.current else "",
        contract=game_words.opening_words(game),
        leader=game_words.winner_words(game) if game.is_over else game_words.leader_words(game),
        last_saved=game_words.moment_words(opened.entries[-1].at),
    )
