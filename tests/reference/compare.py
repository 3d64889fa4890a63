"""Compares both referees on random questions, and counts the outcomes."""

import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kalooki_ref.api.judge import answer_line, judge
from tests.reference.facts import ERROR
from tests.reference.features import features
from tests.reference.judge import answer
from tests.reference.questions import question

Question = dict[str, Any]
UNPLAYABLE = '"house" cannot be played'


@dataclass
class Comparison:
    """The differences, and counters of questions and outcomes."""

    questions: int = 0
    differences: list[tuple[Question, object, object]] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    switches: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)

    def ask(self, query: Question) -> None:
        """Ask both a question; one with unplayable house rules isn't counted."""
        ours = answer_line(json.dumps(query), judge)
        if UNPLAYABLE in str(ours.get("error")):
            return
        self.questions += 1
        self.asked.update(features(query))
        first = ERROR if "error" in ours else ours["verdict"]
        second = answer(query)
        self.codes.update(ours.get("codes", ()))
        self.switches.update(f"{name} {key}" for name, key in query.get("house", {}).items())
        kind = first if isinstance(first, str) else "number"
        self.verdicts[f"{query['kind']} {kind}"] += 1
        if first != second:
            self.differences.append((query, first, second))


def compare(count: int, seed: int) -> Comparison:
    """Return the comparison of ``count`` random questions."""
    chance, comparison = Random(seed), Comparison()
    while comparison.questions < count:
        comparison.ask(question(chance))
    return comparison
