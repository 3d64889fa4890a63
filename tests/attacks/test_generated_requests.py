"""Requests generated from the OpenAPI document, valid and broken: never a 500.

Responses are validated, too. `KALOOKI_REQUESTS` sets their number, `KALOOKI_SEED` selects others.
"""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from kalooki_ref import create_app
from kalooki_ref.server import heavy_work
from tests.commits import seed_of_this_run

REQUESTS = int(os.environ.get("KALOOKI_REQUESTS", "600"))
ENDPOINTS = {"judge": ("Question", "QuestionAnswer"), "advise": ("AdviceQuestion", "AdviceAnswer")}
CARDS = [
    rank + suit
    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    for suit in "SHDC"
]
PLAUSIBLE = (*CARDS, "*", "*", "13E", "334", "444", "7H 8H 9H 10H", "Ann")
STRANGE = ("", " ", "\0", "\ud800", "1H", "0", "-1", "x" * 500, "🃏", "{{7*7}}", "٣H", "*" * 40)
NUMBERS = (0, 1, 2, 3, 5, 9, 30, 250)
HUGE = (-1, 10**9, 2**63, -(2**64), 10**400)
ODD: tuple[Any, ...] = (None, True, [], {}, "", 1.5, -1, [[]], {"as": "run"}, "x", 10**30)
TYPES = ("application/json", "text/plain", "application/x-ndjson", "multipart/form-data", "", "x/y")
BOUNDED = {200, 400, 413, 415, 422}

Schema = dict[str, Any]


class Generator:
    """Draws values that a schema allows."""

    def __init__(self, document: Schema, chance: random.Random) -> None:
        self.schemas: dict[str, Schema] = document["components"]["schemas"]
        self.chance = chance

    def value(self, schema: Schema) -> Any:
        """Return a value of this schema."""
        if "$ref" in schema:
            return self.value(self.schemas[schema["$ref"].rpartition("/")[2]])
        for several in ("oneOf", "anyOf"):
            if several in schema and "properties" not in schema:
                return self.value(self.chance.choice(schema[several]))
        if "enum" in schema or "const" in schema:
            return self.chance.choice(schema.get("enum", [schema.get("const")]))
        kinds = schema.get("type", "string")
        kind = kinds if isinstance(kinds, str) else self.chance.choice(kinds)
        return getattr(self, f"_{kind}")(schema)

    def _object(self, schema: Schema) -> dict[str, Any]:
        properties = schema.get("properties", {})
        needed = set(schema.get("required", ()))
        if "anyOf" in schema:
            needed |= set(self.chance.choice(schema["anyOf"])["required"])
        names = [name for name in properties if name in needed or self.chance.random() < 0.5]
        return {name: self.value(properties[name]) for name in names}

    def _array(self, schema: Schema) -> list[Any]:
        most = min(schema.get("maxItems", 12), self.chance.choice((2, 4, 14)))
        return [self.value(schema["items"]) for _ in range(self.chance.randint(0, most))]

    def _string(self, schema: Schema) -> str:
        if self.chance.random() < 0.1:
            return self.chance.choice(STRANGE)
        return str(self.chance.choice([*schema.get("examples", ()), *PLAUSIBLE]))

    def _integer(self, schema: Schema) -> int:
        if self.chance.random() < 0.1:
            return max(self.chance.choice(HUGE), schema.get("minimum", -(10**400)))
        return self.chance.choice(NUMBERS)

    def _boolean(self, _schema: Schema) -> bool:
        return self.chance.random() < 0.5

    def _null(self, _schema: Schema) -> None:
        return None


def mutate(value: Any, chance: random.Random) -> Any:
    """Return the value with a part replaced, removed, duplicated or nested."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        name = chance.choice(list(value))
        rest = {other: held for other, held in value.items() if other != name}
        kept = chance.random() < 0.8
        return rest | {name: mutate(value[name], chance)} if kept else rest
    if isinstance(value, list) and value and chance.random() < 0.7:
        place = chance.randrange(len(value))
        return [*value[:place], mutate(value[place], chance), *value[place:]]
    return chance.choice((*ODD, [value], {"cards": value}))


def corrupt(text: str, chance: random.Random) -> bytes:
    """Return a truncated, duplicated, deeply nested or non-text body."""
    place = chance.randrange(len(text))
    ways = (text[:place], text[:place] + chance.choice("{}[]\",:\0x") + text[place:], text * 2,
            "[" * place + text, f"{text}\n{text}\n", "", " ")  # fmt: skip
    body = chance.choice(ways).encode()
    return body if chance.random() < 0.8 else body + bytes([0xFF, place % 256])


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A client without rate limits, with short searches."""
    monkeypatch.setattr(heavy_work, "BODY_SECONDS", -1.0)
    app: Flask = create_app({"INSTANCE": str(tmp_path / "instance"), "LIMITS": False})
    return app.test_client()


@pytest.fixture
def document(program: FlaskClient) -> Schema:
    reply: Schema = program.get("/api/v1/openapi.json").get_json()
    return reply


@pytest.fixture
def chance() -> random.Random:
    return random.Random(seed_of_this_run())


def send(program: FlaskClient, door: str, body: str | bytes, kind: str) -> TestResponse:
    return program.post(f"/api/v1/{door}", data=body, content_type=kind)


def test_responses_to_generated_questions_match_the_schema(
    program: FlaskClient, document: Schema, chance: random.Random
) -> None:
    checks = {
        door: Draft202012Validator({**document, "$ref": f"#/components/schemas/{answer}"})
        for door, (_, answer) in ENDPOINTS.items()
    }
    drawn = Generator(document, chance)
    answered = 0
    for number in range(REQUESTS):
        door = "advise" if number % 10 == 0 else "judge"
        query = drawn.value({"$ref": f"#/components/schemas/{ENDPOINTS[door][0]}"})
        question = mutate(query, chance) if number % 2 else query
        if not isinstance(question, dict):
            question = query
        reply = send(program, door, json.dumps(question), "application/json")
        assert reply.status_code in {200, 422}, question
        answered += reply.status_code == 200
        wrong = [error.message for error in checks[door].iter_errors(reply.get_json())]
        assert not wrong, (question, reply.get_json(), wrong)
    assert answered > REQUESTS / 20


def test_broken_bodies_are_refused(
    program: FlaskClient, document: Schema, chance: random.Random
) -> None:
    drawn = Generator(document, chance)
    refused = 0
    for _ in range(REQUESTS):
        door = chance.choice(list(ENDPOINTS))
        text = json.dumps(drawn.value({"$ref": f"#/components/schemas/{ENDPOINTS[door][0]}"}))
        body, kind = corrupt(text, chance), chance.choice(TYPES)
        reply = send(program, door, body, kind)
        assert reply.status_code in BOUNDED, (body, kind)
        refused += reply.status_code != 200
    assert refused > REQUESTS / 4
