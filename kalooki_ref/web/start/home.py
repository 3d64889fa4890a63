"""The home page: this phone's games, and links to everything else."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from flask import (
    Blueprint,
    Flask,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from kalooki_ref.game.names import LONGEST_NAME
from kalooki_ref.game.ranking import leaders
from kalooki_ref.game.state import Player
from kalooki_ref.store.circles import circle_of, circles_at
from kalooki_ref.store.deletion import deleted_games
from kalooki_ref.store.event_store import all_games
from kalooki_ref.store.house_rules import UNUSED
from kalooki_ref.web.circles.new_circle import offer
from kalooki_ref.web.circles.remembering import (
    gone_circles,
    remember_circle,
    remembered,
    without_circles,
)
from kalooki_ref.web.shared.device import MOST_GAMES, is_pocket, remember, see_other, this_device
from kalooki_ref.web.shared.open_game import OpenGame, games_here, open_games, open_stored
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words import game_words, story_words
from kalooki_ref.words.language import game_name
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import evening_words

blueprint = Blueprint("home", __name__)

# From this many games on, there is a search by player.
MANY = 10
# Games in play below the newest one, and finished games, that aren't folded away.
MOST_PLAYING, NEWEST = 1, 3


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game on the home page: its players, leaders, round or result, contract and evening.

    ``points`` are the winner's, and ``story`` says how a finished game was won.
    """

    table: OpenGame
    players: tuple[Player, ...]
    first: tuple[Player, ...]
    words: str
    contract: str
    evening: date | None
    story: str = ""

    @property
    def evening_words(self) -> str:
        return evening_words(self.evening)

    @property
    def names(self) -> str:
        return ", ".join(player.name for player in self.players)

    @property
    def points(self) -> int | None:
        return self.table.game.points_of(self.first[0].number) if self.first else None

    @property
    def about(self) -> list[str]:
        """The game, its contract or how it was won, and who leads."""
        parts = (self.contract, story_words.lead_headline(self.table.game))
        told = (self.story,) if self.table.game.is_over else parts
        return [part for part in (game_name(self.table.title), *told) if part]


def init_app(app: Flask) -> None:
    if app.config["DEMO"]:
        app.before_request(remember_all_games)


def remember_all_games() -> ResponseReturnValue | None:
    """In demo mode, add the newest games and the circle to a phone that has none of its own."""
    if request.endpoint != "home.show" or this_device().games:
        return None
    games = tuple(row.id for row in all_games())
    if not games:
        return None
    answer = remember(see_other(url_for("home.show")), games=games[:MOST_GAMES])
    circle = circle_of(games[-1])
    return remember_circle(answer, circle, circle.changes) if circle else answer


@blueprint.get("/")
def show() -> ResponseReturnValue:
    """Show this phone's games, current ones first; without games, an introduction.

    Launched from its icon, the app redirects to the current game.
    """
    known = games_here() if is_pocket() else this_device().games
    games = open_games(known)
    if "start" in request.args and games and not games[0].game.is_over:
        return redirect(url_for("table.show", game_id=games[0].id))
    sought = " ".join(request.args.get("player", "").split())[:LONGEST_NAME]
    lines = [
        line_of(opened)
        for opened in games
        if any(sought.casefold() in player.name.casefold() for player in opened.game.players)
    ]
    lines.sort(key=lambda line: line.table.game.is_over)
    hero = None if sought else next(iter(lines), None)
    rest = [line for line in lines if line is not hero]
    playing = [line for line in rest if not line.table.game.is_over]
    finished = [line for line in rest if line.table.game.is_over]
    finished.sort(key=lambda line: (line.evening or date.min, line.table.played_at), reverse=True)
    # What was sought is shown whole; otherwise the page has a few lines, and the rest folded.
    most_playing, most_finished = (MOST_GAMES, MOST_GAMES) if sought else (MOST_PLAYING, NEWEST)
    circles = circles_at(remembered().addresses)
    left = gone_circles(circles)
    page = render(
        "start/home.html",
        hero=hero,
        playing=playing[:most_playing],
        also_playing=playing[most_playing:],
        evenings=_evenings(finished[:most_finished]),
        earlier=_evenings(finished[most_finished:]),
        deleted=_deleted(known, games),
        circles=[(circle, address) for address, circle in circles.items()],
        offer="" if sought else offer(games),
        sought=sought,
        is_known=bool(games),
        searches=len(games) > MANY,
    )
    return without_circles(make_response(page), left)


@blueprint.get("/privacy")
def privacy() -> str:
    """Show the privacy notice."""
    return render_template("start/privacy.html", days=UNUSED.days)


def _evenings(lines: Iterable[GameLine]) -> list[tuple[str, list[GameLine]]]:
    """Return finished games by the evening of their last round."""
    by_evening = groupby(lines, key=lambda line: line.evening)
    return [(evening_words(evening), list(games)) for evening, games in by_evening]


def _deleted(known: tuple[str, ...], games: tuple[OpenGame, ...]) -> list[GameLine]:
    shown = {opened.id for opened in games}
    gone = deleted_games(
        game_id for game_id in known if game_id not in shown and viewer_of(game_id).manages
    )
    return [line_of(open_stored(stored)) for stored in gone]


def line_of(opened: OpenGame) -> GameLine:
    """Return a game's line on the home page."""
    game = opened.game
    current = game.current
    return GameLine(
        table=opened,
        players=game.at_table,
        first=leaders(game),
        words=game_words.round_name(current, game.system)
        if current
        else story_words.winner_headline(game) or _("No round was finished"),
        story="" if current else story_words.story_words(game),
        contract=game_words.opening_words(game),
        evening=opened.evening,
    )
