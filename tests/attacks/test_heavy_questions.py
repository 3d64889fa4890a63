"""Heavy API questions from many clients: pages of a game are still served.

bench/attacks.py measures how fast.
"""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from kalooki_ref import create_app
from kalooki_ref.cli.serve import bound
from kalooki_ref.server import heavy_work, http_server
from kalooki_ref.server.http_server import Server, serve
from tests.server import HOST, PATIENCE, fetch
from tests.web.phone import Phone

CROWD = 20
ANY_SUIT = [rank + suit for rank in "2345678" for suit in "SHDC"]
BOARD = [
    {"as": "run", "cards": [f"{low}{suit}", "*", f"{low + 2}{suit}", f"{low + 3}{suit}"]}
    for low in range(2, 5)
    for suit in "SHDC"
]
WORST = (
    ("advise", {"system": "standard", "contract": "3333344444", "hand": ANY_SUIT}),
    ("advise", {"system": "kalooki40", "hand": ANY_SUIT, "table": BOARD}),
    ("advise", {"system": "jamaican", "contract": "4444", "hand": [*ANY_SUIT[2:], "*", "*"]}),
    ("judge", {"system": "000", "kind": "score", "input": {"claim": "entered_score", "value": 0}}),
)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"INSTANCE": str(tmp_path / "instance")})


@pytest.fixture
def program(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A function that makes every question appear to take the given seconds."""
    clock = [0.0]

    def late(seconds: float) -> None:
        def tick() -> float:
            clock[0] += seconds
            return clock[0]

        monkeypatch.setattr(heavy_work, "time", SimpleNamespace(monotonic=tick))

    return late


@pytest.fixture
def no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy_work, "TURN_SECONDS", 0)


@pytest.mark.usefixtures("no_wait")
def test_question_that_waits_too_long_for_another_is_503(program: FlaskClient) -> None:
    with heavy_work.heavy_work():
        answer = program.post("/api/v1/advise", json=WORST[2][1])
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "Try again" in answer.get_json()["error"]
    assert program.post("/api/v1/advise", json=WORST[2][1]).status_code == 200


@pytest.mark.usefixtures("no_wait")
def test_advice_page_shows_that_it_is_busy(program: FlaskClient) -> None:
    with heavy_work.heavy_work():
        answer = program.get("/advice?system=jamaican&round=1&hand=7H+7S+7D")
    assert answer.status_code == 503
    assert "Busy for a moment" in answer.text


def test_late_questions_of_a_batch_get_a_short_search(
    program: FlaskClient, late: Callable[[float], None]
) -> None:
    hard = {"system": "kalooki40", "hand": ANY_SUIT[:23], "table": BOARD[:8]}
    late(heavy_work.BODY_SECONDS + 0.5)
    assert program.post("/api/v1/advise", json=hard).get_json()["proved"] is False


def test_too_late_questions_of_a_batch_are_refused(
    program: FlaskClient, late: Callable[[float], None]
) -> None:
    late(heavy_work.REFUSE_SECONDS / 2)
    questions = [{"id": name, **WORST[3][1]} for name in "abcd"]
    answers = program.post("/api/v1/judge", json=questions).get_json()
    assert [answer["id"] for answer in answers] == list("abcd")
    assert "verdict" in answers[0]
    assert "request of its own" in answers[-1]["error"]


@pytest.fixture
def server(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve the app in this process, with the minimum number of threads."""
    made: list[Server] = []
    monkeypatch.setattr(
        http_server, "Server", lambda *parts: made.append(Server(*parts)) or made[0]
    )
    listener = bound(HOST, 0)
    thread = threading.Thread(target=serve, args=[app, listener], kwargs={"threads": 1})
    thread.start()
    yield f"http://{HOST}:{listener.getsockname()[1]}"
    made[0].should_exit = True
    thread.join()
    listener.close()


def ask(server: str, door: str, question: object) -> int:
    sent = json.dumps(question).encode()
    request = urllib.request.Request(
        f"{server}/api/v1/{door}", sent, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return int(error.code)


@pytest.mark.faults
def test_pages_are_served_beside_many_questions(
    server: str, program: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of twenty, none is refused: one runs, the others wait."""
    monkeypatch.setattr(heavy_work, "TURN_SECONDS", 600.0)
    phone = Phone(program)
    phone.begin()
    with ThreadPoolExecutor(CROWD) as crowd:
        questions = [crowd.submit(ask, server, *WORST[3]) for _ in range(CROWD)]
        for path in ("/healthz", "/", phone.table, "/advice"):
            assert fetch(server + path)[0] == 200
        assert [question.result() for question in questions] == [200] * CROWD
