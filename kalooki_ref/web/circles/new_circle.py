"""Making a circle out of the games that this phone knows."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, current_app, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.names import folded
from kalooki_ref.store.circles import GamesTaken, circles_with, create_circle, in_circles
from kalooki_ref.web.circles.remembering import (
    MOST_CIRCLES,
    circles_here,
    keep_circles,
    no_room_words,
    remember_circle,
    remembered,
)
from kalooki_ref.web.shared.append import stamp_sent
from kalooki_ref.web.shared.device import see_other, this_device
from kalooki_ref.web.shared.names import fault_of, is_blank, tidy
from kalooki_ref.web.shared.open_game import OpenGame, open_games
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.figure_words import offer_words
from kalooki_ref.words.game_words import winner_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("new_circle", __name__)

# Games of the same people from which a circle is offered.
LEAST_TIMES = 3
CIRCLE_KEY_DIGITS = 32


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game to tick: its id, who played, and when and how it ended."""

    id: str
    names: str
    about: str
    is_chosen: bool


@blueprint.get("/circles/new")
def ask() -> str:
    """Ask for a name and the games of a new circle."""
    free = free_games()
    together, _times = regulars(free)
    return _page(free, {game.id for game in free if together <= names_in(game)})


@blueprint.post("/circles")
def create() -> ResponseReturnValue:
    """Create a circle, or show the form with what is wrong; a form sent twice creates one."""
    name, ticked = tidy(request.form.get("name", "")), set(request.form.getlist("games"))
    key = hashlib.sha256(stamp_sent().key.encode()).hexdigest()[:CIRCLE_KEY_DIGITS]
    made = circles_with([key]).get(key)
    if made is None:
        fault = _("Give the circle a name.") if is_blank(name) else fault_of(name)
        if not fault and len(circles_here()) >= MOST_CIRCLES:
            fault = no_room_words()
        free = free_games()
        chosen = [game for game in free if game.id in ticked]
        if fault or len(chosen) < len(ticked):
            return _page(free, ticked, name=name, fault=fault or ""), 422
        zone = chosen[0].zone if chosen else str(current_app.config["TIMEZONE"])
        try:
            made = create_circle(key, name=name, zone=zone, games=[game.id for game in chosen])
        except GamesTaken:
            return _page(free_games(), ticked, name=name), 422
    flash(_("%(name)s is here. Its evenings add up from now on.", name=made.name), "success")
    return remember_circle(
        see_other(url_for("circle.show", circle=made.changes)), made, made.changes
    )


@blueprint.post("/circles/not-now")
def decline() -> ResponseReturnValue:
    """Don’t offer a circle on this phone again; one can still be made from the menu."""
    answer = see_other(url_for("home.show"))
    return keep_circles(answer, remembered().addresses, declined=True)


def offer(games: Iterable[OpenGame]) -> str:
    """Return the offer to keep the evenings of people who often play together; empty for none."""
    held = remembered()
    if held.declined or held.addresses:
        return ""
    finished = [game for game in games if _is_result(game) and viewer_of(game.id).manages]
    together, times = regulars(finished)
    if not together or in_circles(game.id for game in finished):
        return ""
    return offer_words(len(together), times)


def regulars(games: Iterable[OpenGame]) -> tuple[frozenset[str], int]:
    """Return the names that most often played the same games, and how often; none below three.

    A game and its copies are one.
    """
    sets = Counter(names_in(game) for game in {game.first_key: game for game in games}.values())
    together, times = max(sets.items(), key=lambda pair: (pair[1], len(pair[0])), default=((), 0))
    return (frozenset(together), times) if times >= LEAST_TIMES else (frozenset(), 0)


def free_games() -> tuple[OpenGame, ...]:
    """Return the finished games of this phone that it may add to a circle, the newest first."""
    known = [game for game in open_games(this_device().games) if _is_result(game)]
    mine = [game for game in known if viewer_of(game.id).manages]
    taken = in_circles(game.id for game in mine)
    return tuple(
        sorted((game for game in mine if game.id not in taken), key=lambda game: game.played_at)[
            ::-1
        ]
    )


def taken_words(count: int) -> str:
    """Return that ticked games can't be added any more; empty for none."""
    if not count:
        return ""
    return ngettext(
        "%(num)s game that you ticked is in a circle by now, or was deleted. Ask for the address "
        "of that circle, or go on without the game.",
        "%(num)s games that you ticked are in a circle by now, or were deleted. Ask for the "
        "address of that circle, or go on without them.",
        count,
    )


def names_in(opened: OpenGame) -> frozenset[str]:
    return frozenset(folded(player.name) for player in opened.game.players)


def choices_of(games: Iterable[OpenGame], chosen: set[str]) -> list[GameChoice]:
    """Return games as lines to tick."""
    return [
        GameChoice(
            game.id,
            ", ".join(player.name for player in game.game.players),
            f"{date_words(game.evening)} · {winner_words(game.game)}",
            game.id in chosen,
        )
        for game in games
    ]


def _is_result(opened: OpenGame) -> bool:
    return opened.game.is_over and bool(opened.game.scored) and not opened.is_made_up


def _page(free: tuple[OpenGame, ...], ticked: set[str], *, name: str = "", fault: str = "") -> str:
    taken = taken_words(len(ticked - {game.id for game in free}))
    return render(
        "circles/new.html",
        games=choices_of(free, ticked),
        name=name,
        fault=fault,
        taken=taken,
        faults=[(field, text) for field, text in (("name", fault), ("games", taken)) if text],
    )
