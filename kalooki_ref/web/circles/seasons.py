"""Seasons of a circle: the league on screen, on paper and as CSV, and the podium at the end."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil

from flask import Blueprint, Response, abort

from kalooki_ref.records.people import Person, Played
from kalooki_ref.records.season import LeagueRow, Rule, Scoring, Season, league, places_by_evening
from kalooki_ref.store.event_store import now
from kalooki_ref.store.seasons import SeasonRow, seasons_of
from kalooki_ref.web.circles.circle import OpenCircle, open_circle, what_was_done
from kalooki_ref.web.circles.league_chart import MOST_EVENINGS, PlacesChart, places_chart
from kalooki_ref.web.results.spreadsheet import other_separator, safe, separator_asked, text_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.figure_words import begun
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.season_words import (
    lead_words,
    margin_words,
    moved_words,
    rule_words,
    score_words,
    standing_words,
    total_words,
)
from kalooki_ref.words.time_words import date_words, evening_of

blueprint = Blueprint("circle_seasons", __name__)

MOST_ON_PODIUM = 3
# Evenings beside each other on paper.
MOST_ACROSS = 12


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
        """The league without hidden people, whose places stay empty."""
        rule, people = self.season.rule, self.opened.people
        return tuple(_line(people, rule, row) for row in self.rows if row.person in people)

    @property
    def podium(self) -> tuple[Line, ...]:
        """The first three of a season that is over; none if nobody in first place is shown."""
        first = tuple(line for line in self.lines if line.row.place <= MOST_ON_PODIUM)
        is_shown = self.is_over and first and first[0].row.place == 1
        return first[:MOST_ON_PODIUM] if is_shown else ()

    @property
    def chart(self) -> PlacesChart | None:
        """The places after each of the last evenings, to draw."""
        places = places_by_evening(self.season.rule, self.evenings, last=MOST_EVENINGS)
        order = [row.person for row in self.rows]
        return places_chart(places, order=order, people=self.opened.people)

    @property
    def headline(self) -> str:
        """Who leads, or who won; empty before the first evening."""
        first = self.opened.names_of(row.person for row in self.rows if row.place == 1)
        if not first:
            return ""
        if self.is_over:
            return begun(standing_words(first, is_over=True))
        return begun(lead_words(first, self.rows[0]))

    @property
    def margin(self) -> str:
        """By how much it was won; empty before that, and for a shared first place."""
        return margin_words(self.season.rule, self.rows) if self.is_over else ""

    @property
    def after(self) -> str:
        """After how many evenings this is, or that none was played yet."""
        count = len(self.evenings)
        if not count:
            return _("No evening in it yet")
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
        podium=this.podium,
        chart=this.chart,
        shared=[(line.row.place, line.person.name, line.score) for line in this.lines],
        other_separator=other_separator(),
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
        tables=tables_of(len(this.evenings)),
        chart=this.chart,
    )


def tables_of(evenings: int) -> list[range]:
    """Return the evenings, from 0, of each table that a sheet is wide enough for, newest first."""
    tables = ceil(evenings / MOST_ACROSS) or 1
    size = ceil(evenings / tables) or 1
    return [range(max(0, end - size), end) for end in range(evenings, 0, -size)]


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
    answer = Response(text_of(rows, separator_asked()), mimetype="text/csv")
    answer.headers["Content-Disposition"] = 'attachment; filename="league.csv"'
    return answer


def season_at(opened: OpenCircle, key: str) -> OpenSeason:
    """Return the season with this id; aborts with 404 for an unknown one."""
    row = seasons_of(opened.circle.id).get(key) or abort(404, _("That season isn’t here any more."))
    return open_season(opened, key, row)


def open_season(opened: OpenCircle, key: str, row: SeasonRow) -> OpenSeason:
    """Return a season with its league."""
    season = season_from(row)
    evenings = season.evenings(opened.games)
    rows = sorted(
        league(season.rule, evenings),
        key=lambda row: (row.place, -row.evenings, opened.name_of(row.person)),
    )
    return OpenSeason(opened, key, season, evenings, tuple(rows))


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


def _line(people: Mapping[str, Person], rule: Rule, row: LeagueRow) -> Line:
    scores = tuple(
        ("" if score is None else score_words(score), evening in row.counted)
        for evening, score in enumerate(row.scores)
    )
    moved = row.moved
    way = "new" if moved is None else "up" if moved > 0 else "down" if moved else "same"
    total = total_words(rule, row.score)
    return Line(people[row.person], row, total, moved_words(row), way, scores)
