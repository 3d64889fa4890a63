"""A circle in a file: its name and zone, who is who, its games by key, its seasons.

Its games are in the same file. Its addresses aren't: each app has its own.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import current_app

from kalooki_ref.game.record import SHOWN_KEY
from kalooki_ref.records.season import Rule, Scoring, Season
from kalooki_ref.store.circles import Circle, ids_by_key, spellings_of
from kalooki_ref.store.seasons import SeasonRow, seasons_of
from kalooki_ref.web.circles.remembering import MOST_CIRCLES
from kalooki_ref.web.circles.season_form import MOST_EVENINGS, MOST_SEASONS, points_in
from kalooki_ref.web.circles.seasons import row_of
from kalooki_ref.web.shared.names import fault_of_kept, is_tidy
from kalooki_ref.web.shared.query import day_in
from kalooki_ref.words.time_words import zone_named

CIRCLE_ID = re.compile(r"[\w-]{1,32}", re.ASCII)
SEASON_ID = re.compile(r"[\w-]{1,16}", re.ASCII)
# A person or a spelling: a hash of a name, or one game's player.
WHO = re.compile(r"[0-9a-f]{16}|~[0-9a-f]{12}\.[0-9]{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class FileCircle:
    """A circle of a file, without what was invalid; ``games`` are the keys of first entries."""

    id: str
    name: str
    zone: str
    games: tuple[str, ...]
    spellings: dict[str, str]
    hidden: frozenset[str]
    seasons: dict[str, SeasonRow]


def read_circles(held: Any) -> Iterator[FileCircle]:
    """Yield the circles of a file, without invalid ones."""
    seen = set()
    for each in held[:MOST_CIRCLES] if isinstance(held, list) else ():
        match each:
            case {"key": str(key), "name": str(name)} if CIRCLE_ID.fullmatch(key):
                if name and is_tidy(name) and not fault_of_kept(name) and key not in seen:
                    seen.add(key)
                    yield _circle(key, name, each)


def _circle(key: str, name: str, held: dict[str, Any]) -> FileCircle:
    zone = held.get("zone")
    is_known = isinstance(zone, str) and zone_named(zone) is not None
    spellings, seasons = (_pairs(held.get(each)) for each in ("spellings", "seasons"))
    read = {each: _season(season) for each, season in seasons if SEASON_ID.fullmatch(each)}
    return FileCircle(
        key,
        name,
        str(zone) if is_known else str(current_app.config["TIMEZONE"]),
        tuple(dict.fromkeys(_texts(held.get("games"), SHOWN_KEY))),
        {
            name: person
            for name, person in spellings
            if WHO.fullmatch(name) and isinstance(person, str) and WHO.fullmatch(person)
        },
        frozenset(_texts(held.get("hidden"), WHO)),
        {each: row for each, row in [*read.items()][:MOST_SEASONS] if row},
    )


def _texts(held: Any, pattern: re.Pattern[str]) -> Iterator[str]:
    for each in held if isinstance(held, list) else ():
        if isinstance(each, str) and pattern.fullmatch(each):
            yield each


def _pairs(held: Any) -> list[tuple[str, Any]]:
    return [*held.items()] if isinstance(held, dict) else []


def _season(held: Any) -> SeasonRow | None:
    """Return a season of the file; None if a part of it is invalid."""
    match held:
        case {
            "name": str(name),
            "first": str(first),
            "last": str(last),
            "rule": {"scoring": str(scoring), "points": [*typed], "best": best, "least": least},
        }:
            days = day_in(first), day_in(last)
            points = points_in("-".join(map(str, typed)))
            evenings = range(MOST_EVENINGS + 1)
            is_named = name and is_tidy(name) and not fault_of_kept(name)
            is_rule = points and scoring in list(Scoring) and best in evenings and least in evenings
            if is_named and is_rule and days[0] and days[1] and days[0] <= days[1]:
                rule = Rule(Scoring(scoring), points, int(best), int(least))
                return row_of(Season(name, days[0], days[1], rule))
    return None


def circle_data(circle: Circle) -> dict[str, Any]:
    """Return a circle as data, without its addresses."""
    spellings, hidden = spellings_of(circle.id)
    seasons = seasons_of(circle.id).items()
    return {
        "key": circle.id,
        "name": circle.name,
        "zone": circle.zone,
        "games": sorted(ids_by_key(circle.id)),
        "spellings": dict(sorted(spellings.items())),
        "hidden": sorted(hidden),
        "seasons": {
            key: {
                "name": row.name,
                "first": row.first,
                "last": row.last,
                "rule": json.loads(row.rule),
            }
            for key, row in seasons
        },
    }
