"""Pages, command line and API agree on random questions, under every system and house rules.

``KALOOKI_THREE_WAYS=3000`` asks more of them; ``KALOOKI_SEED`` selects others.
"""

import io
import json
import os
from pathlib import Path
from random import Random

import pytest

from kalooki_ref import create_app
from kalooki_ref.cli import main
from tests.commits import seed_of_this_run
from tests.reference.questions import one_question
from tests.reference.rules import Rules, rounds, rules_of
from tests.web.asked_on_pages import PAGES, answer_on_page, expressible
from tests.web.phone import Phone

QUESTIONS = int(os.environ.get("KALOOKI_THREE_WAYS", "90"))


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    """A phone without a limit on new games."""
    return Phone(create_app({"INSTANCE": str(tmp_path), "LIMITS": False}).test_client())


def questions() -> list[Rules]:
    """Return random questions that pages have fields for, equally many of each kind."""
    chance = Random(seed_of_this_run())
    found: list[Rules] = []
    while len(found) < QUESTIONS:
        kind = tuple(PAGES)[len(found) % len(PAGES)]
        query = one_question(chance, (kind,), shuffles=0.3)
        if expressible(query):
            found.append(query)
    return found


def verdict(answered: Rules) -> object:
    return answered.get("verdict", "error")


def by_command(
    asked: list[Rules], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[object]:
    lines = "\n".join(json.dumps(query) for query in asked)
    stdin = io.BufferedReader(io.BytesIO(lines.encode()))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stdin))
    capsys.readouterr()
    main(["judge"])
    return [verdict(json.loads(line)) for line in capsys.readouterr().out.splitlines()]


def by_api(phone: Phone, query: Rules) -> object:
    return verdict(phone.client.post("/api/v1/judge", json=query).get_json())


def agree(query: Rules, judged: object, on_page: object) -> bool:
    """Whether the page agrees; for an invalid question, it must not say legal.

    Of a lay in an unknown round the page asks which round it is, where the command tries each one.
    """
    has_rounds = query["sheet"] != "002" and len(rounds(rules_of(query))) > 1
    is_unknown = query["kind"] == "contract" and query["input"].get("round") is None
    asks_round = has_rounds and is_unknown
    return (
        on_page == judged
        or (judged == "error" and on_page != "legal")
        or (asks_round and on_page == "unclear")
    )


def test_page_command_and_api_agree(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = questions()
    commands = by_command(asked, monkeypatch, capsys)
    different = []
    for query, command in zip(asked, commands, strict=True):
        api, page = by_api(phone, query), answer_on_page(phone, query)
        if api != command or not agree(query, command, page):
            different.append(f"command {command}, API {api}, page {page}: {json.dumps(query)}")
    assert not different, "\n".join(different)
