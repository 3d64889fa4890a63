"""The second referee knows the worked cases, and the first one answers like it.

Every run asks something new; ``KALOOKI_SEED`` repeats a comparison.
"""

import json
import os
from pathlib import Path
from secrets import randbelow

import pytest

from tests.reference.compare import compare
from tests.reference.judge import answer
from tests.reference.sheets import Rules
from tests.reference.switches import CHOICES

QUESTIONS = 2_000
CASES = Path(__file__).parent.parent / "rulebook" / "rulings.jsonl"


def cases() -> list[Rules]:
    """Return the worked cases, but those under a switch that the second referee lacks."""
    every = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [case for case in every if is_known(case.get("house", {}))]


def is_known(house: Rules) -> bool:
    return all(str(key) in CHOICES.get(field, "").split() for field, key in house.items())


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_the_second_referee_answers_the_worked_cases(case: Rules) -> None:
    assert answer(case) == case["expected"]


def test_both_referees_answer_alike() -> None:
    seed = int(os.environ.get("KALOOKI_SEED") or randbelow(2**32))
    print(f"{QUESTIONS} questions, seed {seed}: python -m tests.reference {QUESTIONS} {seed}")
    found = compare(QUESTIONS, seed)
    assert not found.differences, f"seed {seed}"
