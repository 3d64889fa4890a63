"""Whatever is asked, there is an answer: worked cases with pieces exchanged, switches turned."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kalooki_ref.rules.switches import SWITCHES
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.api.judge import judge
from tests.properties.near_legal import law

BOOK = Path(__file__).parents[1] / "rulebook" / "rulings.jsonl"
CASES = [json.loads(line) for line in BOOK.read_text("utf-8").splitlines()]
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
    """Draw a worked case with up to two pieces of its input exchanged."""
    asked: dict[str, Any] = deepcopy(draw(st.sampled_from(CASES)))
    given_pieces = asked["input"]
    for _ in range(draw(st.integers(0, 2))):
        given_pieces[draw(st.sampled_from(sorted(given_pieces)))] = draw(PIECES)
    asked["sheet"] = draw(st.sampled_from([asked["sheet"], *(s.sheet for s in SYSTEMS)]))
    switch = draw(st.sampled_from(SWITCHES))
    keys = [{switch.field: choice.key} for choice in switch.choices]
    asked["house"] = draw(st.sampled_from([None, *keys]))
    return asked


@law
@given(questions())
def test_every_question_is_answered(asked: dict[str, Any]) -> None:
    told = judge(asked)
    assert told["id"] == asked["id"]
    assert told.get("error") or told["says"]
    verdict = told.get("verdict")
    assert "error" in told or verdict in VERDICTS or isinstance(verdict, int)
    assert (verdict == "illegal") == bool(told.get("codes"))
    json.dumps(told, allow_nan=False)


@law
@given(questions(), questions())
def test_an_answer_does_not_hang_on_the_one_before(
    first: dict[str, Any], second: dict[str, Any]
) -> None:
    alone = judge(second)
    judge(first)
    assert judge(second) == alone
