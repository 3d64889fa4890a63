"""The choice of games on the pages of a circle, in the query: a span of time, the rules."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import request, url_for

from kalooki_ref.records.figures import Figures, table_of
from kalooki_ref.records.people import Played
from kalooki_ref.records.span import Span, rules_of, years_of
from kalooki_ref.store.seasons import SeasonRow, seasons_of
from kalooki_ref.web.circles.circle import OpenCircle
from kalooki_ref.web.circles.seasons import season_from
from kalooki_ref.web.shared.query import day_in, number_in
from kalooki_ref.words.figure_words import rules_names
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words

ALL_TIME = "all"
LATEST_YEAR = 9999
# What else the query says on a page of games.
KEPT = ("person", "other", "figure")
# Older seasons are chosen on their own pages.
MOST_SEASONS = 4


@dataclass(frozen=True)
class Chosen:
    """The games that a page is about; ``games`` are oldest first, ``season`` is an id."""

    opened: OpenCircle
    span: Span
    games: tuple[Played, ...]
    season: str
    seasons: dict[str, SeasonRow]

    @cached_property
    def table(self) -> tuple[Figures, ...]:
        """Everybody's figures, best first."""
        names = self.opened.name_of
        return tuple(sorted(table_of(self.games), key=lambda row: (row.order, names(row.person))))

    @cached_property
    def rules_names(self) -> dict[str, str]:
        """The name of each set of rules that was played in the circle."""
        return rules_names(self.opened.games)

    @property
    def words(self) -> str:
        """What was chosen: a year, season, evening or all time, and the rules if those are."""
        if self.span.evening:
            when = date_words(self.span.evening)
        elif self.season:
            when = self.seasons[self.season].name
        else:
            when = str(self.span.year) if self.span.year else _("All time")
        rules = self.rules_names.get(self.span.rules)
        return f"{when}, {rules}" if rules else when

    def to(self, endpoint: str, **parts: Any) -> str:
        """Return the URL of a page of the circle about the same games."""
        span = self.span
        chosen = {
            "year": None if span.evening or self.season else span.year or ALL_TIME,
            "season": self.season or None,
            "evening": span.evening and span.evening.isoformat(),
            "rules": span.rules or None,
        }
        return url_for(endpoint, **{"circle": self.opened.address} | chosen | parts)

    @property
    def times(self) -> list[tuple[str, str]]:
        """The years and seasons to choose from as labels and URLs of this page, newest first.

        Empty if there is only one year and no season.
        """
        years = [(str(year), self._time(year=year)) for year in years_of(self.opened.games)]
        newest = [*self.seasons.items()][:MOST_SEASONS]
        seasons = [(row.name, self._time(season=key)) for key, row in newest]
        every = [(_("All"), self._time(year=ALL_TIME))]
        return years + seasons + every if len(years) > 1 or seasons else []

    @property
    def rules(self) -> list[tuple[str, str]]:
        """The rules to choose from as labels and URLs of this page; none if all are the same."""
        played = rules_of(self.opened.games)
        if len(played) < 2:
            return []
        every = [(_("All games"), self._here(rules=None))]
        return every + [(self.rules_names[key], self._here(rules=key)) for key in played]

    @property
    def here(self) -> str:
        """The URL of this page."""
        return self._here()

    def further(self, page: int) -> str:
        """Return the URL of another page of the same list."""
        return self._here(page=page)

    def _time(self, **chosen: Any) -> str:
        return self._here(**{"year": None, "season": None, "evening": None} | chosen)

    def _here(self, **changes: Any) -> str:
        kept = {name: value for name, value in request.args.items() if name in KEPT}
        return self.to(str(request.endpoint), **kept | (request.view_args or {}) | changes)


def chosen_games(opened: OpenCircle) -> Chosen:
    """Return the games chosen in the query; without a choice, those of the newest year."""
    years, seasons = years_of(opened.games), seasons_of(opened.circle.id)
    sent = request.args.get("year", "")
    year = number_in(sent, most=LATEST_YEAR) if sent else next(iter(years), None)
    evening = day_in(request.args.get("evening", ""))
    season = request.args.get("season", "")
    if evening or season not in seasons:
        season = ""
    chosen = season_from(seasons[season]) if season else None
    days = (chosen.first, chosen.last) if chosen else None
    span = Span(year, evening, days, request.args.get("rules", ""))
    return Chosen(opened, span, span.of(opened.games), season, seasons)
