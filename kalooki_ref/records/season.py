"""A season: a span of evenings with one rule, and the league after each of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby

from kalooki_ref.records.people import Played

# Points for the places of an evening, from the first.
USUAL_POINTS = (10, 7, 5, 3, 1)
# Sums of halves and thirds of points: what differs by less is a tie.
ROUNDED_TO = 6


class Scoring(StrEnum):
    """What decides a season."""

    POINTS = "points"
    AVERAGE = "average"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of a season.

    Only the ``best`` evenings of a person count, 0 for all. A person who came to fewer than
    ``least`` evenings is a guest: not in the league, and without a place on any evening.
    """

    scoring: Scoring = Scoring.POINTS
    points: tuple[int, ...] = USUAL_POINTS
    best: int = 0
    least: int = 0


@dataclass(frozen=True, slots=True)
class Season:
    """A season: its evenings are those from ``first`` to ``last``, both included."""

    name: str
    first: date
    last: date
    rule: Rule = Rule()

    def evenings(self, games: Sequence[Played]) -> tuple[tuple[Played, ...], ...]:
        """Return the games of each evening of the season, oldest first."""
        within = [
            game for game in games if game.evening and self.first <= game.evening <= self.last
        ]
        within.sort(key=lambda game: game.evening or self.first)
        return tuple(tuple(group) for _day, group in groupby(within, key=lambda game: game.evening))


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A person in the league: place from 1, shared if equal; score; how many places they moved up.

    ``scores`` are those of each evening, None without them; ``counted`` are the evenings, from 0,
    whose scores count. ``moved`` is None for somebody who wasn't in the league before.
    """

    person: str
    place: int
    score: float
    scores: tuple[float | None, ...]
    counted: tuple[int, ...]
    moved: int | None = None

    @property
    def evenings(self) -> int:
        """How many evenings they came to."""
        return sum(score is not None for score in self.scores)


def league(rule: Rule, evenings: Sequence[Sequence[Played]]) -> tuple[LeagueRow, ...]:
    """Return the league after these evenings, best first, with the movement of the last one."""
    rows = _standing(rule, evenings)
    before = {row.person: row.place for row in _standing(rule, evenings[:-1])}
    return tuple(
        LeagueRow(
            row.person,
            row.place,
            row.score,
            row.scores,
            row.counted,
            before[row.person] - row.place if row.person in before else None,
        )
        for row in rows
    )


def places_by_evening(
    rule: Rule, evenings: Sequence[Sequence[Played]]
) -> tuple[dict[str, int], ...]:
    """Return everybody's place in the league after each evening."""
    return tuple(
        {row.person: row.place for row in _standing(rule, evenings[:count])}
        for count in range(1, len(evenings) + 1)
    )


def evening_places(games: Sequence[Played], people: set[str]) -> dict[str, tuple[int, int]]:
    """Return the place of each of these people on an evening, and how many share it.

    An evening is decided by the average share of these people that each finished before, over the
    games in which they have a place.
    """
    shares: dict[str, list[float]] = {}
    for game in games:
        placed = {
            person: one.place
            for person, one in zip(game.people, game.result.players, strict=True)
            if person in people and one.place is not None
        }
        for person, place in placed.items():
            worse = sum(other > place for other in placed.values())
            tied = sum(other == place for other in placed.values()) - 1
            share = (worse + tied / 2) / (len(placed) - 1) if len(placed) > 1 else 1.0
            shares.setdefault(person, []).append(share)
    averages = {one: round(sum(every) / len(every), ROUNDED_TO) for one, every in shares.items()}
    counts = Counter(averages.values())
    return {
        person: (1 + sum(other > average for other in averages.values()), counts[average])
        for person, average in averages.items()
    }


def _standing(rule: Rule, evenings: Sequence[Sequence[Played]]) -> list[LeagueRow]:
    members = _members(rule, evenings)
    scored = [_evening_scores(rule, games, members) for games in evenings]
    rows = []
    for person in members:
        scores = tuple(one.get(person) for one in scored)
        came = [at for at, score in enumerate(scores) if score is not None]
        best = sorted(came, key=lambda at: ((scores[at] or 0) * _sign(rule), at))
        counted = tuple(sorted(best[: rule.best or None]))
        values = [scores[at] or 0 for at in counted]
        score = round(sum(values), ROUNDED_TO)
        if rule.scoring is Scoring.AVERAGE:
            score = round(sum(values) / len(values), ROUNDED_TO)
        rows.append(LeagueRow(person, 0, score, scores, counted))
    rows.sort(key=lambda row: (row.score * _sign(rule), -row.evenings, row.person))
    better = [row.score * _sign(rule) for row in rows]
    return [
        LeagueRow(
            row.person, 1 + sum(other < own for other in better), row.score, row.scores, row.counted
        )
        for row, own in zip(rows, better, strict=True)
    ]


def _members(rule: Rule, evenings: Sequence[Sequence[Played]]) -> set[str]:
    """Return who is in the league: with too few evenings so far, nobody can be a guest yet."""
    came = Counter[str]()
    for games in evenings:
        came.update(
            {
                person
                for game in games
                for person, one in zip(game.people, game.result.players, strict=True)
                if one.place is not None
            }
        )
    least = min(rule.least, len(evenings))
    return {person for person, count in came.items() if count >= least}


def _evening_scores(rule: Rule, games: Sequence[Played], members: set[str]) -> dict[str, float]:
    if rule.scoring is Scoring.WINS:
        return _wins(games, members)
    places = evening_places(games, members)
    if rule.scoring is Scoring.AVERAGE:
        return {person: place + (shared - 1) / 2 for person, (place, shared) in places.items()}
    return {
        person: sum(_points(rule, place + step) for step in range(shared)) / shared
        for person, (place, shared) in places.items()
    }


def _wins(games: Sequence[Played], members: set[str]) -> dict[str, float]:
    """Return the games won on an evening; who shares a first place has a part of the win."""
    won: dict[str, float] = {}
    for game in games:
        for person, one in zip(game.people, game.result.players, strict=True):
            if person in members and one.place is not None:
                part = 1 / len(game.winners) if one.place == 1 else 0.0
                won[person] = won.get(person, 0.0) + part
    return won


def _points(rule: Rule, place: int) -> int:
    return rule.points[place - 1] if place <= len(rule.points) else 0


def _sign(rule: Rule) -> int:
    """Return what to multiply a score with, so that less is better."""
    return 1 if rule.scoring is Scoring.AVERAGE else -1
