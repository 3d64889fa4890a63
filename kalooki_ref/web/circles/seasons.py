"""Seasons of a circle: the league on screen, on paper and as CSV, and the podium at the end."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort

from kalooki_ref.records.people import Person, Played
from kalooki_ref.records.season import LeagueRow, Rule, Scoring, Season, league, places_by_evening
from kalooki_ref.store.event_store import now
from kalooki_ref.store.seasons import SeasonRow, seasons_of
from kalooki_ref.web.circles.circle import OpenCircle, open_circle, what_was_done
from kalooki_ref.web.circles.league_chart import places_chart
from kalooki_ref.web.results.spreadsheet import SEPARATORS, safe, text_of, usual_separator
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.season_words import (
    lead_words,
    margin_words,
    moved_words,
    rule_words,
    score_words,
    standing_words,
)
from kalooki_ref.words.time_words import date_words, evening_of

blueprint = Blueprint("circle_seasons", __name__)

MOST_ON_PODIUM = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A person in the league, in words; ``way`` is up, down, same or new."""

    person: Person
    row: LeagueRow
    score: str
    moved: str
    way: str
    scores: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class OpenSeason:
    """A season of a circle with its evenings and the league after the last one."""

    opened: OpenCircle
    id: str
    season: Season
    evenings: tuple[tuple[Played, ...], ...]
    rows: tuple[LeagueRow, ...]

    @property
    def is_over(self) -> bool:
        """Whether its last evening is past."""
        today = evening_of(now(), self.opened.circle.zone)
        return bool(self.evenings) and today is not None and today > self.season.last

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(_line(self.opened, row) for row in self.rows)

    @property
    def headline(self) -> str:
        """Who leads, or who won; empty before the first evening."""
        first = [self.opened.name_of(row.person) for row in self.rows if row.place == 1]
        if not first:
            return ""
        if self.is_over:
            return standing_words(first, is_over=True)
        return lead_words(first, self.rows[0])

    @property
    def story(self) -> str:
        """By how much, or after which evening."""
        if self.is_over:
            margin = margin_words(self.season.rule, self.rows)
            return _("%(season)s, %(margin)s", season=self.season.name, margin=margin)
        count = len(self.evenings)
        return ngettext("After %(num)s evening", "After %(num)s evenings", count)


@blueprint.get("/c/<circle>/seasons")
def index(circle: str) -> str:
    """Show the seasons of the circle, the latest first."""
    opened = open_circle(circle)
    found = [open_season(opened, key, row) for key, row in seasons_of(opened.circle.id).items()]
    return render(
        "circles/seasons.html", opened=opened, done=what_was_done(opened.circle), seasons=found
    )


@blueprint.get("/c/<circle>/seasons/<season>")
def show(circle: str, season: str) -> str:
    """Show the league; when the season is over, its podium."""
    this = season_at(open_circle(circle), season)
    return render(
        "circles/league.html",
        this=this,
        opened=this.opened,
        done=what_was_done(this.opened.circle),
        rule=rule_words(this.season.rule),
        days=[date_words(day) for day in (this.season.first, this.season.last)],
        podium=[line for line in this.lines if line.row.place <= MOST_ON_PODIUM][:MOST_ON_PODIUM]
        if this.is_over else [],
        chart=places_chart(places_by_evening(this.season.rule, this.evenings), this.opened.people),
        shared=[(line.row.place, line.person.name, line.score) for line in this.lines],
    )  # fmt: skip


@blueprint.get("/c/<circle>/seasons/<season>/print")
def paper(circle: str, season: str) -> str:
    """Show the league on one sheet of paper, with every evening's score."""
    this = season_at(open_circle(circle), season)
    return render(
        "circles/league_paper.html",
        this=this,
        opened=this.opened,
        rule=rule_words(this.season.rule),
        days=[date_words(games[0].evening) for games in this.evenings],
    )


@blueprint.get("/c/<circle>/seasons/<season>/league.csv")
def table(circle: str, season: str) -> Response:
    """Send the league as a spreadsheet: a line a person, a column an evening."""
    this = season_at(open_circle(circle), season)
    days = [games[0].evening.isoformat() for games in this.evenings if games[0].evening]
    rows: list[Sequence[object]] = [[_("place"), _("name"), *days, _("counts")]]
    rows += [
        [
            line.row.place,
            safe(line.person.name),
            *(text for text, _counts in line.scores),
            line.score,
        ]
        for line in this.lines
    ]
    answer = Response(text_of(rows, SEPARATORS[usual_separator()]), mimetype="text/csv")
    answer.headers["Content-Disposition"] = 'attachment; filename="league.csv"'
    return answer


def season_at(opened: OpenCircle, key: str) -> OpenSeason:
    """Return the season with this id; aborts with 404 for an unknown one."""
    row = seasons_of(opened.circle.id).get(key) or abort(404, _("That season isn’t here any more."))
    return open_season(opened, key, row)


def open_season(opened: OpenCircle, key: str, row: SeasonRow) -> OpenSeason:
    """Return a season with its league; people who aren't shown keep their places in it."""
    season = season_from(row)
    evenings = season.evenings(opened.games)
    rows = tuple(one for one in league(season.rule, evenings) if one.person in opened.people)
    return OpenSeason(opened, key, season, evenings, rows)


def season_from(row: SeasonRow) -> Season:
    """Return a stored season."""
    held = json.loads(row.rule)
    rule = Rule(Scoring(held["scoring"]), tuple(held["points"]), held["best"], held["least"])
    return Season(row.name, date.fromisoformat(row.first), date.fromisoformat(row.last), rule)


def row_of(season: Season) -> SeasonRow:
    """Return a season to store."""
    rule = season.rule
    held = {"scoring": rule.scoring, "points": rule.points, "best": rule.best, "least": rule.least}
    text = json.dumps(held, separators=(",", ":"))
    return SeasonRow(season.name, season.first.isoformat(), season.last.isoformat(), text)


def _line(opened: OpenCircle, row: LeagueRow) -> Line:
    scores = tuple(
        ("" if score is None else score_words(score), at in row.counted)
        for at, score in enumerate(row.scores)
    )
    moved = row.moved
    way = "new" if moved is None else "up" if moved > 0 else "down" if moved else "same"
    person = opened.people[row.person]
    return Line(person, row, score_words(row.score), moved_words(row), way, scores)
