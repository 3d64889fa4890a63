"""Measures the CPU time of every page, with a dozen games on the phone.

    python bench/pages.py                this checkout
    python bench/pages.py . ../other     two checkouts, in turns

A page of a game is measured for the game where it takes longest; the slowest pages come first. The
target is scaled by the time of mahjong's shanten on this machine. Requests bypass the network.
"""

import json
import logging
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

HERE = Path(__file__).resolve().parents[1]
# Milliseconds for a page; seconds that shanten takes on the machine this target is for.
TARGET, FACTOR_ONE = 15.0, 37e-6
TURNS, REQUESTS, SHOWN, HANDS = 3, 8, 30, 500
PARTS = {"index": 1, "number": 1, "kind": "tack", "slug": "jamaican"}
NO_PAGE = {"assets", "health", "stream"}
ONCE = "--once"


def costs() -> dict[str, float]:
    """Return the milliseconds of every page of this checkout, by route."""
    from kalooki_ref import create_app
    from kalooki_ref.cli.demo import make_games

    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        games = tuple(make_games(Path(folder)).values())
        app = create_app({"INSTANCE": folder, "LIMITS": False})
        client = app.test_client()
        client.get("/", follow_redirects=True)
        found = {}
        for rule in app.url_map.iter_rules():
            paths = [
                path for path in paths_of(app, rule, games) if client.get(path).status_code == 200
            ]
            if paths:
                slowest = max(paths, key=lambda path: cost(client, path))
                times = [cost(client, slowest) for _ in range(REQUESTS)]
                found[rule.rule] = statistics.median(times)
        return found


def paths_of(app: Flask, rule: Rule, games: tuple[str, ...]) -> Iterator[str]:
    """Yield the URLs of a page, one per game if it belongs to a game."""
    if "GET" not in (rule.methods or ()) or rule.endpoint.partition(".")[0] in NO_PAGE:
        return
    routes = app.url_map.bind("localhost")
    for game_id in games if "game_id" in rule.arguments else ("",):
        parts = {name: (PARTS | {"game_id": game_id}).get(name) for name in rule.arguments}
        if None not in parts.values():
            yield routes.build(rule.endpoint, parts)


def cost(client: FlaskClient, path: str) -> float:
    """Return the CPU time of a page in milliseconds."""
    started = time.process_time()
    client.get(path)
    return (time.process_time() - started) * 1000


def costs_in(checkout: str) -> dict[str, float]:
    """Return the costs in a checkout, measured in a separate process."""
    command = [sys.executable, str(Path(__file__).resolve()), ONCE]
    paths = {**os.environ, "PYTHONPATH": str(Path(checkout).resolve())}
    run = subprocess.run(
        command, cwd=checkout, env=paths, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    taken: dict[str, float] = json.loads(run.stdout)
    return taken


def factor() -> float:
    """Return how much slower this machine is than the reference machine."""
    from bench.peers import mahjong

    hands = mahjong(range(HANDS))
    started = time.process_time()
    for shanten in hands:
        shanten()
    return (time.process_time() - started) / HANDS / FACTOR_ONE


def main(checkouts: list[str]) -> None:
    taken = [(checkout, costs_in(checkout)) for _ in range(TURNS) for checkout in checkouts]
    pages = {page for _checkout, run in taken for page in run}
    medians = {
        page: [
            statistics.median(run.get(page, 0) for other, run in taken if other == checkout)
            for checkout in checkouts
        ]
        for page in pages
    }
    print(f"CPU in ms; no page should take more than {TARGET * factor():.1f} here")
    for page in sorted(pages, key=lambda page: -medians[page][0])[:SHOWN]:
        print(f"{page:40}" + "".join(f"{millis:9.1f}" for millis in medians[page]))


if __name__ == "__main__":
    if ONCE in sys.argv:
        print(json.dumps(costs()))
    else:
        sys.path.append(str(HERE))
        main(sys.argv[1:] or ["."])
