"""Games on given evenings, stored for a phone that knows their links, and the pages of a circle."""

import json
import re
import secrets
from datetime import datetime, timedelta

from flask import Flask

from kalooki_ref.cli.demo_games import DemoGame, ended
from kalooki_ref.game.events import Event, GameEnded, GameStarted
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.store.event_store import import_game, load_many
from kalooki_ref.web.shared.device import COOKIE, Device, _written
from tests.web.phone import SAME_SITE, Phone

FIRST = datetime.fromisoformat("2026-01-03T20:00:00+00:00")
NAMES = ("Ann", "Ben", "Cleo")
ANN_WINS, BEN_WINS = {2: 10, 3: 25}, {1: 10, 3: 30}


def stored(
    app: Flask,
    *rounds: dict[int, int] | Event,
    names: tuple[str, ...] = NAMES,
    week: int = 0,
    hours: int = 0,
    zone: str = "",
    house: HouseRules | None = None,
) -> str:
    """Store a game that was stopped after these rounds, the points of each loser by number.

    The winner of a round is the one player without points; what else happened is given as events.
    It is played ``hours`` after eight in the evening, UTC.
    """
    game = DemoGame("Jamaican", "jamaican", names)
    game.events[0] = GameStarted(names, dealer=1, zone=zone)
    for points in rounds:
        if isinstance(points, dict):
            (winner,) = {*range(1, len(names) + 1)} - points.keys()
            game.add(ended(winner, points))
        else:
            game.add(points)
    made = game.add(GameEnded()).stored(secrets.token_hex(8))
    at = (FIRST + timedelta(weeks=week, hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
    entries = tuple(
        type(one)(one.seq, one.key, one.kind, one.data, one.by, at) for one in made.entries
    )
    title, rules = "Jamaican", made.rules
    if house is not None:
        title, rules = house.name, json.dumps(as_data(house.system()))
    moved = type(made)(made.id, made.version, title, rules, at, entries)
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


def copied(app: Flask, game_id: str) -> str:
    """Store a copy of a game, as from a link; return its id."""
    with app.app_context():
        (original,) = load_many([game_id])
        return import_game(original)


def href(page: str, label: str) -> str:
    """Return the URL of the link whose content has this label."""
    links = re.findall(r'<a\b[^>]*href="([^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return next(to.replace("&amp;", "&") for to, inside in links if label in inside)


def send(phone: Phone, page: str, action: str, **changes: str) -> None:
    """Submit the form of a page with this action, with its hidden fields."""
    forms = re.findall(r'<form\b[^>]*action="([^"]*)"[^>]*>(.*?)</form>', page, re.DOTALL)
    address, inside = next(form for form in forms if form[0].endswith(action))
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inside))
    answer = phone.client.post(address, data=fields | changes, headers=SAME_SITE)
    assert answer.status_code == 303, phone.words(answer)


def renew(phone: Phone, circle: str, which: str) -> str:
    """Give a circle a new address; return the one that changes it."""
    answer = phone.client.post(f"{circle}/renew", data={"which": which}, headers=SAME_SITE)
    while answer.status_code == 307:
        answer = phone.client.post(answer.location, data={"which": which}, headers=SAME_SITE)
    assert answer.status_code == 303, phone.words(answer)
    return str(answer.location).removesuffix("/settings")


def person_page(phone: Phone, circle: str, name: str) -> str:
    """Return the address of a person's page, with the figures of all years."""
    page = phone.get(f"{circle}/people?year=all").text
    links = re.findall(r'<a\b[^>]*href="([^"]*/people/[^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    found = (to for to, inside in links if re.search(rf"\b{name}\b", inside))
    return next(found).replace("&amp;", "&")


def bobs(app: Flask, phone: Phone) -> str:
    """Return a circle in which Bob played one game and Bobby another."""
    games = [
        stored(app, ANN_WINS, names=("Ann", "Bob", "Cleo")),
        stored(app, BEN_WINS, names=("Ann", "Bobby", "Cleo"), week=1),
    ]
    return make_circle(knowing(phone, *games), *games)


def names_of(phone: Phone, circle: str) -> list[str]:
    page = phone.get(f"{circle}/people").text
    return sorted(re.findall(r'class="place-name">(\w+)', page))


def play(phone: Phone, winner: str, points: tuple[str, str, str], to: str = "round") -> None:
    """Save a round of three players by its form."""
    fields = {"winner": winner}
    for at in range(3):
        fields |= {f"hands-{at}-player": str(at + 1), f"hands-{at}-points": points[at]}
    assert phone.post(to, **fields).status_code == 303
