"""Every worked case comes out of the judge door as it is written down."""

import json
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref.web.api.given_rules import read_system
from kalooki_ref.web.api.judge import answer_line, judge

LINES = Path(__file__).with_name("rulings.jsonl").read_text("utf-8").splitlines()
CASES = [(line, json.loads(line)) for line in LINES]

cases = pytest.mark.parametrize(("line", "case"), CASES, ids=[case["id"] for _, case in CASES])


@cases
def test_the_case_comes_out_as_written(line: str, case: dict[str, Any]) -> None:
    told = answer_line(line, judge)
    assert told["id"] == case["id"]
    assert ("error" if "error" in told else told["verdict"]) == case["expected"]
    for name in ("codes", "result", "missing"):
        if name in case:
            assert told[name] == case[name]
    assert not told.get("codes") or "codes" in case


@cases
def test_the_answer_says_something(line: str, case: dict[str, Any]) -> None:  # noqa: ARG001
    told = answer_line(line, judge)
    said = told.get("says") or told["error"]
    assert said.endswith(".") or "error" in told
    assert "%(" not in said


@cases
def test_every_fault_stands_in_a_clause(line: str, case: dict[str, Any]) -> None:
    codes = answer_line(line, judge).get("codes", ())
    cited = {code.value for clause in read_system(case).clauses for code in clause.cites}
    assert set(codes) <= cited


def test_every_case_is_there_once() -> None:
    ids = [case["id"] for _, case in CASES]
    assert len(ids) == len(set(ids)) == 453
