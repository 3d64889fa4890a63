"""Making a circle out of the games that this phone knows."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, current_app, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.names import folded
from kalooki_ref.store.circles import create_circle, in_circles
from kalooki_ref.web.circles.circle import keep_circles, remember_circle, remembered
from kalooki_ref.web.shared.append import stamp_sent
from kalooki_ref.web.shared.device import see_other, this_device
from kalooki_ref.web.shared.names import fault_of, is_blank, tidy
from kalooki_ref.web.shared.open_game import OpenGame, open_games
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.figure_words import offer_words
from kalooki_ref.words.game_words import winner_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("new_circle", __name__)

# So many games of the same people are evenings that add up.
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
    return _page(free, {one.id for one in free if together <= names_in(one)})


@blueprint.post("/circles")
def create() -> ResponseReturnValue:
    """Create a circle, or show the form with what is wrong."""
    name = tidy(request.form.get("name", ""))
    ticked = set(request.form.getlist("games"))
    fault = _("Give the circle a name.") if is_blank(name) else fault_of(name)
    free = free_games()
    if fault:
        return _page(free, ticked, name=name, fault=fault), 422
    chosen = [one for one in free if one.id in ticked]
    key = hashlib.sha256(stamp_sent().key.encode()).hexdigest()[:CIRCLE_KEY_DIGITS]
    zone = chosen[0].zone if chosen else str(current_app.config["TIMEZONE"])
    made = create_circle(key, name=name, zone=zone, games=[one.id for one in chosen])
    flash(_("%(name)s is here. Its evenings add up from now on.", name=name), "success")
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
    finished = [one for one in games if _is_result(one)]
    together, times = regulars(finished)
    if not together or in_circles(one.id for one in finished):
        return ""
    return offer_words(len(together), times)


def regulars(games: Iterable[OpenGame]) -> tuple[frozenset[str], int]:
    """Return the names that most often played the same games, and how often; none below three."""
    sets = Counter(names_in(one) for one in games)
    together, times = max(sets.items(), key=lambda pair: (pair[1], len(pair[0])), default=((), 0))
    return (frozenset(together), times) if times >= LEAST_TIMES else (frozenset(), 0)


def free_games() -> tuple[OpenGame, ...]:
    """Return the finished games of this phone that it may add to a circle, the newest first."""
    known = [one for one in open_games(this_device().games) if _is_result(one)]
    mine = [one for one in known if viewer_of(one.id).manages]
    taken = in_circles(one.id for one in mine)
    return tuple(
        sorted((one for one in mine if one.id not in taken), key=lambda one: one.played_at)[::-1]
    )


def names_in(opened: OpenGame) -> frozenset[str]:
    return frozenset(folded(player.name) for player in opened.game.players)


def choices_of(games: Iterable[OpenGame], chosen: set[str]) -> list[GameChoice]:
    """Return games as lines to tick."""
    return [
        GameChoice(
            one.id,
            ", ".join(player.name for player in one.game.players),
            f"{date_words(one.evening)} · {winner_words(one.game)}",
            one.id in chosen,
        )
        for one in games
    ]


def _is_result(opened: OpenGame) -> bool:
    return opened.game.is_over and bool(opened.game.scored)


def _page(free: Iterable[OpenGame], chosen: set[str], *, name: str = "", fault: str = "") -> str:
    games = choices_of(free, chosen)
    return render("circles/new.html", games=games, name=name, fault=fault)
