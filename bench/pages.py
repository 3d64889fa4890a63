"""What a page costs beside a bare Flask route, taken in turns in one run.

Prints CPU microseconds a request and the share of the bare route's speed, beside the target. All
carry the same request headers, those of a phone that was here before. Not here: the network;
requests go straight into the app.
"""

import io
import logging
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from kalooki_ref import create_app
from tests.games.whole_game import read
from tests.web.phone import Phone

TARGETS = {"table page": 0.5, "state as JSON": 0.6}
ROUNDS = 15
REQUESTS = 60


def bare_app() -> Flask:
    app = Flask("bare")
    app.add_url_rule("/", view_func=lambda: "Hello")
    return app


def table_of_five(client: FlaskClient) -> str:
    phone = Phone(client)
    phone.begin(*read("jamaican").names)
    for _ in range(3):
        phone.post("calls", player="2")
    return phone.table


def cookies_of(client: FlaskClient) -> dict[str, str]:
    """Return what a phone sends that was at this table before, and has read its news."""
    client.get("/")
    held = client.get_cookie("device")
    assert held is not None
    return {"Cookie": f"device={held.value}"}


def cost(app: Flask, path: str, headers: dict[str, str]) -> float:
    """Return CPU microseconds a request."""
    client = app.test_client(use_cookies=False)
    started = time.process_time()
    for _ in range(REQUESTS):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 200, (path, answer.status_code)
    return (time.process_time() - started) / REQUESTS * 1e6


def main() -> None:
    logging.getLogger("kalooki").addHandler(logging.StreamHandler(io.StringIO()))
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = create_app({"INSTANCE": str(Path(folder) / "instance")}), bare_app()
        client = ours.test_client()
        table = table_of_five(client)
        headers = cookies_of(client)
        pages: dict[str, Callable[[], float]] = {
            "bare Flask route": lambda: cost(bare, "/", headers),
            "table page": lambda: cost(ours, table, headers),
            "state as JSON": lambda: cost(ours, f"{table}.json", headers),
            "standings": lambda: cost(ours, f"{table}/standings", headers),
            "end of a round": lambda: cost(ours, f"{table}/round", headers),
            "home": lambda: cost(ours, "/", headers),
            "health, which does nothing": lambda: cost(ours, "/healthz", headers),
        }
        taken: dict[str, list[float]] = {name: [] for name in pages}
        for _ in range(ROUNDS):
            for name, measure in pages.items():
                taken[name].append(measure())
    show({name: statistics.median(costs) for name, costs in taken.items()})


def show(costs: dict[str, float]) -> None:
    plain = costs["bare Flask route"]
    print(f"{'':28} {'CPU µs':>8} {'of bare':>8} {'target':>8}")
    for name, micros in costs.items():
        target = f"{TARGETS[name]:.0%}" if name in TARGETS else ""
        print(f"{name:28} {micros:8.0f} {plain / micros:8.0%} {target:>8}")


if __name__ == "__main__":
    main()
