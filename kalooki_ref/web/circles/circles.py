"""The pages of a circle: who is ahead, its people, its games, its records."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby, islice
from math import ceil

from flask import Blueprint, flash, make_response, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.records.bests import Best, Kind, bests_of
from kalooki_ref.records.figures import Figure, Figures, duel_of, games_behind
from kalooki_ref.records.people import Person, Played
from kalooki_ref.records.season import evening_leaders
from kalooki_ref.web.circles.circle import OpenCircle, open_circle, what_was_done
from kalooki_ref.web.circles.evening import evening_of_circle
from kalooki_ref.web.circles.likely import likely_pairs
from kalooki_ref.web.circles.remembering import MOST_CIRCLES, addresses_with, remember_circle
from kalooki_ref.web.circles.spans import Chosen, chosen_games
from kalooki_ref.web.shared.device import this_device
from kalooki_ref.web.shared.open_game import OpenGame, open_games
from kalooki_ref.web.shared.query import choice, whole_number
from kalooki_ref.web.shared.rights import seen_among
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.figure_words import (
    FIGURES,
    begun,
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
GAMES_A_PAGE, EVENINGS_A_PAGE = 12, 60
MOST_PAGES = 999
# Games of this phone that may be those of an evening.
GAMES_LOOKED_AT = 6


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
    """A game of a circle: who won, when, and everybody's place, person, name and total.

    ``href`` opens the game where this phone may do that. ``seats`` are the players' numbers.
    """

    key: str
    winner: str
    about: str
    places: tuple[tuple[str, Person | None, str, str], ...]
    href: str


@blueprint.get("/c/<circle>")
def show(circle: str) -> ResponseReturnValue:
    """Show who is ahead and the last evenings; the phone remembers the circle."""
    opened = open_circle(circle)
    if not {opened.circle.shows, opened.circle.changes} & {*addresses_with(opened.circle, circle)}:
        flash(
            _(
                "This phone’s list has %(most)s circles, so this one isn’t in it. Keep its link. "
                "To make room, delete a circle that nobody needs any more.",
                most=MOST_CIRCLES,
            ),
            "info",
        )
    chosen = chosen_games(opened)
    table = chosen.table
    first = [
        figures for figures in table if figures.is_ranked and figures.beaten == table[0].beaten
    ]
    names = joined(opened.names_of(figures.person for figures in first))
    rows = rows_of(chosen)
    page = render(
        "circles/show.html",
        opened=opened,
        chosen=chosen,
        done=what_was_done(opened.circle),
        headline=begun(lead_words(names, several=len(first) > 1)) if first else "",
        about=rank_words(first[0]) if first else "",
        rows=rows[:MOST_HEADED],
        people=len(rows),
        evenings=[*evening_lines(chosen, most=LAST_EVENINGS)],
        total=len({game.evening for game in chosen.games}),
    )
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
        hidden=[opened.everybody[person] for person in opened.hidden if person in opened.everybody],
    )


@blueprint.get("/c/<circle>/evenings")
def evenings(circle: str) -> str:
    """Show the evenings of the chosen games, the newest first."""
    chosen = chosen_games(open_circle(circle))
    total = len({game.evening for game in chosen.games})
    page = page_sent(total, EVENINGS_A_PAGE)
    return render(
        "circles/evenings.html",
        opened=chosen.opened,
        chosen=chosen,
        total=total,
        evenings=[*evening_lines(chosen, page=page, most=EVENINGS_A_PAGE)],
        more=chosen.further(page + 1) if total > page * EVENINGS_A_PAGE else "",
    )


@blueprint.get("/c/<circle>/games")
def games(circle: str) -> str:
    """Show the chosen games, the newest first: all, a person's, or those behind a figure."""
    opened = open_circle(circle)
    chosen = chosen_games(opened)
    figure = choice(request.args, "figure", Figure)
    person, other = request.args.get("person", ""), request.args.get("other", "")
    found, title = chosen.games, _("Games")
    if person and other:
        one, another = opened.person(person), opened.person(other)
        found = duel_of(one.id, another.id, found).games
        title = joined([one.name, another.name])
    elif person:
        one = opened.person(person)
        found = games_behind(figure or Figure.GAMES, one.id, found)
        title = f"{one.name}: {FIGURES[figure or Figure.GAMES]}"
    is_evening = found and chosen.span.evening and not person
    evening = evening_of_circle(chosen) if is_evening else None
    page = page_sent(len(found), GAMES_A_PAGE)
    newest = found[::-1][(page - 1) * GAMES_A_PAGE : page * GAMES_A_PAGE]
    seen = seen_among(opened.game_ids[game.key] for game in newest)
    return render(
        "circles/games.html",
        opened=opened,
        chosen=chosen,
        done=what_was_done(opened.circle),
        title=(evening.headline if evening else "") or title,
        count=ngettext("%(num)s game", "%(num)s games", len(found)),
        evening=evening,
        games=[game_line(opened, game, seen) for game in newest],
        more=chosen.further(page + 1) if len(found) > page * GAMES_A_PAGE else "",
        last_game=_last_game(opened, chosen.span.evening) if chosen.span.evening else None,
    )


def _last_game(opened: OpenCircle, evening: date) -> OpenGame | None:
    """Return the game of this evening that this phone follows: a running one, or the newest.

    The phone's list doesn't say which that is: a late answer of an older game's page puts that
    game first.
    """
    of_circle = {*opened.game_ids.values()}
    used = (game_id for game_id in this_device().games if game_id in of_circle)
    found = [
        game for game in open_games(tuple(islice(used, GAMES_LOOKED_AT))) if game.evening == evening
    ]
    return max(found, key=lambda game: (not game.game.is_over, game.played_at), default=None)


@blueprint.get("/c/<circle>/records")
def records(circle: str) -> str:
    """Show the records of the chosen games."""
    chosen = chosen_games(open_circle(circle))
    opened, names = chosen.opened, chosen.rules_names
    bests = [
        (record_words(best, names.get(best.rules, "")), begun(opened.name_of(best.person)),
         signed(best.value), date_words(best.game.evening), _games_of_record(chosen, best))
        for best in bests_of(chosen.games)
    ]  # fmt: skip
    return render("circles/records.html", opened=opened, chosen=chosen, bests=bests)


@blueprint.get("/c/<circle>/counting")
def counting(circle: str) -> str:
    """Show how figures are counted."""
    opened = open_circle(circle)
    return render("circles/counting.html", opened=opened)


def page_sent(total: int, most: int) -> int:
    """Return the page in the query, ``most`` a page; the last one if it is beyond the end."""
    last = max(1, ceil(total / most))
    return min(whole_number(request.args, "page", most=MOST_PAGES) or 1, last)


def rows_of(chosen: Chosen) -> list[Row]:
    """Return the table of the chosen games: people with enough games have a place.

    People who are hidden still count for the places of the others.
    """
    table = chosen.table
    ranked = [figures.beaten or 0 for figures in table if figures.is_ranked]
    return [
        Row(
            str(1 + sum(other > (figures.beaten or 0) for other in ranked))
            if figures.is_ranked
            else "·",
            chosen.opened.people[figures.person],
            figures,
            rank_words(figures),
            games_words(figures),
        )
        for figures in table
        if figures.person in chosen.opened.people
    ]


def evening_lines(chosen: Chosen, *, page: int = 1, most: int) -> Iterator[EveningLine]:
    """Yield the evenings of the chosen games on one page, ``most`` a page, the newest first."""
    opened, says_year = chosen.opened, chosen.span.year and not chosen.season
    newest = sorted(chosen.games, key=lambda game: game.evening or date.min, reverse=True)
    days = [(day, [*group]) for day, group in groupby(newest, key=lambda game: game.evening)]
    for day, games in days[(page - 1) * most : page * most]:
        first = evening_leaders(games)
        players = {person for game in games for person in game.people}
        yield EveningLine(
            evening_words(day) if says_year else date_words(day),
            opened.people.get(first[0]) if first else None,
            begun(
                evening_story(
                    opened.names_of(first),
                    won=sum(person in game.winners for person in first[:1] for game in games),
                    games=len(games),
                )
            ),
            ngettext("%(num)s player", "%(num)s players", len(players)),
            chosen.to("circle.games", year=None, season=None, evening=day and day.isoformat()),
        )


def game_line(opened: OpenCircle, game: Played, seen: Container[str]) -> GameLine:
    """Return a game with everybody's place and total; ``seen`` are those this phone may open."""
    winners = joined(opened.names_of(game.winners))
    best = next((player for player in game.result.players if player.place == 1), None)
    return GameLine(
        game.key,
        begun(ngettext(
            "%(names)s won with %(points)s", "%(names)s share first place with %(points)s",
            len(game.winners), names=winners, points=signed(best.total)))
        if best else _("Nobody stayed to the end"),
        f"{date_words(game.evening)} · {game_name(game.title)}",
        tuple(
            (str(player.place or "–"), opened.people.get(person), opened.name_of(person),
             signed(player.total))
            for person, player in zip(game.people, game.result.players, strict=True)
        ),
        _opens(opened, opened.game_ids[game.key], seen),
    )  # fmt: skip


def _games_of_record(chosen: Chosen, best: Best) -> str:
    """Return the URL of the games of a record: a streak's, otherwise those of its evening."""
    if best.kind is Kind.LONGEST_STREAK and best.person in chosen.opened.people:
        return chosen.to("circle.games", person=best.person, figure=Figure.STREAK.value)
    return chosen.to("circle.games", year=None, season=None, evening=best.game.evening)


def _opens(opened: OpenCircle, game_id: str, seen: Container[str]) -> str:
    """Return the URL of a game if this phone may open it.

    The address of an open game lets everybody write, so who may only see the circle doesn't get it.
    """
    knows = opened.may_change or game_id in this_device().games
    return url_for("standings.show", game_id=game_id) if knows and game_id in seen else ""
