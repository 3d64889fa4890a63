"""The form of a season: a new one, another rule, and its deletion."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.records.season import USUAL_POINTS, Rule, Scoring, Season, league
from kalooki_ref.store.circles import Change
from kalooki_ref.store.seasons import seasons_of
from kalooki_ref.typed_numbers import plain_number
from kalooki_ref.web.circles.circle import OpenCircle, changed, open_circle
from kalooki_ref.web.circles.seasons import OpenSeason, row_of, season_at
from kalooki_ref.web.shared.append import stamp_sent
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.names import fault_of, is_blank, tidy
from kalooki_ref.web.shared.query import choice, day_in, number_in
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.season_words import changed_row, rule_words
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("season_form", __name__)

MOST_SEASONS = 40
MOST_EVENINGS = 99
MOST_PLACES = 20
MOST_POINTS = 999
# A phone makes a dash of two hyphens.
BETWEEN = r"[-\N{EM DASH},;/\s]"
POINTS = re.compile(rf"[0-9]{{1,3}}(?:{BETWEEN}+[0-9]{{1,3}}){{0,{MOST_PLACES - 1}}}{BETWEEN}*")
ID_DIGITS, MARK_DIGITS = 16, 16


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
    """Add a season, or show the form with what is wrong; a form sent twice adds one."""
    opened = open_circle(circle)
    key = hashlib.sha256(stamp_sent().key.encode()).hexdigest()[:ID_DIGITS]
    here = seasons_of(opened.circle.id)
    if key in here:
        return see_other(url_for("circle_seasons.show", circle=circle, season=key))
    typed, season = read_form()
    if season is not None and len(here) >= MOST_SEASONS:
        full = _("This circle takes %(most)s seasons. Delete an old one.", most=MOST_SEASONS)
        typed, season = replace(typed, faults=(("name", full),)), None
    if season is None:
        return _page(opened, typed, season=None), 422
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
    """Save a season; say first what it changes in the league, and what another phone saved."""
    this = season_at(open_circle(circle), season)
    typed, new_season = read_form()
    if new_season is None:
        return _page(this.opened, typed, season=this), 422
    moves, now = moves_of(this, new_season), mark_of(this.season)
    is_stale = new_season != this.season and request.form.get("before", now) != now
    sure = question_of(new_season, moves)
    if is_stale or (moves and request.form.get("sure") != sure):
        page = _page(this.opened, typed, season=this, moves=moves, sure=sure, is_stale=is_stale)
        return page, 409 if is_stale else 422
    words = _("%(season)s is saved.", season=new_season.name)
    changed(this.opened.circle, Change(seasons={season: row_of(new_season)}), words)
    return see_other(url_for("circle_seasons.show", circle=circle, season=season))


@blueprint.post("/c/<circle>/seasons/<season>/delete")
def delete(circle: str, season: str) -> ResponseReturnValue:
    """Delete a season, unless it is already; its games and the circle stay."""
    opened = open_circle(circle)
    if season not in seasons_of(opened.circle.id):
        return see_other(url_for("circle_seasons.index", circle=circle))
    this = season_at(opened, season)
    words = _("%(season)s is deleted. Its games stay.", season=this.season.name)
    changed(this.opened.circle, Change(seasons={season: None}), words)
    return see_other(url_for("circle_seasons.index", circle=circle))


def moves_of(this: OpenSeason, new_season: Season) -> list[str]:
    """Return whose place or score would change, in words."""
    rows = league(new_season.rule, new_season.evenings(this.opened.games))
    before, after = ({row.person: row for row in every} for every in (this.rows, rows))
    rules = this.season.rule, new_season.rule
    order = [*after, *(person for person in before if person not in after)]
    return [
        words
        for person in order
        if person in this.opened.people
        and (words := changed_row(
            this.opened.name_of(person), before.get(person), after.get(person), rules=rules
        ))
    ]  # fmt: skip


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
    best, least = (number_in(text or "0", most=MOST_EVENINGS) for text in (typed.best, typed.least))
    day_fault = _("Enter a day, such as 2026-09-01.")
    name_fault = _("Give the season a name.") if is_blank(typed.name) else fault_of(typed.name)
    count_fault = _(
        "Enter a number of evenings up to %(most)s, or leave it blank.", most=MOST_EVENINGS
    )
    points_fault = _(
        "Enter the points of each place, such as 10-7-5-3-1. Up to %(places)s places with up to "
        "%(most)s points each, never more than the place before.",
        places=MOST_PLACES,
        most=MOST_POINTS,
    )
    faults = [
        ("name", name_fault),
        ("first", None if first else day_fault),
        ("last", None if last else day_fault),
        ("scoring", None if scoring else _("Choose what decides the season.")),
        ("points", None if points else points_fault),
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


def points_in(text: str) -> tuple[int, ...]:
    """Return the points of each place; none if the text has no such points, or they rise.

    >>> points_in("10–7–5"), points_in("5, 3,"), points_in("1-2"), points_in("ten")
    ((10, 7, 5), (5, 3), (), ())
    """
    plain = plain_number(text)
    if not POINTS.fullmatch(plain):
        return ()
    points = tuple(map(int, re.findall("[0-9]+", plain)))
    return points if points == tuple(sorted(points, reverse=True)) else ()


def _page(
    opened: OpenCircle,
    typed: Typed,
    *,
    season: OpenSeason | None,
    moves: list[str] | None = None,
    sure: str = "",
    is_stale: bool = False,
) -> str:
    now = mark_of(season.season) if season else ""
    return render(
        "circles/season_form.html",
        opened=opened,
        typed=typed,
        season=season,
        moves=moves or [],
        sure=sure,
        meanwhile=_saved_words(season.season) if season and is_stale else "",
        before=request.form.get("before", now) if typed.faults else now,
    )


def mark_of(season: Season) -> str:
    """Return what the form carries, to notice that another phone changed the season."""
    return hashlib.sha256(repr(row_of(season)).encode()).hexdigest()[:MARK_DIGITS]


def question_of(season: Season, moves: Sequence[str]) -> str:
    """Return what the answer to a question carries: it is about this season and these moves only.

    The form may change after the question, and so may the games.
    """
    asked = repr((row_of(season), *moves)).encode(errors="surrogatepass")
    return hashlib.sha256(asked).hexdigest()[:MARK_DIGITS]


def _saved_words(season: Season) -> str:
    """Return what a season is now, in words."""
    first, last = date_words(season.first), date_words(season.last)
    return _(
        "Another phone has saved this season meanwhile: %(name)s, %(first)s to %(last)s, %(rule)s. "
        "Save again to replace that.",
        name=season.name,
        first=first,
        last=last,
        rule=rule_words(season.rule),
    )
