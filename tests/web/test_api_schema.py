"""Responses of the API match its own OpenAPI document."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

RULINGS = Path(__file__).parents[1] / "rulebook" / "rulings.jsonl"
QUESTIONS = ("id", "system", "sheet", "house", "kind", "input")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = [*(rank + suit for rank in RANKS for suit in "SHDC"), "*", "*", "*", "*"]
ODD: tuple[Any, ...] = (None, "", [], {}, -1, 10**9, True, "x" * 300, ["7H"], {"as": "run"}, 1.5)


@pytest.fixture
def program(app: Flask) -> FlaskClient:
    return app.test_client()


def every_question() -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in RULINGS.read_text("utf-8").splitlines()]
    return [{name: line[name] for name in QUESTIONS if name in line} for line in lines]


def mutate(question: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return the question with one field replaced by something odd, or left out."""
    given = dict(question["input"])
    name = chance.choice([*given, "kind", "system"])
    target = given if name in given else (changed := dict(question))
    target[name] = chance.choice(ODD)
    return {**(changed if target is not given else question), "input": given}


def validator(program: FlaskClient, name: str) -> Any:
    document = program.get("/api/v1/openapi.json").get_json()
    return Draft202012Validator({**document, "$ref": f"#/components/schemas/{name}"})


def test_rulings_match_the_schema(program: FlaskClient) -> None:
    chance = random.Random(14)
    questions = every_question() + [mutate(question, chance) for question in every_question()]
    answers = program.post("/api/v1/judge", json=questions).get_json()
    assert len(answers) == len(questions)
    check = validator(program, "QuestionAnswer")
    assert not check.is_valid({})
    for question, answer in zip(questions, answers, strict=True):
        wrong = [error.message for error in check.iter_errors(answer)]
        assert not wrong, (question, answer, wrong)


def test_advice_matches_the_schema(program: FlaskClient) -> None:
    chance = random.Random(14)
    questions = [
        {
            "id": number,
            "system": chance.choice(["jamaican", "caribbean", "kalooki40", "standard"]),
            "round": chance.randint(1, 9),
            "hand": chance.sample(PACK, chance.randint(1, 14)),
            "down": chance.random() < 0.3,
        }
        for number in range(40)
    ]
    check = validator(program, "AdviceAnswer")
    assert not check.is_valid({})
    for answer in program.post("/api/v1/advise", json=questions).get_json():
        wrong = [error.message for error in check.iter_errors(answer)]
        assert not wrong, (answer, wrong)
