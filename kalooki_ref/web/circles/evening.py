"""An evening of a circle: everybody's place and points, who finished ahead of whom."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kalooki_ref.records.figures import Duel, duels_among, table_of
from kalooki_ref.records.people import Person
from kalooki_ref.records.season import evening_leaders, evening_places
from kalooki_ref.records.span import rules_of
from kalooki_ref.web.circles.spans import Chosen
from kalooki_ref.words.figure_words import begun, games_words, lead_words, win_count
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.time_words import date_words


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A person's evening: place, games in words, games won, and points in all.

    ``points`` are None if the evening's games had different rules. The place is "–" for somebody
    who stayed to the end of no game.
    """

    place: str
    person: Person
    games: str
    won: int
    points: int | None


@dataclass(frozen=True, slots=True)
class CircleEvening:
    """An evening of a circle: everybody who is shown, best first, and those who met.

    ``first`` are the names of those who came first.
    """

    first: tuple[str, ...]
    rows: tuple[EveningRow, ...]
    duels: tuple[tuple[Person, Person, Duel], ...]
    title: str

    @property
    def headline(self) -> str:
        """Who is ahead; empty if nobody stayed to the end."""
        names = joined([*self.first])
        return begun(lead_words(names, several=len(self.first) > 1)) if names else ""

    @property
    def shared(self) -> list[tuple[str, str, int | str]]:
        """The evening as text to share: place, name, and points, or wins if they don't add up."""
        return [
            (row.place, row.person.name, win_count(row.won) if row.points is None else row.points)
            for row in self.rows
        ]


def evening_of_circle(chosen: Chosen) -> CircleEvening:
    """Return the evening that was chosen."""
    opened = chosen.opened
    rows = tuple(_rows(chosen))
    people = sorted((row.person for row in rows), key=lambda person: person.name)
    duels = duels_among([person.id for person in people], chosen.games)
    return CircleEvening(
        tuple(opened.names_of(evening_leaders(chosen.games))),
        rows,
        tuple((opened.people[duel.one], opened.people[duel.other], duel) for duel in duels),
        f"{opened.name}, {date_words(chosen.span.evening)}",
    )


def _rows(chosen: Chosen) -> Iterator[EveningRow]:
    games, people = chosen.games, chosen.opened.people
    places = evening_places(games, {*chosen.opened.everybody})
    figures = {own.person: own for own in table_of(games) if own.person in people}
    totals = Counter[str]()
    for game in games:
        for person, seat in zip(game.people, game.result.players, strict=True):
            # What was agreed on with somebody who then played no round is no points of theirs.
            totals[person] += seat.total if seat.rounds else 0
    adds_up, last = len(rules_of(games)) < 2, len(places) + 1
    played = (own.person for own in figures.values() if own.games or own.rounds)
    for person in sorted(
        played, key=lambda person: (places.get(person, (last, 0))[0], people[person].name)
    ):
        place = str(places[person][0]) if person in places else "–"
        own, points = figures[person], totals[person] if adds_up else None
        yield EveningRow(place, people[person], games_words(own), own.won, points)
