"""The pages of a circle: who is ahead, its people, its games, its records."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from flask import Blueprint, make_response, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.records.bests import bests_of
from kalooki_ref.records.figures import Figure, Figures, duel_of, games_behind, table_of
from kalooki_ref.records.people import Person, Played
from kalooki_ref.web.circles.charts import winners_of
from kalooki_ref.web.circles.circle import OpenCircle, open_circle, remember_circle, what_was_done
from kalooki_ref.web.circles.likely import likely_pairs
from kalooki_ref.web.circles.spans import Chosen, chosen_games
from kalooki_ref.web.shared.device import this_device
from kalooki_ref.web.shared.query import choice, whole_number
from kalooki_ref.web.shared.rights import seen_among
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.figure_words import (
    FIGURES,
    evening_story,
    games_words,
    lead_words,
    rank_words,
    record_words,
)
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import game_name, ngettext
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words, evening_words

blueprint = Blueprint("circle", __name__)

MOST_HEADED = 5
LAST_EVENINGS = 5
GAMES_A_PAGE = 12
MOST_PAGES = 999


@dataclass(frozen=True, slots=True)
class Row:
    """A person in the table of a circle: place, figures and both in words."""

    place: str
    person: Person
    figures: Figures
    rank: str
    games: str


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening of a circle in a line."""

    date: str
    first: Person | None
    story: str
    players: str
    href: str


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a circle: who won, when, and everybody's place and total.

    ``href`` opens the game where this phone may do that. ``seats`` are the players' numbers.
    """

    key: str
    winner: str
    about: str
    places: tuple[tuple[str, str, str], ...]
    href: str


@blueprint.get("/c/<circle>")
def show(circle: str) -> ResponseReturnValue:
    """Show who is ahead and the last evenings; the phone remembers the circle."""
    opened = open_circle(circle)
    chosen = chosen_games(opened)
    rows = rows_of(chosen)
    first = [row for row in rows if row.place == "1"]
    page = render(
        "circles/show.html",
        opened=opened,
        chosen=chosen,
        done=what_was_done(opened.circle),
        headline=lead_words(joined([row.person.name for row in first]), several=len(first) > 1)
        if first else "",
        about=first[0].rank if first else "",
        rows=rows[:MOST_HEADED],
        evenings=[*evening_lines(chosen)][:LAST_EVENINGS],
        total=len({game.evening for game in chosen.games}),
    )  # fmt: skip
    return remember_circle(make_response(page), opened.circle, circle)


@blueprint.get("/c/<circle>/people")
def people(circle: str) -> str:
    """Show everybody, best first, and names that look like one person."""
    opened = open_circle(circle)
    chosen = chosen_games(opened)
    return render(
        "circles/people.html",
        opened=opened,
        chosen=chosen,
        done=what_was_done(opened.circle),
        rows=rows_of(chosen),
        likely=likely_pairs(opened) if opened.may_change else (),
        hidden=[opened.everybody[one] for one in opened.hidden if one in opened.everybody],
    )


@blueprint.get("/c/<circle>/evenings")
def evenings(circle: str) -> str:
    """Show every evening of the chosen games, the newest first."""
    chosen = chosen_games(open_circle(circle))
    lines = [*evening_lines(chosen)]
    return render("circles/evenings.html", opened=chosen.opened, chosen=chosen, evenings=lines)


@blueprint.get("/c/<circle>/games")
def games(circle: str) -> str:
    """Show the chosen games, the newest first: all, a person's, or those behind a figure."""
    opened = open_circle(circle)
    chosen = chosen_games(opened)
    figure = choice(request.args, "figure", Figure)
    person, other = request.args.get("person", ""), request.args.get("other", "")
    found, title = chosen.games, _("Games")
    if person and other:
        found = duel_of(person, other, found).games
        names = opened.person(person).name, opened.person(other).name
        title = _("%(one)s and %(other)s", one=names[0], other=names[1])
    elif person:
        found = games_behind(figure or Figure.GAMES, person, found)
        title = f"{opened.person(person).name}: {FIGURES[figure or Figure.GAMES]}"
    page = whole_number(request.args, "page", most=MOST_PAGES) or 1
    newest = found[::-1][(page - 1) * GAMES_A_PAGE : page * GAMES_A_PAGE]
    seen = seen_among(opened.game_ids[game.key] for game in newest)
    return render(
        "circles/games.html",
        opened=opened,
        chosen=chosen,
        done=what_was_done(opened.circle),
        title=title,
        count=ngettext("%(num)s game", "%(num)s games", len(found)),
        evening_rows=rows_of(chosen) if chosen.span.evening and not person else (),
        games=[game_line(opened, game, seen) for game in newest],
        more=chosen.further(page + 1) if len(found) > page * GAMES_A_PAGE else "",
    )


@blueprint.get("/c/<circle>/records")
def records(circle: str) -> str:
    """Show the records of the chosen games."""
    chosen = chosen_games(open_circle(circle))
    opened = chosen.opened
    bests = [
        (record_words(best), opened.people[best.person], signed(best.value), _of_game(best.game),
         chosen.to("circle.games", year=None, evening=best.game.evening))
        for best in bests_of(chosen.games)
        if best.person in opened.people
    ]  # fmt: skip
    return render("circles/records.html", opened=opened, chosen=chosen, bests=bests)


@blueprint.get("/c/<circle>/counting")
def counting(circle: str) -> str:
    """Show how figures are counted."""
    opened = open_circle(circle)
    return render("circles/counting.html", opened=opened)


def rows_of(chosen: Chosen) -> list[Row]:
    """Return the table of the chosen games: people with enough games have a place."""
    shown = [one for one in table_of(chosen.games) if one.person in chosen.opened.people]
    ranked = [one.beaten or 0 for one in shown if one.is_ranked]
    return [
        Row(
            str(1 + sum(other > (one.beaten or 0) for other in ranked)) if one.is_ranked else "·",
            chosen.opened.people[one.person],
            one,
            rank_words(one),
            games_words(one),
        )
        for one in shown
    ]


def evening_lines(chosen: Chosen) -> Iterator[EveningLine]:
    """Yield the evenings of the chosen games, the newest first."""
    opened = chosen.opened
    newest = sorted(chosen.games, key=lambda game: game.evening or date.min, reverse=True)
    for day, group in groupby(newest, key=lambda game: game.evening):
        games = [*group]
        winners, won = winners_of(games)
        names = joined([opened.name_of(one) for one in winners])
        players = {person for game in games for person in game.people}
        yield EveningLine(
            evening_words(day),
            opened.people.get(winners[0]) if winners else None,
            evening_story(names, won=won, games=len(games), several=len(winners) > 1),
            ngettext("%(num)s player", "%(num)s players", len(players)),
            chosen.to("circle.games", evening=day and day.isoformat(), year=None),
        )


def game_line(opened: OpenCircle, game: Played, seen: Container[str]) -> GameLine:
    """Return a game with everybody's place and total; ``seen`` are those this phone may open."""
    winners = [opened.name_of(one) for one in game.winners]
    best = next((one for one in game.result.players if one.place == 1), None)
    return GameLine(
        game.key,
        ngettext("%(names)s won with %(points)s", "%(names)s share first place with %(points)s",
                 len(winners), names=joined(winners), points=signed(best.total))
        if best else _("Nobody stayed to the end"),
        _of_game(game),
        tuple(
            (str(one.place or "–"), opened.name_of(person), signed(one.total))
            for person, one in zip(game.people, game.result.players, strict=True)
        ),
        _opens(opened, opened.game_ids[game.key], seen),
    )  # fmt: skip


def _of_game(game: Played) -> str:
    return f"{date_words(game.evening)} · {game_name(game.title)}"


def _opens(opened: OpenCircle, game_id: str, seen: Container[str]) -> str:
    """Return the URL of a game if this phone may open it.

    The address of an open game lets everybody write, so who may only see the circle doesn't get it.
    """
    knows = opened.may_change or game_id in this_device().games
    return url_for("standings.show", game_id=game_id) if knows and game_id in seen else ""
