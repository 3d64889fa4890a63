"""`python -m tests.rulebook.answers`: rewrites the golden file answers.txt.

It has questions as JSON: worked cases, near-legal ones, a few for each kind, verdict and fault,
hands for advice, and invalid questions. The indented line below each is the complete answer: its
sentence, the jokers' cards, the resulting meld, the repair, the clauses; or every step of the
advice. After an intended change, run the command and review the diff.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kalooki_ref.api.advice_questions import advise
from kalooki_ref.api.judge import answer_object, judge

PATH = Path(__file__).with_name("answers.txt")


def lines(text: str) -> Iterator[str]:
    """Yield every question of a text with its current answer."""
    for question in text.splitlines():
        if question.startswith("{"):
            yield question
            yield f"  {answer_to(json.loads(question))}"


def answer_to(query: dict[str, Any]) -> str:
    """Return the complete answer to a question in one line."""
    if "hand" in query:
        steps = answer_object(query, advise)
        return json.dumps({name: value for name, value in steps.items() if value})
    answer = answer_object(query, judge)
    parts = [str(answer.get("verdict", "error")), answer.get("says") or answer["error"]]
    more = ("reading", "result", "instead", "clauses", "missing", "assumes")
    parts += [f"{name}: {' '.join(answer[name])}" for name in more if name in answer]
    return " | ".join(parts)


if __name__ == "__main__":
    PATH.write_text("".join(f"{line}\n" for line in lines(PATH.read_text("utf-8"))), "utf-8")
