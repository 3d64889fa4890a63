"""Measures the pages of a circle with a thousand games: CPU milliseconds, beside their target.

The last game's page and its cards are among them, since they say which records it broke.

The target is scaled by the time of mahjong's shanten on this machine; fails above it.
"""

import logging
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from flask.testing import FlaskClient

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.pages import factor
from kalooki_ref import create_app
from kalooki_ref.cli.demo_games import FAMILY, DemoGame
from kalooki_ref.cli.demo_season import season
from kalooki_ref.store.circles import Change, Circle, change_circle, create_circle
from kalooki_ref.store.event_store import import_game

GAMES, REQUESTS = 1_000, 20
PERSON = re.compile(r"/people/([0-9a-f]+)")
# Milliseconds.
TARGET = 100.0
PAGES = (
    "",
    "/people",
    "/people/{one}",
    "/people/{one}/{other}",
    "/evenings",
    "/games",
    "/games?person={one}&figure=rounds",
    "/records",
    "/seasons",
    "/seasons/season",
    "/seasons/season/print",
)
GAME_PAGES = ("", "/cards", "/standings")


def filled() -> tuple[Circle, str]:
    """Store a thousand games of four or five people on two hundred evenings; return the newest."""
    games = []
    for number in range(GAMES):
        draw = Random(number)
        names = tuple(draw.sample(FAMILY, draw.choice((4, 5))))
        game = DemoGame(f"Game {number}", "jamaican", names, days_ago=number // 5)
        played = game.play(len(game.system.contracts))
        games.append(import_game(played.stored(f"bench-{number}")))
    made = create_circle("bench", name="Bench", zone="", games=games)
    change_circle(made.id, Change(seasons={"season": season()}))
    return made, games[0]


def cost(client: FlaskClient, address: str) -> float:
    """Return the median CPU time of a page in milliseconds."""
    taken = []
    for _time in range(REQUESTS):
        started = time.process_time()
        assert client.get(address).status_code == 200, address
        taken.append((time.process_time() - started) * 1000)
    return statistics.median(taken)


def main() -> int:
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder, "LIMITS": False})
        with app.app_context():
            circle, game = filled()
        client = app.test_client()
        at = f"/c/{circle.shows}"
        while b"counted yet" in client.get(at).data:
            pass
        found = PERSON.findall(client.get(f"{at}/people?year=all").text)
        pages = [at + page.format(one=found[0], other=found[1]) for page in PAGES]
        pages = [f"{page}{'&' if '?' in page else '?'}year=all" for page in pages]
        pages += [f"/g/{game}{page}" for page in GAME_PAGES]
        most = TARGET * factor()
        print(f"CPU in ms with {GAMES} games; no page should take more than {most:.1f} here")
        taken = {page: cost(client, page) for page in pages}
        for page, millis in taken.items():
            print(f"{page.replace(circle.shows, '…').replace(game, '…'):60}{millis:9.1f}")
    return int(max(taken.values()) > most)


if __name__ == "__main__":
    sys.exit(main())
