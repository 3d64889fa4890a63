"""Omitting facts never reverses a verdict; it can only make it unclear.

``KALOOKI_SEED`` selects other questions.
"""

from random import Random
from typing import Any

from kalooki_ref.api.judge import KINDS, judge
from kalooki_ref.api.signatures import NAMES, deciding, words_of
from tests.commits import seed_of_this_run
from tests.reference.questions import question

QUESTIONS = 400
UNCLEAR = "unclear"


def answer(query: dict[str, Any]) -> object:
    answered = judge(query)
    return "error" if "error" in answered else answered["verdict"]


def facts_of(query: dict[str, Any]) -> set[str]:
    """Return the names of the facts that may affect the verdict on this question."""
    given = query["input"]
    named = {given[key] for key in NAMES if key in given}
    questions = [
        question
        for question in KINDS[query["kind"]]
        if not named or named & set(words_of(question)) or not words_of(question)
    ]
    return {name for question in questions for name in deciding(question, {})}


def test_adding_facts_never_reverses_an_answer() -> None:
    chance = Random(seed_of_this_run())
    for _ in range(QUESTIONS):
        query = question(chance)
        whole = answer(query)
        if whole != "error":
            check_removing_facts(query, whole, chance)


def check_removing_facts(query: dict[str, Any], whole: object, chance: Random) -> None:
    """Remove facts one by one: the verdict must stay the same until it becomes unclear.

    Where the deal matters, a question without its round is invalid.
    """
    facts = sorted(facts_of(query) & query["input"].keys())
    chance.shuffle(facts)
    before = whole
    for name in facts:
        given = {key: value for key, value in query["input"].items() if key != name}
        query = {**query, "input": given}
        now = answer(query)
        if now == "error" and "round" not in given:
            return
        assert now in (before, UNCLEAR), query
        before = now


def test_missing_deciding_facts_are_named() -> None:
    query = {"sheet": "000", "kind": "calls", "input": {"event": "call_awarded"}}
    assert judge(query)["missing"] == ["caller_laid", "caller_calls", "allowed_by"]
    answered = {"event": "call_awarded", "caller_laid": False, "allowed_by": "in_turn"}
    assert judge({**query, "input": answered})["missing"] == ["caller_calls"]
    assert judge({**query, "input": answered | {"caller_calls": 2}})["verdict"] == "legal"
