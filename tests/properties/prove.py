"""Proves the best answers for hands with two independent oracles, and compares our search.

`python -m tests.properties.prove generate [HANDS [SEED]]` generates hands, tries everything on the
small ones, solves all with CP-SAT, and prints each of our answers that differs, one line each.
`python -m tests.properties.prove add [HANDS [SEED]]` adds as many to the proven hands in
tests/properties/proven/, one file per system: 10,000 take about twenty minutes.
`python -m tests.properties.prove own [HANDS [SEED]]` compares hands under own rules:
contracts of any size, smallest melds, card values; 2,000 take about half an hour.
`python -m tests.properties.prove line 'LINE'` checks one line, with or without its answer.
Both oracles share one reading of the rules, so a misreading is in all proofs (once, about opening
with a taken joker in sheet 002).
"""

import sys
from collections.abc import Callable, Iterator
from random import Random

from kalooki_ref.referee.advice.question import Question
from tests.properties.brute import Brute
from tests.properties.counted import compared
from tests.properties.exact_model import ExactModel, NotModelledError
from tests.properties.growths import TooManyGrowthsError
from tests.properties.own_rules import own_question
from tests.properties.proven_files import PROVEN
from tests.properties.shapes import Turned, some_question
from tests.properties.written import (
    BAR,
    Answer,
    Proven,
    read_line,
    read_question,
    write_answer,
    write_question,
    written,
)

Make = Callable[[Random, int], tuple[Question, Turned, bool]]
HANDS = 400
# Parts of a line with an answer.
PARTS = 5
# Up to this hand size, every single further card is tried.
QUICK = 7


class OraclesDifferError(Exception):
    """The two independent answers differ: one of them is wrong."""


def proven_hands(hands: int, seed: int, make: Make = some_question) -> Iterator[Proven]:
    """Yield this number of questions with proven answers; ``make`` writes the questions."""
    for number in range(hands):
        rng = Random(f"{seed} {number}")
        question, turned, is_small = make(rng, number)
        answer = proven_answer(question, is_small=is_small)
        if answer is not None:
            yield Proven(question, turned, answer)


def proven_answer(question: Question, *, is_small: bool) -> Answer | None:
    """Return the answer of CP-SAT, compared with brute force if that is feasible.

    None if neither finished in time. Raises OraclesDifferError.
    """
    solved = solved_answer(question)
    if not is_small:
        return solved
    brute = Brute(question)
    tried = brute.answer()
    if solved is None:
        return tried if tried.before is not None else None
    alike = (solved.before, solved.after, solved.out) == (tried.before, tried.after, tried.out)
    is_quick = solved.missing and len(question.hand) <= QUICK
    if not alike or (is_quick and brute.lacks_one() != (solved.missing == 1)):
        written = write_question(question, ()), write_answer(solved), write_answer(tried)
        raise OraclesDifferError(BAR.join(written))
    return solved


def solved_answer(question: Question) -> Answer | None:
    """Return the answer of CP-SAT; None if it has none, or not in time."""
    try:
        model = ExactModel(question)
        before = model.least()
        if before is None:
            return Answer(missing=model.fewest_missing())
        after = model.least_after()
    except (NotModelledError, TooManyGrowthsError, TimeoutError):
        return None
    if after is None:
        return Answer(before.points)
    return Answer(before.points, after.points, after.out)


def generate(hands: int, seed: int, make: Make = some_question) -> int:
    """Print every generated hand with a different answer of ours; return their number."""
    wrong = unproved = 0
    for proven in proven_hands(hands, seed, make):
        found = compared(proven)
        wrong += bool(found.fault)
        unproved += found.is_open
        if found.fault or found.is_open:
            print(f"{written(proven)}  <-- {found.fault or 'not proved'}", flush=True)
    print(f"{hands} hands, {wrong} answered differently, {unproved} not proved")
    return wrong


def add(hands: int, seed: int) -> int:
    """Append proven hands to the files, each as soon as it is proven."""
    PROVEN.mkdir(exist_ok=True)
    for proven in proven_hands(hands, seed):
        proven_file = PROVEN / f"{proven.question.system.slug}.txt"
        with proven_file.open("a", encoding="utf-8") as file:
            file.write(written(proven) + "\n")
    return 0


def own(hands: int, seed: int) -> int:
    """Print every hand under own rules that we answer differently; return their number."""
    return generate(hands, seed, own_question)


def line(text: str) -> int:
    """Check one line as printed by the other commands; without an answer it is solved first."""
    text = text.split("<--", maxsplit=1)[0]
    if text.count(BAR.strip()) == PARTS:
        proven = read_line(text)
    else:
        question, switches = read_question(text)
        answer = solved_answer(question)
        if answer is None:
            print("CP-SAT has no answer")
            return 1
        proven = Proven(question, switches, answer)
    found = compared(proven)
    print(f"{write_answer(proven.answer)}: {found.fault or 'our answer is the same'}")
    if found.is_open:
        print("not proved")
    return bool(found.fault)


def main(words: list[str]) -> int:
    """Run one of the commands."""
    if words[0] == "line":
        return line(words[1])
    hands, seed = ([int(word) for word in words[1:]] + [HANDS, 1][len(words) - 1 :])[:2]
    return bool({"generate": generate, "own": own, "add": add}[words[0]](hands, seed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
