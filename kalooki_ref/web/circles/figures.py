"""The pages of a person and of two people in a circle."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort

from kalooki_ref.records.figures import (
    Duel,
    Figure,
    Figures,
    duel_of,
    duels_of,
    figures_of,
    games_behind,
)
from kalooki_ref.records.people import Person
from kalooki_ref.web.circles.charts import evening_bars, lead_line
from kalooki_ref.web.circles.circle import OpenCircle, open_circle, what_was_done
from kalooki_ref.web.circles.circles import rows_of
from kalooki_ref.web.circles.spans import Chosen, chosen_games
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.figure_words import decimal, few_games, percent
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import game_name, ngettext
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("circle_figures", __name__)

MOST_DUELS = 12
# Of the newest games, to choose one from.
MOST_CHOICES = 40


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure on a page: large, with what it is of, and the games that it comes from."""

    number: str
    of: str
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Facing:
    """A line that compares two people: both figures, and whose is better, 1 or 2; 0 for neither."""

    label: str
    one: str
    other: str
    best: int


@blueprint.get("/c/<circle>/people/<person>")
def person(circle: str, person: str) -> str:
    """Show a person's figures, evenings and duels."""
    opened = open_circle(circle)
    chosen, who = chosen_games(opened), opened.person(person)
    person = who.id
    figures = figures_of(person, chosen.games)
    rounds = games_behind(Figure.ROUNDS, person, chosen.games)
    bars = evening_bars(person, chosen.games if figures.edge is not None else ())
    row = next((row for row in rows_of(chosen) if row.person.id == person), None)
    others = [other for other in opened.people.values() if other.id != person]
    return render(
        "circles/person.html",
        opened=opened,
        chosen=chosen,
        done=what_was_done(opened.circle),
        who=who,
        row=row,
        ranked=sum(figures.is_ranked for figures in chosen.table),
        evenings=len({game.evening for game in rounds}),
        facts=[*facts_of(figures, chosen)] if row else [],
        bars=bars,
        mixes_rules=figures.rounds and figures.edge is None,
        duels=[
            (opened.people[duel.other], duel)
            for duel in duels_of(person, chosen.games)
            if duel.other in opened.people
        ][:MOST_DUELS],
        joins=_never_met(opened, person, others) if opened.may_change else [],
        own_games=[
            (game.key, f"{date_words(game.evening)}, {game_name(game.title)}")
            for game in opened.games[::-1]
            if person in game.people
        ][:MOST_CHOICES],
    )


@blueprint.get("/c/<circle>/people/<one>/<other>")
def pair(circle: str, one: str, other: str) -> str:
    """Show two people against each other, in the games in which both have a place."""
    opened = open_circle(circle)
    chosen, first, second = chosen_games(opened), opened.person(one), opened.person(other)
    if first.id == second.id:
        abort(404, _("Choose two different people."))
    duel = duel_of(first.id, second.id, chosen.games)
    return render(
        "circles/pair.html",
        title=joined([first.name, second.name]),
        opened=opened,
        chosen=chosen,
        first=first,
        second=second,
        duel=duel,
        lead=lead_line(duel),
        facing=[*facing_of(duel)] if duel.games else (),
    )


def facts_of(figures: Figures, chosen: Chosen) -> Iterator[Fact]:
    """Yield the figures of a person's page; those that are nothing are left out."""

    def fact(number: str, label: str, figure: Figure, of: str = "") -> Fact:
        href = chosen.to("circle.games", person=figures.person, figure=figure.value)
        return Fact(number, of, label, href)

    of_games = _("of %(num)s", num=figures.games)
    rounds = ngettext("%(num)s round", "%(num)s rounds", figures.rounds)
    # Translators: stands below "1 of 3", the games that were won of those played.
    games_won = ngettext("game won", "games won", figures.games)
    yield fact(str(figures.won), games_won, Figure.WON, of_games)
    for number, label, figure in _averages(figures, rounds):
        yield fact(number, label, figure)
    won = ngettext(
        "round won of %(rounds)s",
        "rounds won of %(rounds)s",
        figures.rounds_won,
        rounds=figures.rounds,
    )
    yield fact(str(figures.rounds_won), won, Figure.ROUNDS_WON)
    if figures.best is not None and figures.worst is not None:
        fewest = _("fewest points in one of %(rounds)s", rounds=rounds)
        most = _("most points in one of %(rounds)s", rounds=rounds)
        yield fact(signed(figures.best), fewest, Figure.BEST)
        yield fact(signed(figures.worst), most, Figure.WORST)
    for count, label, figure in _counts(figures, rounds):
        if count:
            yield fact(str(count), label, figure)
    if figures.streak > 1:
        yield fact(str(figures.streak), _("games won in a row"), Figure.STREAK, of_games)
    if figures.comebacks:
        label = _("from last at half-time to first")
        yield fact(str(figures.comebacks), label, Figure.COMEBACKS, of_games)


def _averages(figures: Figures, rounds: str) -> Iterator[tuple[str, str, Figure]]:
    """Yield the averages with their labels; with too few games, only how many there are."""
    if not figures.is_ranked:
        yield few_games(figures.met), _("too few for averages"), Figure.BEATEN
        return
    if figures.beaten is not None:
        games = ngettext("%(num)s game", "%(num)s games", figures.met)
        beaten = _("of the table beaten, %(games)s", games=games)
        yield percent(figures.beaten), beaten, Figure.BEATEN
    if figures.place is not None:
        games = ngettext("%(num)s game", "%(num)s games", figures.games)
        yield decimal(figures.place), _("average place, %(games)s", games=games), Figure.GAMES
    if figures.edge is not None:
        yield *_edge_words(figures.edge, rounds), Figure.ROUNDS


def _edge_words(edge: float, rounds: str) -> tuple[str, str]:
    """Return a number of points a round, and whether they are more or fewer than the average."""
    points = decimal(abs(edge))
    if points == decimal(0):
        # Translators: stands above "points a round as the table’s average".
        return _("as many"), _("points a round as the table’s average, %(rounds)s", rounds=rounds)
    if edge < 0:
        return points, _("points a round more than the table’s average, %(rounds)s", rounds=rounds)
    return points, _("points a round fewer than the table’s average, %(rounds)s", rounds=rounds)


def _counts(figures: Figures, rounds: str) -> Iterator[tuple[int, str, Figure]]:
    """Yield what is counted over the rounds, with its label."""
    bent = ngettext("board bent in %(rounds)s", "boards bent in %(rounds)s", figures.bent,
                    rounds=rounds)  # fmt: skip
    yield figures.bent, bent, Figure.BENT
    suffered = ngettext("bent board suffered in %(rounds)s", "bent boards suffered in %(rounds)s",
                        figures.suffered, rounds=rounds)  # fmt: skip
    yield figures.suffered, suffered, Figure.SUFFERED
    calls = _(
        "%(calls)s in %(rounds)s",
        calls=ngettext("call", "calls", figures.calls),
        rounds=ngettext("%(num)s recorded round", "%(num)s recorded rounds", figures.called),
    )
    yield figures.calls, calls, Figure.CALLS
    too_many = ngettext("call too many in %(rounds)s", "calls too many in %(rounds)s",
                        figures.overcalls, rounds=rounds)  # fmt: skip
    yield figures.overcalls, too_many, Figure.OVERCALLS


def facing_of(duel: Duel) -> Iterator[Facing]:
    """Yield the lines that compare two people over the games they played together."""
    one, other = (figures_of(person, duel.games) for person in (duel.one, duel.other))
    if one.is_ranked and one.place is not None and other.place is not None:
        yield _facing(_("average place"), one.place, other.place, less=True)
    yield _facing(_("rounds won"), one.rounds_won, other.rounds_won)
    yield _facing(_("bent the board"), one.bent, other.bent)
    if one.best is not None and other.best is not None:
        yield _facing(_("fewest points in a round"), one.best, other.best, less=True)
    whole = [game for game in duel.games if game.result.is_whole]
    if whole and one.best is not None:
        totals = [
            min(player.total for game in whole if (player := game.player(person)))
            for person in (duel.one, duel.other)
        ]
        yield _facing(_("lowest total"), *totals, less=True)
    if one.overcalls or other.overcalls:
        yield _facing(_("calls too many"), one.overcalls, other.overcalls, less=True)


def _facing(label: str, one: float, other: float, *, less: bool = False) -> Facing:
    def text(value: float) -> str:
        return decimal(value) if isinstance(value, float) else signed(value)

    better = 1 if (one < other) == less else 2
    return Facing(label, text(one), text(other), best=0 if one == other else better)


def _never_met(opened: OpenCircle, person: str, others: list[Person]) -> list[tuple[str, str]]:
    """Return whom a person may be the same as, by id and name: those they never played with."""
    met = {other for game in opened.games if person in game.people for other in game.people}
    return [(other.id, other.name) for other in others if other.id not in met]
