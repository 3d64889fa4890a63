"""The second referee knows the worked cases, and the first one answers like it.

``KALOOKI_SEED`` draws others.
"""

import json
from pathlib import Path

import pytest

from tests.commits import seed_of_this_run
from tests.reference.compare import compare
from tests.reference.judge import answer
from tests.reference.sheets import Rules

QUESTIONS = 2_000
CASES = Path(__file__).parent.parent / "rulebook" / "rulings.jsonl"


def cases() -> list[Rules]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_the_second_referee_answers_the_worked_cases(case: Rules) -> None:
    assert answer(case) == case["expected"]


def test_both_referees_answer_alike() -> None:
    seed = seed_of_this_run()
    print(f"{QUESTIONS} questions, seed {seed}: python -m tests.reference {QUESTIONS} {seed}")
    found = compare(QUESTIONS, seed)
    assert not found.differences, f"seed {seed}"
