"""Every role requests every URL of a game, at an open and at a guarded table.

The needed rights are listed here independently; a new URL fails until it is added.
"""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.routing import Rule

from kalooki_ref.store.links import (
    NewLink,
    Role,
    add_link,
    drop_link,
    guard_game,
    hashed,
    set_access,
)
from kalooki_ref.store.tables import db
from kalooki_ref.web.shared import rights
from kalooki_ref.web.shared.device import signed
from tests.web.phone import SAME_SITE, Phone

NEEDED = """
ask     GET  join.waiting

watch   GET  advice.at_table
watch   GET  advice.verdict_at_table
watch   GET  awards.show
watch   GET  board.show
watch   GET  send.show
watch   GET  export.scores
watch   GET  export.state
watch   GET  export.whole
watch   GET  games.follow
watch   POST join.take_part
watch   GET  history.show
watch   GET  news.show
watch   GET  record.former
watch   GET  record.full
watch   GET  record.show
watch   GET  record.verdict
watch   GET  rounds.show
watch   GET  standings.paper
watch   GET  standings.show
watch   GET  stream.show
watch   GET  table.rules
watch   GET  table.scoreboard
watch   GET  table.show
watch   GET  tonight.show

own     GET  hand.show
own     GET  takeover.show
own     POST history.sign
own     POST undo.save
own     POST play.call
own     POST hand.send
own     POST play.lay
own     POST players.mark
own     POST takeover.ask
own     POST takeover.finish
own     POST takeover.refuse

record  GET  arrivals.returning
record  GET  count.show
record  GET  departures.ask
record  GET  drafts.show
record  GET  games.ask_stake
record  GET  games.ending
record  GET  undo.ask
record  GET  play.stock
record  GET  players.show
record  GET  rounds.amend
record  GET  rounds.end
record  PATCH drafts.keep
record  PUT  drafts.keep
record  POST arrivals.bring_back
record  POST arrivals.join
record  POST count.add_calls
record  POST count.read
record  POST count.record
record  POST departures.leave
record  POST first_game.put_away
record  POST games.end
record  POST games.rematch
record  POST play.reshuffle
record  POST players.rename
record  POST players.reseat
record  POST record.former
record  POST record.save
record  POST rounds.save_correction
record  POST rounds.write_down

manage  GET  deletion.ask
manage  GET  phones.show
manage  POST advice.allow
manage  POST copy.bring_back
manage  POST deletion.delete
manage  POST deletion.restore
manage  POST phones.allow
manage  POST phones.issue
manage  POST phones.open_page
manage  POST phones.reissue
manage  POST phones.remove
manage  POST phones.renew_code
manage  POST phones.renew_recovery
manage  POST phones.set_writers
"""
LEVELS = ("none", "ask", "watch", "own", "record", "manage")
IN, REFUSED, UNKNOWN, WAITS = 200, 403, 404, 303
PARTS: dict[str, Any] = {"index": 1, "number": 2, "form": "round-1", "kind": "tack"}
BEN, CLEO = 2, 3
# Forms that name the player; the second entry is Ben's call.
ABOUT_BEN = {
    "play.call": {"player": str(BEN)},
    "play.lay": {"player": str(BEN)},
    "players.mark": {"player": str(BEN)},
    "undo.save": {"seq": "2"},
}
# The rights of each phone at a guarded table.
GUARDED = {
    "scorekeeper": "manage",
    "seat that records": "record",
    "own seat": "own",
    "other seat": "watch",  # for requests about Ben
    "watcher": "watch",
    "asking": "ask",
    "revoked": "ask",
    "elsewhere": "none",
    "nobody": "none",
}
# At an open table, everybody with the URL has all rights, except a watcher.
OPEN = dict.fromkeys(GUARDED, "manage") | {"watcher": "watch"}


def expected() -> dict[tuple[str, str], str]:
    lines = (line.split(maxsplit=2) for line in NEEDED.splitlines() if line)
    return {(method, endpoint): need for need, method, endpoint in lines}


def ways(app: Flask) -> Iterator[tuple[str, Rule]]:
    """Yield every method and URL rule with a game id."""
    for rule in app.url_map.iter_rules():
        if "game_id" in rule.arguments:
            yield from (
                (method, rule) for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
            )


def listed_ways(app: Flask) -> Iterator[tuple[str, Rule, str]]:
    """Yield every method and URL rule with the right it needs; an unlisted URL fails one test."""
    needed = expected()
    for method, rule in ways(app):
        if (method, rule.endpoint) in needed:
            yield method, rule, needed[method, rule.endpoint]


class Table:
    """A game and the phones of every role at it."""

    def __init__(self, app: Flask, game_id: str, other_id: str) -> None:
        self.app, self.id, self.other_id = app, game_id, other_id

    def phone(self, name: str) -> FlaskClient:
        client = self.app.test_client()
        if name != "nobody":
            game_id = self.other_id if name == "elsewhere" else self.id
            with self.app.test_request_context():
                client.set_cookie(rights.COOKIE, signed(rights.COOKIE, [(game_id, name * 3)]))
        return client

    def seat_all(self, *, guarded: bool) -> None:
        with self.app.app_context():
            guard_game(self.other_id, NewLink("elsewhere" * 3, Role.SCOREKEEPER))
            guard_game(self.id, NewLink("scorekeeper" * 3, Role.SCOREKEEPER))
            for name, role, seat in (
                ("own seat", Role.SEAT, BEN),
                ("other seat", Role.SEAT, 4),
                ("seat that records", Role.SEAT, 5),
                ("watcher", Role.WATCH, None),
                ("revoked", Role.SEAT, 1),
            ):
                add_link(self.id, NewLink(name * 3, role, seat), granted=True)
            add_link(self.id, NewLink("asking" * 3, Role.SEAT, CLEO), granted=False)
            drop_link(self.id, hashed("revoked" * 3))
            set_access(self.id, guarded=guarded)

    def let_seats_record(self, yes: bool) -> None:
        with self.app.app_context():
            set_access(self.id, seats_record=yes)

    def tried(self, phone: FlaskClient, method: str, rule: Rule) -> int:
        """Return the status of a request about Ben."""
        parts = {name: PARTS.get(name, self.id) for name in rule.arguments}
        address = self.app.url_map.bind("localhost").build(rule.endpoint, parts, method=method)
        data = ABOUT_BEN.get(rule.endpoint) if method == "POST" else None
        return phone.open(address, method=method, data=data, headers=SAME_SITE).status_code


@pytest.fixture
def at_table(app: Flask, begun: tuple[str, str]) -> Table:
    """A table whose views are replaced by stubs, so that only the rights are tested."""
    for endpoint in app.view_functions:
        app.view_functions[endpoint] = lambda **_parts: "in"
    return Table(app, *begun)


@pytest.fixture
def begun(app: Flask) -> tuple[str, str]:
    """Two games; in the first one Ben has called."""
    phone = Phone(app.test_client())
    phone.begin()
    phone.post("calls", player=str(BEN))
    first = phone.table.removeprefix("/g/")
    phone.begin()
    return first, phone.table.removeprefix("/g/")


def expected_status(name: str, level: str, need: str, method: str, endpoint: str) -> int:
    """Return the expected status for a phone with right ``level`` where ``need`` is required."""
    if LEVELS.index(level) >= LEVELS.index(need):
        return IN
    if level == "ask" and method == "GET" and (name == "asking" or endpoint == "table.show"):
        return WAITS
    return UNKNOWN if level == "none" else REFUSED


def surprises(table: Table, levels: dict[str, str]) -> list[str]:
    """Return every request whose status isn't the expected one."""
    found = []
    for name, level in levels.items():
        table.let_seats_record(name == "seat that records")
        phone = table.phone(name)
        for method, rule, need in listed_ways(table.app):
            is_own = name == "other seat" and rule.endpoint not in ABOUT_BEN and level == "watch"
            wanted = expected_status(name, "own" if is_own else level, need, method, rule.endpoint)
            got = table.tried(phone, method, rule)
            if wanted != got:
                found.append(f"{name}: {method} {rule.endpoint}: {got}, not {wanted}")
    return found


def test_every_url_is_listed(app: Flask) -> None:
    assert {(method, rule.endpoint) for method, rule in ways(app)} == set(expected())


@pytest.mark.parametrize(("guarded", "levels"), [(True, GUARDED), (False, OPEN)])
def test_every_role_has_exactly_its_rights(
    at_table: Table, guarded: bool, levels: dict[str, str]
) -> None:
    at_table.seat_all(guarded=guarded)
    assert not surprises(at_table, levels)


@pytest.mark.share(of=3)
@pytest.mark.parametrize("dropped", ["deletion.delete", "rounds.end", "play.call"])
def test_missing_check_is_detected(
    at_table: Table, monkeypatch: pytest.MonkeyPatch, dropped: str
) -> None:
    at_table.seat_all(guarded=True)
    monkeypatch.setitem(rights.NEEDS, dropped, rights.Right.WATCH)
    found = surprises(at_table, GUARDED)
    assert found
    assert all(dropped in line for line in found)


def test_unknown_phone_cannot_tell_whether_a_game_exists(
    app: Flask, begun: tuple[str, str], new_phone: Callable[[], Phone]
) -> None:
    Table(app, *begun).seat_all(guarded=True)
    stranger, nowhere = new_phone(), f"/g/{'x' * 22}"
    for path in ("", "/standings", ".json", "/export.json", "/rounds/9", "/nonsense", "/delete"):
        real = stranger.client.get(f"/g/{begun[0]}{path}")
        made_up = stranger.client.get(nowhere + path)
        assert real.status_code == made_up.status_code == 404, path
        assert real.text.replace(begun[0], "x" * 22) == made_up.text, path
    for address in (f"/check?game={begun[0]}", f"/advice?game={begun[0]}"):
        assert stranger.client.get(address).status_code == 404


def everything(app: Flask) -> list[object]:
    """Return all rows of the database."""
    with app.app_context(), db.engine.connect() as connection:
        return [
            tuple(row)
            for table in db.metadata.sorted_tables
            for row in connection.execute(select(table))
        ]


@pytest.mark.parametrize("guarded", [True, False])
def test_get_requests_change_nothing(app: Flask, begun: tuple[str, str], guarded: bool) -> None:
    table = Table(app, *begun)
    table.seat_all(guarded=guarded)
    before = everything(app)
    for name in GUARDED:
        phone = table.phone(name)
        for method, rule in ways(app):
            if method == "GET":
                assert table.tried(phone, method, rule) < 500
    assert everything(app) == before


LINK = re.compile(r'<a\b[^>]*\shref="([^"#]*)')
FORM = re.compile(
    r'<form\b(?=[^>]*\smethod="post")[^>]*\saction="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL
)
PLAYER = re.compile(r'name="player" value="(\d+)"')


@pytest.mark.parametrize("name", ["own seat", "watcher", "seat that records"])
def test_pages_offer_only_allowed_actions(app: Flask, begun: tuple[str, str], name: str) -> None:
    table = Table(app, *begun)
    table.seat_all(guarded=True)
    table.let_seats_record(name == "seat that records")
    phone, waiting, seen = table.phone(name), ["/"], set()
    phone.get(f"/g/{table.id}")
    routes, needed = app.url_map.bind("localhost"), expected()
    while waiting:
        path = waiting.pop()
        page = phone.get(path, headers={"Accept": "text/html"})
        assert page.status_code in {200, 303}, path
        for link in (unescape(link).split("?")[0] for link in LINK.findall(page.text)):
            if link.startswith(("/g/", "/check", "/advice")) and link not in seen:
                seen.add(link)
                waiting.append(link)
        for action, inside in FORM.findall(page.text):
            endpoint, _parts = routes.match(unescape(action).split("?")[0] or path, method="POST")
            if ("POST", endpoint) in needed:
                need, gets = LEVELS.index(needed["POST", endpoint]), LEVELS.index(GUARDED[name])
                assert need <= gets, f"{path} shows {endpoint}"
                assert name != "own seat" or set(PLAYER.findall(inside)) <= {str(BEN)}, path
    assert f"/g/{table.id}/standings" in seen
