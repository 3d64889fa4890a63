"""The form of a season: a new one, another rule, and its deletion."""

import re
import secrets
from dataclasses import dataclass, replace
from datetime import date

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.records.season import USUAL_POINTS, Rule, Scoring, Season, league
from kalooki_ref.store.circles import Change
from kalooki_ref.store.seasons import seasons_of
from kalooki_ref.web.circles.circle import OpenCircle, changed, open_circle
from kalooki_ref.web.circles.seasons import OpenSeason, row_of, season_at
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.names import fault_of, is_blank, tidy
from kalooki_ref.web.shared.query import choice, number_in
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.season_words import changed_place

blueprint = Blueprint("season_form", __name__)

MOST_SEASONS = 40
MOST_EVENINGS = 99
MOST_PLACES = 20
POINTS = re.compile(r"[0-9]{1,3}(?:[-, ;]+[0-9]{1,3}){0,19}", re.ASCII)
ID_BYTES = 8
LONGEST_DATE = len("2026-11-21")


@dataclass(frozen=True, slots=True)
class Typed:
    """The form as typed, and what is wrong, by field."""

    name: str = ""
    first: str = ""
    last: str = ""
    scoring: str = Scoring.POINTS
    points: str = "-".join(map(str, USUAL_POINTS))
    best: str = ""
    least: str = ""
    faults: tuple[tuple[str, str], ...] = ()

    def fault(self, field: str) -> list[str]:
        """Return the errors of a field."""
        return [text for name, text in self.faults if name == field]


@blueprint.get("/c/<circle>/seasons/new")
def new(circle: str) -> str:
    """Show the form of a new season: this year, with the usual points."""
    opened = open_circle(circle)
    years = [game.evening.year for game in opened.games if game.evening]
    first, last = (f"{max(years)}-01-01", f"{max(years)}-12-31") if years else ("", "")
    return _page(opened, Typed(first=first, last=last), season=None)


@blueprint.post("/c/<circle>/seasons")
def create(circle: str) -> ResponseReturnValue:
    """Add a season, or show the form with what is wrong."""
    opened = open_circle(circle)
    typed, season = read_form()
    if season is not None and len(seasons_of(opened.circle.id)) >= MOST_SEASONS:
        full = _("This circle takes %(most)s seasons. Delete an old one.", most=MOST_SEASONS)
        typed, season = replace(typed, faults=(("name", full),)), None
    if season is None:
        return _page(opened, typed, season=None), 422
    key = secrets.token_hex(ID_BYTES)
    words = _("%(season)s is here.", season=season.name)
    changed(opened.circle, Change(seasons={key: row_of(season)}), words)
    return see_other(url_for("circle_seasons.show", circle=circle, season=key))


@blueprint.get("/c/<circle>/seasons/<season>/edit")
def edit(circle: str, season: str) -> str:
    """Show the form of a season."""
    this = season_at(open_circle(circle), season)
    return _page(this.opened, as_typed(this.season), season=this)


@blueprint.post("/c/<circle>/seasons/<season>/edit")
def save(circle: str, season: str) -> ResponseReturnValue:
    """Save a season; before a rule that changes places is saved, say which."""
    this = season_at(open_circle(circle), season)
    typed, new_season = read_form()
    if new_season is None:
        return _page(this.opened, typed, season=this), 422
    moves = moves_of(this, new_season)
    if moves and request.form.get("sure") != "1":
        return _page(this.opened, typed, season=this, moves=moves), 422
    words = _("%(season)s is saved.", season=new_season.name)
    changed(this.opened.circle, Change(seasons={season: row_of(new_season)}), words)
    return see_other(url_for("circle_seasons.show", circle=circle, season=season))


@blueprint.post("/c/<circle>/seasons/<season>/delete")
def delete(circle: str, season: str) -> ResponseReturnValue:
    """Delete a season; its games and the circle stay."""
    this = season_at(open_circle(circle), season)
    words = _("%(season)s is deleted. Its games stay.", season=this.season.name)
    changed(this.opened.circle, Change(seasons={season: None}), words)
    return see_other(url_for("circle_seasons.index", circle=circle))


def moves_of(this: OpenSeason, new_season: Season) -> list[str]:
    """Return whose place would change, in words."""
    before = {row.person: row.place for row in this.rows}
    rows = league(new_season.rule, new_season.evenings(this.opened.games))
    after = {row.person: row.place for row in rows if row.person in this.opened.people}
    people = sorted({**before, **after}, key=lambda one: (after.get(one, 99), before.get(one, 99)))
    return [
        changed_place(this.opened.name_of(one), before.get(one), after.get(one))
        for one in people
        if before.get(one) != after.get(one)
    ]


def read_form() -> tuple[Typed, Season | None]:
    """Return the submitted form, and the season if nothing is wrong."""
    sent = {name: text.strip() for name, text in request.form.items()}
    typed = Typed(
        name=tidy(sent.get("name", "")),
        first=sent.get("first", ""),
        last=sent.get("last", ""),
        scoring=sent.get("scoring", ""),
        points=sent.get("points", ""),
        best=sent.get("best", ""),
        least=sent.get("least", ""),
    )
    first, last = day_in(typed.first), day_in(typed.last)
    scoring = choice(sent, "scoring", Scoring)
    points = points_in(typed.points) if scoring is Scoring.POINTS else USUAL_POINTS
    best, least = (_count(text) for text in (typed.best, typed.least))
    day_fault = _("Enter a day, such as 2026-09-01.")
    name_fault = _("Give the season a name.") if is_blank(typed.name) else fault_of(typed.name)
    count_fault = _("Enter a number of evenings, or leave it blank.")
    faults = [
        ("name", name_fault),
        ("first", None if first else day_fault),
        ("last", None if last else day_fault),
        ("scoring", None if scoring else _("Choose what decides the season.")),
        ("points", None if points else _("Enter the points of each place, such as 10-7-5-3-1.")),
        ("best", count_fault if best is None else None),
        ("least", count_fault if least is None else None),
    ]
    if first and last and last < first:
        faults.append(("last", _("The last day is before the first one.")))
    wrong = tuple((field, text) for field, text in faults if text)
    if wrong or not (first and last and scoring and points) or best is None or least is None:
        return replace(typed, faults=wrong), None
    return typed, Season(typed.name, first, last, Rule(scoring, points, best, least))


def as_typed(season: Season) -> Typed:
    """Return a season as the form has it."""
    rule = season.rule
    return Typed(
        season.name,
        season.first.isoformat(),
        season.last.isoformat(),
        rule.scoring,
        "-".join(map(str, rule.points)),
        str(rule.best or ""),
        str(rule.least or ""),
    )


def day_in(text: str) -> date | None:
    """Return a day written in ISO 8601; None if the text isn't one.

    >>> day_in("2026-02-29"), day_in("2026-02-28")
    (None, datetime.date(2026, 2, 28))
    """
    try:
        return date.fromisoformat(text) if len(text) == LONGEST_DATE else None
    except ValueError:
        return None


def points_in(text: str) -> tuple[int, ...]:
    """Return the points of each place; none if the text has no such points, or they rise.

    >>> points_in("10-7-5"), points_in("5, 3"), points_in("1-2"), points_in("ten")
    ((10, 7, 5), (5, 3), (), ())
    """
    if not POINTS.fullmatch(text):
        return ()
    points = tuple(int(part) for part in re.split("[-, ;]+", text))
    return points if points == tuple(sorted(points, reverse=True)) else ()


def _count(text: str) -> int | None:
    return number_in(text or "0", most=MOST_EVENINGS)


def _page(
    opened: OpenCircle, typed: Typed, *, season: OpenSeason | None, moves: list[str] | None = None
) -> str:
    return render(
        "circles/season_form.html", opened=opened, typed=typed, season=season, moves=moves or []
    )
