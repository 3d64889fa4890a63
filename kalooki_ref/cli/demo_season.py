"""A made-up season: an evening a week of five cousins, twelve times, two games on each."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from kalooki_ref.cli.demo_games import FAMILY, DemoGame
from kalooki_ref.game.instants import instant_text
from kalooki_ref.records.season import Rule, Season
from kalooki_ref.store.seasons import SeasonRow
from kalooki_ref.store.tables import StoredGame
from kalooki_ref.web.circles.seasons import row_of

NAME = "Sunday cousins"
# The same in every demo, so that a demo's folder is only filled once.
KEY = "demo-circle"
EVENINGS = 12
GAMES = 2
# Before every other game of the demo.
LAST_DAYS_AGO = 30
WEEK = 7
BETWEEN = timedelta(hours=2)


def season_games() -> tuple[StoredGame, ...]:
    """Return the games, oldest first; Jo misses every third evening, as anybody may."""
    found = []
    for evening in range(EVENINGS):
        names = FAMILY if evening % 3 else tuple(name for name in FAMILY if name != "Jo")
        for number in range(GAMES):
            draw = Random(f"season {evening} {number}")  # noqa: S311 (made-up seats)
            days_ago = LAST_DAYS_AGO + WEEK * (EVENINGS - 1 - evening)
            title = f"Season {evening + 1}.{number + 1}"
            game = DemoGame(title, "jamaican", tuple(draw.sample(names, len(names))), days_ago)
            stored = game.play(len(game.system.contracts)).stored(f"demo-season-{evening}-{number}")
            found.append(_moved(stored, BETWEEN * number))
    return tuple(found)


def season() -> SeasonRow:
    """Return a season of these evenings, and of those to come: the best eight count."""
    last = datetime.now(UTC).date() - timedelta(days=LAST_DAYS_AGO)
    days = last - timedelta(weeks=EVENINGS), last + timedelta(weeks=EVENINGS)
    return row_of(Season("Twelve evenings", *days, Rule(best=8)))


def _moved(stored: StoredGame, later: timedelta) -> StoredGame:
    """Return a game under the name of its rules, at nine in the evening and later."""
    last = datetime.fromisoformat(stored.entries[-1].at)
    wanted = datetime.combine(last.date(), datetime.min.time(), UTC) + timedelta(hours=19) + later
    entries = tuple(
        replace(entry, at=instant_text(datetime.fromisoformat(entry.at) + (wanted - last)))
        for entry in stored.entries
    )
    return replace(stored, created_at=entries[0].at, entries=entries)
