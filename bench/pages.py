"""What a page costs beside a bare Flask route, taken in turns in one run.

Prints CPU microseconds a request and the share of the bare route's speed. Not here: the network;
requests go straight into the app.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from kalooki_ref import create_app
from tests.games.book import read
from tests.web.phone import Phone

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


def cost(client: FlaskClient, path: str) -> float:
    """Return CPU microseconds a request."""
    started = time.process_time()
    for _ in range(REQUESTS):
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
    return (time.process_time() - started) / REQUESTS * 1e6


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ours = create_app({"INSTANCE": str(Path(folder) / "instance")}).test_client()
        bare = bare_app().test_client()
        table = table_of_five(ours)
        pages: dict[str, Callable[[], float]] = {
            "bare Flask route": lambda: cost(bare, "/"),
            "table page": lambda: cost(ours, table),
            "state as JSON": lambda: cost(ours, f"{table}.json"),
            "standings": lambda: cost(ours, f"{table}/standings"),
            "end of a round": lambda: cost(ours, f"{table}/round"),
            "home": lambda: cost(ours, "/"),
        }
        taken: dict[str, list[float]] = {name: [] for name in pages}
        for _ in range(ROUNDS):
            for name, measure in pages.items():
                taken[name].append(measure())
    show({name: statistics.median(costs) for name, costs in taken.items()})


def show(costs: dict[str, float]) -> None:
    plain = costs["bare Flask route"]
    print(f"{'':20} {'CPU µs':>8} {'of bare':>8}")
    for name, micros in costs.items():
        print(f"{name:20} {micros:8.0f} {plain / micros:8.0%}")


if __name__ == "__main__":
    main()
