"""The worked cases in rulings.jsonl."""

import json
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref.api.given_rules import read_system
from kalooki_ref.api.judge import answer_line, judge

LINES = Path(__file__).with_name("rulings.jsonl").read_text("utf-8").splitlines()
CASES = [(line, json.loads(line)) for line in LINES]


@pytest.mark.parametrize(("line", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_worked_case(line: str, case: dict[str, Any]) -> None:
    answer = answer_line(line, judge)
    assert answer["id"] == case["id"]
    assert ("error" if "error" in answer else answer["verdict"]) == case["expected"]
    for name in ("codes", "result", "missing"):
        if name in case:
            assert answer[name] == case[name]
    assert not answer.get("codes") or "codes" in case
    assert has_a_sentence(answer)
    assert set(answer.get("codes", ())) <= codes_cited(case)


def has_a_sentence(answer: dict[str, Any]) -> bool:
    words = answer.get("says") or answer["error"]
    return (words.endswith(".") or "error" in answer) and "%(" not in words


def codes_cited(case: dict[str, Any]) -> set[str]:
    """Return the codes of the faults that the clauses of the system cite."""
    return {code.value for clause in read_system(case).clauses for code in clause.cites}


def test_case_ids_are_unique() -> None:
    ids = [case["id"] for _, case in CASES]
    assert len(ids) == len(set(ids))
