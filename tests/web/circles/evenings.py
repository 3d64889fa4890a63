"""Games on given evenings, stored for a phone that knows their links."""

import secrets
from datetime import datetime, timedelta

from flask import Flask

from kalooki_ref.cli.demo_games import DemoGame, ended
from kalooki_ref.game.events import GameEnded
from kalooki_ref.store.event_store import import_game
from kalooki_ref.web.shared.device import COOKIE, Device, _written
from tests.web.phone import Phone

FIRST = datetime.fromisoformat("2026-01-03T20:00:00+00:00")
NAMES = ("Ann", "Ben", "Cleo")


def stored(
    app: Flask, *rounds: dict[int, int], names: tuple[str, ...] = NAMES, week: int = 0
) -> str:
    """Store a game that was stopped after these rounds, the points of each loser by number.

    The winner of a round is the one player without points.
    """
    game = DemoGame("Jamaican", "jamaican", names)
    for points in rounds:
        (winner,) = {*range(1, len(names) + 1)} - points.keys()
        game.add(ended(winner, points))
    made = game.add(GameEnded()).stored(secrets.token_hex(8))
    at = (FIRST + timedelta(weeks=week)).strftime("%Y-%m-%dT%H:%M:%SZ")
    entries = tuple(
        type(one)(one.seq, one.key, one.kind, one.data, one.by, at) for one in made.entries
    )
    moved = type(made)(made.id, made.version, "Jamaican", made.rules, at, entries)
    with app.app_context():
        return import_game(moved)


def knowing(phone: Phone, *games: str) -> Phone:
    """Let a phone know these games, the last one first."""
    with phone.client.application.test_request_context():
        text = _written(Device(games=tuple(reversed(games))))
    phone.client.set_cookie(COOKIE, text)
    return phone


def make_circle(phone: Phone, *games: str, name: str = "Sunday cousins") -> str:
    """Make a circle of these games by the form; return its address."""
    answer = phone.post("/circles", name=name, games=games, base="0")
    assert answer.status_code == 303, phone.words(answer)
    return str(answer.location)
