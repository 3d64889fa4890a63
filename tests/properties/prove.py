"""Hands proven without our search, and our search held against them: two commands.

`python -m tests.properties.prove hold [HANDS [SEED]]` makes fresh hands, tries everything on the
small ones, solves all with CP-SAT, and prints each answer of ours that differs, one line each.
`python -m tests.properties.prove write [HANDS [SEED]]` writes the proven hands anew into
tests/properties/proven/, one file a system: 10,000 take half an hour.
`python -m tests.properties.prove line 'LINE'` holds one line. Not here: reading the files in every
run of the tests (test_proven_hands).
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.rules.systems import SYSTEMS
from tests.properties.brute import Brute
from tests.properties.exact_model import ExactModel, NotModelledError
from tests.properties.growths import TooManyGrowthsError
from tests.properties.replaying import replay
from tests.properties.shapes import some_question
from tests.properties.written import (
    BAR,
    Answer,
    Proven,
    read_line,
    said_by,
    write_answer,
    write_question,
)

PROVEN = Path(__file__).parent / "proven"
HANDS = 400


class OraclesDifferError(Exception):
    """The two independent answers differ: one of them is wrong."""


def proven_hands(hands: int, seed: int) -> Iterator[Proven]:
    """Yield so many questions with their proven answers."""
    for number in range(hands):
        rng = Random(f"{seed} {number}")
        question, turned, is_small = some_question(rng, number)
        answer = proven_answer(question, is_small=is_small)
        if answer is not None:
            yield Proven(question, turned, answer)


def proven_answer(question: Question, *, is_small: bool) -> Answer | None:
    """Return the answer of the integer program, and of trying everything where that can be done.

    None where neither had an answer in time. Raises OraclesDifferError.
    """
    solved = solved_answer(question)
    if not is_small:
        return solved
    tried = Brute(question).answer()
    if solved is None:
        return tried if tried.before is not None else None
    left = (solved.before, solved.after, solved.out)
    if left != (tried.before, tried.after, tried.out):
        said = write_question(question, ()), write_answer(solved), write_answer(tried)
        raise OraclesDifferError(BAR.join(said))
    return solved


def solved_answer(question: Question) -> Answer | None:
    """Return the integer program's answer; None where it has none, or not in time."""
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


def held(proven: Proven) -> str:
    """Return what is wrong with our answer; empty where nothing is, nor where it may be better."""
    advice = advise(proven.question)
    said, best = said_by(advice), proven.answer
    if advice.can_come_down:
        try:
            replay(proven.question, advice)
        except AssertionError as fault:
            return f"not as the referee allows: {fault}"
    if said == best or not (advice.proved or is_too_good(said, best)):
        return ""
    return f"we say {write_answer(said)}"


def is_too_good(said: Answer, best: Answer) -> bool:
    """Return whether an answer promises more than can be, which an unproved one may not either."""
    if said.before is None:
        return best.before is None and said.missing < best.missing
    return best.before is None or said.before < best.before


def is_open(proven: Proven) -> bool:
    """Return whether our answer is not proved."""
    return not advise(proven.question).proved


def written(proven: Proven) -> str:
    """Return the whole line."""
    return write_question(proven.question, proven.switches) + BAR + write_answer(proven.answer)


def hold(hands: int, seed: int) -> int:
    """Print every fresh hand we answer differently; return how many."""
    wrong = unproved = 0
    for proven in proven_hands(hands, seed):
        fault = held(proven)
        wrong += bool(fault)
        unproved += is_open(proven)
        if fault or is_open(proven):
            print(f"{written(proven)}  <-- {fault or 'not proved'}", flush=True)
    print(f"{hands} hands, {wrong} answered differently, {unproved} not proved")
    return wrong


def write(hands: int, seed: int) -> int:
    """Write proven hands, a file a system, each as soon as it is proven."""
    PROVEN.mkdir(exist_ok=True)
    with ExitStack() as stack:
        files = {
            system.slug: stack.enter_context((PROVEN / f"{system.slug}.txt").open("w", 1, "utf-8"))
            for system in SYSTEMS
        }
        for proven in proven_hands(hands, seed):
            files[proven.question.system.slug].write(written(proven) + "\n")
    return 0


def line(text: str) -> int:
    """Hold one line, as the other commands print it."""
    proven = read_line(text.split("<--", maxsplit=1)[0])
    fault = held(proven)
    print(fault or ("not proved" if is_open(proven) else "as proven"))
    return bool(fault)


def main(words: list[str]) -> int:
    """Run one of the commands."""
    if words[0] == "line":
        return line(words[1])
    hands, seed = ([int(word) for word in words[1:]] + [HANDS, 1][len(words) - 1 :])[:2]
    return bool({"hold": hold, "write": write}[words[0]](hands, seed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
