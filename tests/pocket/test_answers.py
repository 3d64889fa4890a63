"""The phone's Python and the server's give the same answers, byte for byte.

KALOOKI_ANSWERS=1 asks everything; KALOOKI_SEED repeats the questions of a run.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.cards import cards_text
from kalooki_ref.referee.advice.question import Question
from tests.pocket.phone import ADDRESS, PocketPhone
from tests.properties.books import SLUGS, proven
from tests.reference.questions import question as judgement
from tests.rulebook.test_rulings import LINES

SHARE = float(os.environ.get("KALOOKI_ANSWERS", "0.02"))
SEED = int(os.environ.get("KALOOKI_SEED", "0")) or SystemRandom().randrange(1, 10**6)
JUDGEMENTS, ADVICE = 5000, 2000
AT_ONCE = {"judge": 50, "advise": 2}
"""Questions a request: an answer may get shorter only because its request took long."""
ASK = """async ([address, body]) => {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(address, { method: 'POST', body, headers })).text();
}"""
Asked = dict[str, Any]


def advice_questions(chance: Random) -> Iterator[Asked]:
    """Yield hands of the proven books that no switch changes, from all five systems."""
    for slug in SLUGS:
        plain = [one.question for one in proven(slug) if not one.switches]
        for one in chance.sample(plain, k=round(SHARE * ADVICE / len(SLUGS))):
            yield as_json(one)


def as_json(one: Question) -> Asked:
    table = [
        {"as": str(item.meld.kind), "cards": words(item.meld.cards), "owner": str(item.owner)}
        for item in one.table
    ]
    contract = {"contract": one.contract.name} if one.contract else {}
    return (
        {"system": one.system.slug, "hand": words(one.hand), "table": table}
        | contract
        | {"down": one.down}
    )


def words(cards: tuple[Any, ...]) -> list[str]:
    return cards_text(cards).split()


def questions(chance: Random) -> Iterator[tuple[str, list[Asked]]]:
    """Yield bodies to send, each with the door it goes to."""
    asked = [json.loads(line) for line in LINES]
    asked += [judgement(chance) for _ in range(round(SHARE * JUDGEMENTS))]
    for door, all_of_them in (("judge", asked), ("advise", list(advice_questions(chance)))):
        for at in range(0, len(all_of_them), AT_ONCE[door]):
            yield door, all_of_them[at : at + AT_ONCE[door]]


def test_phone_and_server_answer_alike(phone: PocketPhone, tmp_path: Path) -> None:
    print(f"KALOOKI_SEED={SEED}")
    server = create_app({"INSTANCE": str(tmp_path / "server"), "LIMITS": False})
    with phone.switched_on() as page:
        phone.open(page)
        for door, some in questions(Random(SEED)):
            body = json.dumps(some)
            there = page.evaluate(ASK, [f"{ADDRESS}api/v1/{door}", body])
            assert there == answer_of(server, door, body), body


def answer_of(server: Flask, door: str, body: str) -> str:
    headers = {"Content-Type": "application/json"}
    return server.test_client().post(f"/api/v1/{door}", data=body, headers=headers).text
