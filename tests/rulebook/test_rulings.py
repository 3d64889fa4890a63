"""The worked cases in rulings.jsonl."""

import json
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref.api.given_rules import read_system
from kalooki_ref.api.judge import answer_line, judge

LINES = Path(__file__).with_name("rulings.jsonl").read_text("utf-8").splitlines()
CASES = [(line, json.loads(line)) for line in LINES]

cases = pytest.mark.parametrize(("line", "case"), CASES, ids=[case["id"] for _, case in CASES])


@cases
def test_worked_case(line: str, case: dict[str, Any]) -> None:
    answer = answer_line(line, judge)
    assert answer["id"] == case["id"]
    assert ("error" if "error" in answer else answer["verdict"]) == case["expected"]
    for name in ("codes", "result", "missing"):
        if name in case:
            assert answer[name] == case[name]
    assert not answer.get("codes") or "codes" in case


@cases
def test_answer_has_a_sentence(line: str, case: dict[str, Any]) -> None:  # noqa: ARG001
    answer = answer_line(line, judge)
    words = answer.get("says") or answer["error"]
    assert words.endswith(".") or "error" in answer
    assert "%(" not in words


@cases
def test_every_finding_cites_a_clause(line: str, case: dict[str, Any]) -> None:
    codes = answer_line(line, judge).get("codes", ())
    cited = {code.value for clause in read_system(case).clauses for code in clause.cites}
    assert set(codes) <= cited


def test_case_ids_are_unique() -> None:
    ids = [case["id"] for _, case in CASES]
    assert len(ids) == len(set(ids)) == 489
