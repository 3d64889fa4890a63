"""The HTTP API: single questions, lists, JSON lines, and errors."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from kalooki_ref.api.judge import KINDS, judge

MELD = {"as": "run", "cards": ["7H", "8H", "*", "*"]}
QUESTION = {
    "id": "a",
    "sheet": "004",
    "kind": "meld",
    "input": MELD,
}
ENDPOINT = "/api/v1/judge"


@pytest.fixture
def program(app: Flask) -> FlaskClient:
    return app.test_client()


def test_one_question_returns_one_answer(program: FlaskClient) -> None:
    answer = program.post(ENDPOINT, json=QUESTION)
    assert answer.status_code == 200
    assert answer.get_json() == judge(QUESTION)


def test_list_returns_a_list_of_answers(program: FlaskClient) -> None:
    answer = program.post(ENDPOINT, json=[QUESTION, 3])
    assert answer.status_code == 200
    assert answer.get_json() == [judge(QUESTION), judge(3)]


def test_json_lines_return_json_lines(program: FlaskClient) -> None:
    lines = f"{json.dumps(QUESTION)}\n\nnonsense\n{json.dumps(QUESTION)}\n"
    answer = program.post(ENDPOINT, data=lines, content_type="application/x-ndjson")
    assert answer.mimetype == "application/x-ndjson"
    answers = [json.loads(line) for line in answer.text.splitlines()]
    assert answers[0] == answers[2] == judge(QUESTION)
    assert "not JSON" in answers[1]["error"]


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85"])
def test_line_ends_only_where_json_lines_end(program: FlaskClient, sign: str) -> None:
    question = json.dumps(QUESTION | {"id": f"a{sign}b"}, ensure_ascii=False)
    lines = f"{question}\r\n{question}\r{question}\n"
    answer = program.post(ENDPOINT, data=lines.encode(), content_type="application/x-ndjson")
    answers = [json.loads(line) for line in answer.text.splitlines()]
    assert answers == [judge(QUESTION | {"id": f"a{sign}b"})] * 3


def test_invalid_question_returns_the_reason(program: FlaskClient) -> None:
    answer = program.post(ENDPOINT, json=QUESTION | {"sheet": "999"})
    assert answer.status_code == 422
    assert answer.get_json()["id"] == "a"
    assert "no system is called '999'" in answer.get_json()["error"]


@pytest.mark.parametrize("input_", [{"as": "r\ud800"}, {"\ud800": 3}])
def test_lone_surrogate_is_refused(program: FlaskClient, input_: dict[str, Any]) -> None:
    answer = program.post(ENDPOINT, json={**QUESTION, "input": {**MELD, **input_}})
    assert answer.status_code == 422
    assert "half a character" in answer.get_json()["error"]


REFUSED: tuple[tuple[dict[str, Any], int, str], ...] = (
    ({"data": ""}, 400, "empty"),
    ({"data": "[3", "content_type": "application/json"}, 400, "not JSON"),
    ({"data": "3", "content_type": "application/json"}, 400, "object"),
    ({"data": b'{"id": "\xeb"}', "content_type": "application/json"}, 400, "UTF-8"),
    ({"data": "[" * 100_000, "content_type": "application/json"}, 400, "nested too deeply"),
    ({"data": {"kind": "meld"}}, 415, "application/json"),
    ({"json": [QUESTION] * 2001}, 413, "2000"),
    ({"data": " " * 1_000_001, "content_type": "application/json"}, 413, "1000000 bytes"),
)


@pytest.mark.parametrize(("sent", "status", "reason"), REFUSED)
def test_invalid_body_is_refused(
    program: FlaskClient, sent: dict[str, Any], status: int, reason: str
) -> None:
    answer = program.post(ENDPOINT, **sent)
    assert answer.status_code == status
    assert reason in answer.get_json()["error"]


def test_endpoint_accepts_only_post(program: FlaskClient) -> None:
    answer = program.get(ENDPOINT)
    assert answer.status_code == 405
    assert answer.is_json


def test_openapi_describes_both_endpoints(program: FlaskClient) -> None:
    described = program.get("/api/v1/openapi.json").get_json()
    assert described["openapi"].startswith("3.1")
    assert "post" in described["paths"]["/judge"]
    questions = described["components"]["schemas"]["Question"]["oneOf"]
    kinds = {question["properties"]["kind"]["const"] for question in questions}
    assert kinds == set(KINDS)


def test_openapi_describes_every_question(program: FlaskClient) -> None:
    described = program.get("/api/v1/openapi.json").get_json()["components"]["schemas"]
    tack = described["TackQuestion"]
    assert set(tack["properties"]) == {"target", "add", "end", "laid", "players"}
    assert tack["required"] == ["target", "add"]
    assert described["HandQuestion"]["properties"]["hand"]["minimum"] == 0
    references = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described))
    assert set(references) <= set(described)


@pytest.mark.parametrize(("path", "most"), [("judge", 2000), ("advise", 50)])
def test_number_of_questions_is_limited(program: FlaskClient, path: str, most: int) -> None:
    described = program.get("/api/v1/openapi.json").get_json()["paths"][f"/{path}"]["post"]
    body = described["requestBody"]["content"]["application/json"]["schema"]
    assert body["oneOf"][1]["maxItems"] == most
    for count, status in ((most, 200), (most + 1, 413)):
        answer = program.post(f"/api/v1/{path}", json=[{}] * count)
        assert answer.status_code == status
        lines = program.post(
            f"/api/v1/{path}", data="{}\n" * count, content_type="application/x-ndjson"
        )
        assert lines.status_code == status
