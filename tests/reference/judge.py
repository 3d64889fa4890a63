"""The second referee: answers one question."""

from tests.reference.counts import judge_calls
from tests.reference.cutting import judge_cards
from tests.reference.ends import judge_end
from tests.reference.facts import ERROR, Answer, ContradictionError
from tests.reference.lays import judge_contract, judge_laydown, judge_meld
from tests.reference.rules import Rules, rules_of
from tests.reference.scores import judge_score
from tests.reference.table import judge_replace, judge_tack

KINDS = {
    "meld": judge_meld,
    "contract": lambda query, rules: (
        judge_cards(query, rules) if "cards" in query else judge_contract(query, rules)
    ),
    "tack": judge_tack,
    "joker_replace": judge_replace,
    "calls": judge_calls,
    "score": judge_score,
    "laydown": judge_laydown,
    "end": judge_end,
}


def answer(question: Rules) -> Answer:
    """Return "legal", "illegal", "unclear", a number, or "error" for a contradiction."""
    return answer_under(rules_of(question), question["kind"], question["input"])


def answer_under(rules: Rules, kind: str, facts: Rules) -> Answer:
    """Return the answer under these rules."""
    try:
        return KINDS[kind](facts, rules)
    except ContradictionError:
        return ERROR
