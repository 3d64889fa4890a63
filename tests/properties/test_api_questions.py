"""Fuzz tests of the API: worked cases with exchanged parts and changed switches."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kalooki_ref.api.judge import judge
from kalooki_ref.rules.switches import SWITCHES
from kalooki_ref.rules.systems import SYSTEMS
from tests.properties.near_legal import law

RECORD = Path(__file__).parents[1] / "rulebook" / "rulings.jsonl"
CASES = [json.loads(line) for line in RECORD.read_text("utf-8").splitlines()]
CARDS = st.sampled_from(["7H", "8H", "9H", "*", "AS", "KD", "5B", "6B", "AE", "10C", "7Z"])
PIECES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 40)
    | st.floats()
    | st.sampled_from(["high", "low", "owner", "hand", "", "7H 8H 9H 10H"])
    | st.lists(CARDS, max_size=6)
    | st.fixed_dictionaries({"as": st.sampled_from(["set", "run"]), "cards": st.lists(CARDS)})
    | st.just({})
)
VERDICTS = {"legal", "illegal", "unclear"}


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a worked case with up to two parts of its input exchanged."""
    question: dict[str, Any] = deepcopy(draw(st.sampled_from(CASES)))
    given_pieces = question["input"]
    for _ in range(draw(st.integers(0, 2))):
        given_pieces[draw(st.sampled_from(sorted(given_pieces)))] = draw(PIECES)
    question["sheet"] = draw(st.sampled_from([question["sheet"], *(s.sheet for s in SYSTEMS)]))
    switch = draw(st.sampled_from(SWITCHES))
    keys = [{switch.field: choice.key} for choice in switch.choices]
    question["house"] = draw(st.sampled_from([None, *keys]))
    return question


@law
@given(questions())
def test_every_question_gets_an_answer(question: dict[str, Any]) -> None:
    answer = judge(question)
    assert answer["id"] == question["id"]
    assert answer.get("error") or answer["says"]
    verdict = answer.get("verdict")
    assert "error" in answer or verdict in VERDICTS or isinstance(verdict, int)
    assert (verdict == "illegal") == bool(answer.get("codes"))
    json.dumps(answer, allow_nan=False)


@law
@given(questions(), questions())
def test_answer_does_not_depend_on_earlier_questions(
    first: dict[str, Any], second: dict[str, Any]
) -> None:
    alone = judge(second)
    judge(first)
    assert judge(second) == alone
