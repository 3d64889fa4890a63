"""Compares advice with brute force under each pair of switches about jokers.

`python -m tests.properties.joker_pairs [QUESTIONS [SEED]]` checks this many questions for each pair
(300) and prints a line for each proved answer that differs; `python -m tests.properties.prove line
'LINE'` checks such a line again.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from kalooki_ref.cards import JOKER
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.melds import listed_upwards
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.switches import switch_of
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.properties.brute import Brute
from tests.properties.counted import broken, is_too_good
from tests.properties.hands import SMALL_CONTRACTS, neighbours, small_hand, some_table
from tests.properties.shapes import NEEDED, Turned, is_possible
from tests.properties.written import Answer, Proven, answer_of, system_with, written

# Switches about what jokers may do, and about the ends of runs.
FIELDS = (
    "set_min_naturals", "run_min_naturals", "set_joker_cap", "run_joker_cap",
    "jokers_side_by_side", "run_max", "ace", "ace_at_both_ends", "tack_ends", "joker_as_ace",
    "joker_mover", "joker_goes", "set_joker", "final_discard", "joker_discard",
    "most_per_end", "own_joker_to_hand", "jokers_from_inside",
)  # fmt: skip
QUESTIONS = 300
SETTINGS = tuple(
    f"{field}={choice.key}"
    for field in FIELDS
    for choice in getattr(switch_of(field), "choices", ())
)
PAIRS = tuple(
    pair
    for pair in combinations(SETTINGS, 2)
    if pair[0].partition("=")[0] != pair[1].partition("=")[0]
)
MOST_TRIES = 200


def questions(pair: tuple[str, str], rng: Random) -> Iterator[tuple[Question, Turned]]:
    """Yield questions under both switches, endlessly; none if no system can have both."""
    tables = [(system.slug, turned_to(system.slug, pair)) for system in SYSTEMS]
    slugs = [slug for slug, turned in tables if is_possible(slug, turned)]
    while slugs:
        slug = rng.choice(slugs)
        yield question_under(slug, turned_to(slug, pair), rng)


def turned_to(slug: str, settings: tuple[str, ...]) -> Turned:
    """Return the changed switches of a system that has these settings."""
    wanted = dict(text.split("=") for text in settings)
    needed = {field: key for text in settings for field, key in NEEDED.get(text, {}).items()}
    base = system_of(slug)
    played = {**needed, **wanted}
    return tuple(
        f"{field}={key}"
        for field, key in played.items()
        if getattr(system_with(slug, (f"{field}={key}",)), field) != getattr(base, field)
    )


def question_under(slug: str, turned: Turned, rng: Random) -> tuple[Question, Turned]:
    """Return a question with a small hand and jokers on the board."""
    if system_of(slug).opening:
        turned = (*turned, f"opening={rng.choice((10, 20, 30))}")
    system = system_with(slug, turned)
    down = rng.random() < 0.6
    contract = Contract(*rng.choice(SMALL_CONTRACTS)) if system.contracts and not down else None
    for _ in range(MOST_TRIES):
        lying = some_table(rng, system, down=down)[: rng.choice((1, 1, 2))]
        if any(JOKER in item.meld.cards for item in lying):
            break
    lying = tuple(replace(item, meld=listed_upwards(item.meld, system)) for item in lying)
    near = [card for item in lying for card in neighbours(item.meld)]
    hand = small_hand(rng, system, most=3 if down else 6)[: rng.randint(1, 3 if down else 6)]
    hand += tuple(rng.sample(near, min(len(near), rng.randint(1, 3))))
    return Question(hand, system, contract, lying, down), turned


def fault_in(question: Question, turned: Turned) -> str:
    """Return the question as a line with the fault in our answer; empty if there is none."""
    tried = Brute(question).answer()
    advice = advise(question)
    ours = answer_of(advice)
    proven = Proven(question, turned, tried)
    fault = broken(proven, advice)
    differs = replace(ours, missing=None) != tried
    if not fault and differs and (advice.proved or is_too_good(ours, tried)):
        fault = f"we say {answer_text(ours)}, {'' if advice.proved else 'not '}proved"
    return f"{written(proven)}  <-- {fault}" if fault else ""


def answer_text(answer: Answer) -> str:
    """Return an answer in a few words."""
    return "no" if answer.before is None else f"{answer.before} {answer.after} {answer.out}"


def faults(pairs: Sequence[tuple[str, str]], number: int, seed: object) -> Iterator[str]:
    """Yield the faults in the answers to ``number`` questions for each pair."""
    for pair in pairs:
        rng = Random(f"{seed} {pair}")
        for _, (question, turned) in zip(range(number), questions(pair, rng), strict=False):
            fault = fault_in(question, turned)
            if fault:
                yield fault


def main(words: list[str]) -> int:
    """Check many questions for each pair."""
    number, seed = ([int(word) for word in words] + [QUESTIONS, 1][len(words) :])[:2]
    found = 0
    for fault in faults(PAIRS, number, seed):
        found += 1
        print(fault, flush=True)
    print(f"{len(PAIRS)} pairs, {number} questions each: {found} answered differently")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
