"""`python -m tests.rulebook.answers`: writes answers.txt again, what is said to the last word.

The worked cases come first, by their ids, and then questions as JSON: near-legal ones, a few for
each kind, verdict and fault, hands that ask for advice, and questions that can't be read. The
indented line beneath is the whole answer: its words, what jokers stand for, the meld as it lies
afterwards, the repair, the clauses; or every step of the advice. What is said otherwise on purpose
changes lines there: run the command, and read what git says is different.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kalooki_ref.api.advice_questions import advise
from kalooki_ref.api.judge import answer_object, judge

CASES = Path(__file__).with_name("rulings.jsonl")
PATH = Path(__file__).with_name("answers.txt")


def lines(text: str) -> Iterator[str]:
    """Yield every question of a text with the answer it has now."""
    worked = {case["id"]: case for case in map(json.loads, CASES.read_text("utf-8").splitlines())}
    known = text.splitlines()
    for name in (*worked, *(line for line in known if line.startswith("{"))):
        yield name
        yield f"  {answer_to(worked.get(name) or json.loads(name))}"


def answer_to(query: dict[str, Any]) -> str:
    """Return the whole answer to a question in one line; its faults are in its words."""
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
