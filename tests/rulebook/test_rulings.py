"""Every worked case comes out of the judge door as it stands in the book."""

import json
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref.rules.systems import system_of
from kalooki_ref.web.api.judge import judge_line

LINES = Path(__file__).with_name("rulings.jsonl").read_text("utf-8").splitlines()
CASES = [(line, json.loads(line)) for line in LINES]

cases = pytest.mark.parametrize(("line", "case"), CASES, ids=[case["id"] for _, case in CASES])


@cases
def test_the_case_comes_out_as_written(line: str, case: dict[str, Any]) -> None:
    told = judge_line(line)
    assert told.get("error") is None
    assert told["id"] == case["id"]
    assert told["verdict"] == case["expected"]
    assert told["codes"] == case.get("codes", [])
    if "result" in case:
        assert told["result"] == case["result"]


@cases
def test_the_answer_says_something(line: str, case: dict[str, Any]) -> None:  # noqa: ARG001
    said = judge_line(line)["says"]
    assert said.endswith(".")
    assert "%(" not in said


@cases
def test_every_fault_stands_in_a_clause(line: str, case: dict[str, Any]) -> None:
    told = judge_line(line)
    system = system_of(case["sheet"])
    cited = {code.value for clause in system.clauses for code in clause.cites}
    assert set(told["codes"]) <= cited


def test_every_case_is_there_once() -> None:
    ids = [case["id"] for _, case in CASES]
    assert len(ids) == len(set(ids)) == 338
