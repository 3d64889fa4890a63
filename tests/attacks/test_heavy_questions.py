"""The worst questions found, asked by a crowd: pages of a game answer all the same.

Not here: how fast they answer; bench/attacks.py prints that.
"""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from kalooki_ref import create_app
from kalooki_ref.web.middleware import limits
from tests.faults.writers import Phone
from tests.server import Server, fetch, running

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
    """Give a way to make every question take so many seconds, without waiting for them."""
    clock = [0.0]

    def late(seconds: float) -> None:
        def tick() -> float:
            clock[0] += seconds
            return clock[0]

        monkeypatch.setattr(limits.time, "monotonic", tick)

    return late


def test_a_question_beyond_those_that_may_wait_is_told_to_come_back(
    program: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_threads", threading.BoundedSemaphore(1))
    with limits.heavy_work():
        answer = program.post("/api/v1/advise", json=WORST[2][1])
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "Try again" in answer.get_json()["error"]
    assert program.post("/api/v1/advise", json=WORST[2][1]).status_code == 200


def test_a_page_of_advice_says_that_it_is_busy(
    program: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_threads", threading.BoundedSemaphore(1))
    with limits.heavy_work():
        answer = program.get("/advice?system=jamaican&round=1&hand=7H+7S+7D")
    assert answer.status_code == 503
    assert "Busy for a moment" in answer.text


def test_questions_that_come_late_in_a_body_get_a_short_search(
    program: FlaskClient, late: Callable[[float], None]
) -> None:
    hard = {"system": "kalooki40", "hand": ANY_SUIT[:23], "table": BOARD[:8]}
    late(limits.BODY_SECONDS + 0.5)
    assert program.post("/api/v1/advise", json=hard).get_json()["proved"] is False


def test_questions_that_come_too_late_are_refused_one_by_one(
    program: FlaskClient, late: Callable[[float], None]
) -> None:
    late(limits.REFUSE_SECONDS / 2)
    asked = [{"id": name, **WORST[3][1]} for name in "abcd"]
    told = program.post("/api/v1/judge", json=asked).get_json()
    assert [answer["id"] for answer in told] == list("abcd")
    assert "verdict" in told[0]
    assert "request of its own" in told[-1]["error"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("heavy") / "instance") as started:
        yield started


def ask(server: Server, door: str, question: object, until: float, seen: set[int]) -> None:
    sent = json.dumps([question] * 50).encode()
    headers = {"Content-Type": "application/json"}
    while time.monotonic() < until:
        request = urllib.request.Request(f"{server.url}/api/v1/{door}", sent, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                seen.add(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                seen.add(error.code)


@pytest.mark.faults
@pytest.mark.slow
def test_pages_answer_beside_a_crowd_that_asks_the_worst(server: Server) -> None:
    with closing(Phone(int(server.url.rpartition(":")[2]))) as phone:
        game = phone.begin_game("a-key-of-sixteen-signs")
    seen: set[int] = set()
    until = time.monotonic() + 3
    asked = [WORST[one % len(WORST)] for one in range(CROWD)]
    crowd = [
        threading.Thread(target=ask, args=(server, *one, until, seen), daemon=True) for one in asked
    ]
    for thread in crowd:
        thread.start()
    while time.monotonic() < until:
        assert fetch(server.url + "/healthz")[0] == 200
        assert fetch(server.url + game)[0] == 200
    for thread in crowd:
        thread.join(60)
    assert seen <= {200, 503}
    assert 503 in seen
