"""Compares the second referee with the worked cases, and both referees with each other.

Every run asks new questions; ``KALOOKI_SEED`` repeats a run.
"""

import json
import os
from pathlib import Path
from secrets import randbelow

import pytest

from kalooki_ref.api.judge import judge
from tests.reference.compare import Comparison, compare
from tests.reference.facts import ERROR
from tests.reference.features import ORDER_UNDER_HOUSE
from tests.reference.judge import answer
from tests.reference.rules import Rules

QUESTIONS = 2_000
CASES = Path(__file__).parent.parent / "rulebook" / "rulings.jsonl"


def cases() -> list[Rules]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_second_referee_matches_the_worked_cases(case: Rules) -> None:
    assert answer(case) == case["expected"]


@pytest.mark.parametrize(
    ("house", "number"), [({"last_contract_all_cards": "yes"}, 9), ({"calling": "no"}, 1)]
)
def test_only_the_winner_is_down_where_coming_down_empties_the_hand(
    house: Rules, number: int
) -> None:
    house = house | {"add_on_after_out": "yes"}
    facts = {"value": 0, "round": number, "laid": True, "winner": False, "bent": False}
    case = {"sheet": "000", "kind": "score", "house": house}
    case["input"] = {"claim": "entered_score"} | facts
    assert answer(case) == ERROR
    assert '"laid" needs "winner"' in judge(case)["error"]


@pytest.fixture(scope="module")
def found() -> Comparison:
    seed = int(os.environ.get("KALOOKI_SEED") or randbelow(2**32))
    print(f"{QUESTIONS} questions, seed {seed}: python -m tests.reference {QUESTIONS} {seed}")
    return compare(QUESTIONS, seed)


def test_referees_agree(found: Comparison) -> None:
    assert not found.differences


def test_share_of_questions_about_order(found: Comparison) -> None:
    assert found.asked[ORDER_UNDER_HOUSE] >= QUESTIONS / 5
