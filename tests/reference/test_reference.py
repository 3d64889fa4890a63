"""The second referee knows the worked cases."""

import json
from pathlib import Path

import pytest

from tests.reference.judge import answer
from tests.reference.sheets import Rules

CASES = Path(__file__).parent.parent / "rulebook" / "rulings.jsonl"


def cases() -> list[Rules]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_the_second_referee_answers_the_worked_cases(case: Rules) -> None:
    assert answer(case) == case["expected"]
