"""A season: a span of evenings with one rule, and the league after each of them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence, Set
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
    earlier, rows = _standings(rule, evenings, range(len(evenings) - 1, len(evenings) + 1))
    before = {row.person: row.place for row in earlier}
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
    rule: Rule, evenings: Sequence[Sequence[Played]], *, last: int
) -> dict[int, dict[str, int]]:
    """Return everybody's place in the league after each of the last evenings, by their number."""
    counts = range(1, len(evenings) + 1)[-last:]
    return {
        count: {row.person: row.place for row in rows}
        for count, rows in zip(counts, _standings(rule, evenings, counts), strict=True)
    }


def evening_places(games: Sequence[Played], people: Set[str]) -> dict[str, tuple[int, int]]:
    """Return the place of each of these people on an evening, and how many share it.

    An evening is decided by the average share of these people that each finished before, over the
    games in which they have a place.
    """
    shares: dict[str, list[float]] = {}
    for game in games:
        both = zip(game.people, game.result.players, strict=True)
        stayed = {person: result for person, result in both if result.place is not None}
        placed = {person: stayed[person].place or 0 for person in stayed if person in people}
        for person, place in placed.items():
            beaten = stayed[person].beaten
            if beaten is not None and len(placed) == len(stayed):
                shares.setdefault(person, []).append(beaten)
                continue
            worse = sum(other > place for other in placed.values())
            tied = sum(other == place for other in placed.values()) - 1
            share = (worse + tied / 2) / (len(placed) - 1) if len(placed) > 1 else 1.0
            shares.setdefault(person, []).append(share)
    averages = {
        person: round(sum(every) / len(every), ROUNDED_TO) for person, every in shares.items()
    }
    counts, ordered = Counter(averages.values()), sorted(-each for each in averages.values())
    return {
        person: (1 + bisect_left(ordered, -average), counts[average])
        for person, average in averages.items()
    }


def evening_leaders(games: Sequence[Played]) -> tuple[str, ...]:
    """Return who came first on an evening, everybody counted; none if nobody stayed to the end."""
    places = evening_places(games, {person for game in games for person in game.people})
    return tuple(person for person, (place, _shared) in places.items() if place == 1)


def _standings(
    rule: Rule, evenings: Sequence[Sequence[Played]], counts: Iterable[int]
) -> list[list[LeagueRow]]:
    """Return the league after each of these numbers of evenings."""
    came = [_stayed(games) for games in evenings]
    # An evening's scores only change if somebody who came is a guest no longer.
    known: dict[tuple[int, frozenset[str]], dict[str, float]] = {}
    leagues = []
    for count in counts:
        so_far = came[: max(count, 0)]
        members = _members(rule, so_far)
        scored = []
        for evening, people in enumerate(so_far):
            key = evening, people & members
            if key not in known:
                known[key] = _evening_scores(rule, evenings[evening], key[1])
            scored.append(known[key])
        leagues.append(_standing(rule, members, scored))
    return leagues


def _standing(rule: Rule, members: Set[str], scored: Sequence[dict[str, float]]) -> list[LeagueRow]:
    rows = []
    for person in members:
        scores = tuple(of_evening.get(person) for of_evening in scored)
        came = [evening for evening, score in enumerate(scores) if score is not None]
        best = sorted(came, key=lambda evening: ((scores[evening] or 0) * _sign(rule), evening))
        counted = tuple(sorted(best[: rule.best or None]))
        values = [scores[evening] or 0 for evening in counted]
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


def _stayed(games: Sequence[Played]) -> frozenset[str]:
    """Return who has a place in a game of an evening."""
    return frozenset(
        person
        for game in games
        for person, result in zip(game.people, game.result.players, strict=True)
        if result.place is not None
    )


def _members(rule: Rule, came: Sequence[frozenset[str]]) -> set[str]:
    """Return who is in the league: with too few evenings so far, nobody can be a guest yet.

    ``came`` are the people of each evening.
    """
    counts = Counter(person for people in came for person in people)
    least = min(rule.least, len(came))
    return {person for person, count in counts.items() if count >= least}


def _evening_scores(rule: Rule, games: Sequence[Played], members: Set[str]) -> dict[str, float]:
    if rule.scoring is Scoring.WINS:
        return _wins(games, members)
    places = evening_places(games, members)
    if rule.scoring is Scoring.AVERAGE:
        return {person: place + (shared - 1) / 2 for person, (place, shared) in places.items()}
    return {
        # Places beyond the last with points have none.
        person: sum(rule.points[place - 1 : place - 1 + shared]) / shared
        for person, (place, shared) in places.items()
    }


def _wins(games: Sequence[Played], members: Set[str]) -> dict[str, float]:
    """Return the games won on an evening; who shares a first place has a part of the win."""
    won: dict[str, float] = {}
    for game in games:
        for person, result in zip(game.people, game.result.players, strict=True):
            if person in members and result.place is not None:
                part = 1 / len(game.winners) if result.place == 1 else 0.0
                won[person] = won.get(person, 0.0) + part
    return won


def _sign(rule: Rule) -> int:
    """Return what to multiply a score with, so that less is better."""
    return 1 if rule.scoring is Scoring.AVERAGE else -1
