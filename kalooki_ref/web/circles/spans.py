"""The choice of games on the pages of a circle, in the query: a year, an evening, the rules."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from flask import request, url_for

from kalooki_ref.records.people import Played
from kalooki_ref.records.span import Span, titles_of, years_of
from kalooki_ref.web.circles.circle import OpenCircle
from kalooki_ref.web.shared.query import number_in
from kalooki_ref.words.language import game_name
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words

ALL_TIME = "all"
LATEST_YEAR = 9999
# What else the query says on a page of games.
KEPT = ("person", "other", "figure")
LONGEST_DATE = len("2026-11-21")


@dataclass(frozen=True)
class Chosen:
    """The games that a page is about; ``games`` are oldest first."""

    opened: OpenCircle
    span: Span
    games: tuple[Played, ...]

    @property
    def words(self) -> str:
        """What was chosen: a year, all time or an evening, and the rules if those are chosen."""
        if self.span.evening:
            when = date_words(self.span.evening)
        else:
            when = str(self.span.year) if self.span.year else _("All time")
        return f"{when}, {game_name(self.span.title)}" if self.span.title else when

    def to(self, endpoint: str, **parts: Any) -> str:
        """Return the URL of a page of the circle about the same games."""
        span = self.span
        chosen = {
            "year": None if span.evening else span.year or ALL_TIME,
            "evening": span.evening and span.evening.isoformat(),
            "rules": span.title or None,
        }
        return url_for(endpoint, **{"circle": self.opened.address} | chosen | parts)

    @property
    def years(self) -> list[tuple[str, str]]:
        """The years to choose from as labels and URLs of this page, the newest first."""
        labels = {ALL_TIME: _("All")} | {
            str(year): str(year) for year in years_of(self.opened.games)
        }
        wanted = [*labels][1:] + [*labels][:1]
        return [(labels[year], self._here(year=year, evening=None)) for year in wanted]

    @property
    def titles(self) -> list[tuple[str, str]]:
        """The rules to choose from as labels and URLs of this page; none if all are the same."""
        titles = titles_of(self.opened.games)
        if len(titles) < 2:
            return []
        every = [(_("All games"), self._here(rules=None))]
        return every + [(game_name(title), self._here(rules=title)) for title in titles]

    @property
    def here(self) -> str:
        """The URL of this page."""
        return self._here()

    def further(self, page: int) -> str:
        """Return the URL of another page of the same list."""
        return self._here(page=page)

    def _here(self, **changes: Any) -> str:
        kept = {name: value for name, value in request.args.items() if name in KEPT}
        return self.to(str(request.endpoint), **kept | (request.view_args or {}) | changes)


def chosen_games(opened: OpenCircle) -> Chosen:
    """Return the games chosen in the query; without a choice, those of the newest year."""
    years = years_of(opened.games)
    sent = request.args.get("year", "")
    year = number_in(sent, most=LATEST_YEAR) if sent else next(iter(years), None)
    title = request.args.get("rules", "")
    span = Span(year, _day(request.args.get("evening", "")), title)
    return Chosen(opened, span, span.of(opened.games))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == LONGEST_DATE else None
    except ValueError:
        return None
