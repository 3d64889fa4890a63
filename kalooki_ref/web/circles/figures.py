"""The pages of a person and of two people in a circle."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort

from kalooki_ref.records.figures import Duel, Figure, Figures, duel_of, duels_of, figures_of
from kalooki_ref.records.people import Person, Played
from kalooki_ref.web.circles.charts import evening_bars, lead_line
from kalooki_ref.web.circles.circle import OpenCircle, open_circle, what_was_done
from kalooki_ref.web.circles.circles import rows_of
from kalooki_ref.web.circles.spans import Chosen, chosen_games
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.figure_words import decimal, few_games, percent
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
    figures = figures_of(person, chosen.games)
    bars = evening_bars(person, chosen.games)
    row = next((row for row in rows_of(chosen) if row.person.id == person), None)
    others = [one for one in opened.people.values() if one.id != person]
    return render(
        "circles/person.html",
        opened=opened,
        chosen=chosen,
        done=what_was_done(opened.circle),
        who=who,
        row=row,
        ranked=sum(one.place != "·" for one in rows_of(chosen)),
        evenings=len({game.evening for game in chosen.games if game.player(person)}),
        facts=[*facts_of(figures, chosen)],
        bars=bars,
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
    if one == other:
        abort(404, _("Choose two different people."))
    chosen, first, second = chosen_games(opened), opened.person(one), opened.person(other)
    duel = duel_of(one, other, chosen.games)
    return render(
        "circles/pair.html",
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
    yield fact(str(figures.won), _("games won"), Figure.WON, of_games)
    for number, label in _averages(figures):
        yield fact(number, label, Figure.GAMES)
    rounds = ngettext("round won of %(num)s", "rounds won of %(num)s", figures.rounds)
    yield fact(str(figures.rounds_won), rounds, Figure.ROUNDS_WON)
    bent = Figure.BENT if figures.bent else Figure.SUFFERED
    yield fact(str(figures.bent), _("boards bent, and suffered"), bent, f": {figures.suffered}")
    if figures.best is not None and figures.worst is not None:
        yield fact(signed(figures.best), _("fewest points in a round"), Figure.BEST)
        yield fact(signed(figures.worst), _("most points in a round"), Figure.WORST)
    for count, label, figure in (
        (figures.calls, _calls_label(figures.called), Figure.GAMES),
        (figures.overcalls, _("calls too many"), Figure.OVERCALLS),
        (figures.streak if figures.streak > 1 else 0, _("games won in a row"), Figure.STREAK),
        (figures.comebacks, _("from last at half-time to first"), Figure.COMEBACKS),
    ):
        if count:
            yield fact(str(count), label, figure)


def _averages(figures: Figures) -> Iterator[tuple[str, str]]:
    """Yield the averages with their labels; with too few games, only how many there are."""
    games = ngettext("%(num)s game", "%(num)s games", figures.games)
    if not figures.is_ranked:
        yield few_games(figures.games), _("too few for averages")
        return
    if figures.beaten is not None:
        yield percent(figures.beaten), _("of the table beaten, %(games)s", games=games)
    if figures.place is not None:
        yield decimal(figures.place), _("average place, %(games)s", games=games)
    if figures.edge is not None:
        yield decimal(abs(figures.edge)), _edge_label(figures.edge)


def _calls_label(rounds: int) -> str:
    return ngettext("calls in %(num)s recorded round", "calls in %(num)s recorded rounds", rounds)


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
    if len({game.title for game in whole}) == 1:
        yield _facing(
            _("lowest total"), *(_lowest(who, whole) for who in (duel.one, duel.other)), less=True
        )
    if one.overcalls or other.overcalls:
        yield _facing(_("calls too many"), one.overcalls, other.overcalls, less=True)


def _lowest(person: str, games: list[Played]) -> int:
    return min(one.total for game in games if (one := game.player(person)))


def _facing(label: str, one: float, other: float, *, less: bool = False) -> Facing:
    def text(value: float) -> str:
        return decimal(value) if isinstance(value, float) else signed(value)

    better = 1 if (one < other) == less else 2
    return Facing(label, text(one), text(other), best=0 if one == other else better)


def _edge_label(edge: float) -> str:
    if edge < 0:
        return _("points a round more than the table’s average")
    return _("points a round fewer than the table’s average")


def _never_met(opened: OpenCircle, person: str, others: list[Person]) -> list[tuple[str, str]]:
    """Return whom a person may be the same as, by id and name: those they never played with."""
    met = {one for game in opened.games if person in game.people for one in game.people}
    return [(one.id, one.name) for one in others if one.id not in met]
