"""Requests every page once with a scratch game, so that the snapshot contains all imports."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from kalooki_ref.pocket.bridge import Bridge

FORM = "application/x-www-form-urlencoded"
NAMES = ("North", "East", "South")


def warm_up(bridge: Bridge) -> Iterator[tuple[str, int]]:
    """Request every page; yield its URL and status.

    A generator, because browsers stop a worker that is busy for half a minute without a break.
    """
    game = new_game(bridge)
    yield "new game", 303 if game else 422
    for path in paths(bridge, game):
        yield path, visit(bridge, path)[0]


def new_game(bridge: Bridge) -> str:
    """Create a scratch game; return its id, or "" if that failed."""
    fields = [("names", name) for name in NAMES]
    fields += [("key", "warm-up-" * 3), ("system", "standard"), ("dealer", "1")]
    status, headers, _ = send(bridge, "POST", "/games", urlencode(fields))
    address = dict(json.loads(headers)).get("Location", "")
    return urlsplit(address).path.rsplit("/", 1)[-1] if status == 303 else ""


def paths(bridge: Bridge, game: str) -> Iterator[str]:
    """Yield the URL of every page."""
    known: Mapping[str, Any] = {"game_id": game, "number": 1, "index": 1, "slug": "standard"}
    for rule in bridge.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments <= known.keys():
            built = rule.build(known, append_unknown=False)
            yield built[1] if built else "/"


def visit(bridge: Bridge, path: str) -> tuple[int, str, bytes]:
    return send(bridge, "GET", path, "")


def send(bridge: Bridge, method: str, path: str, body: str) -> tuple[int, str, bytes]:
    headers = {"accept": "text/html", "content-type": FORM, "sec-fetch-site": "same-origin"}
    request = {"method": method, "path": bridge.root + path, "query": "", "headers": headers}
    return bridge.answer(json.dumps(request), body.encode())
