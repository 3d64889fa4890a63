"""Compares advice with the thousands of proven hands in proven/, a file per system.

A push checks a twentieth of each file, selected by its commit's hash. The hands were solved with
CP-SAT, small ones also by brute force, when the files were written (prove). A failing line is
printed; `python -m tests.properties.prove line 'LINE'` checks it again. Before a release,
`python -m tests.properties.proven_files` checks all of them and prints what is wrong, unproved or
slow; `python -m tests.properties.prove generate 400 7` generates and checks new ones.
"""

from collections.abc import Sequence

import pytest

from kalooki_ref.referee.advice.hand_counts import count_cards
from kalooki_ref.rules.switches import switch_of
from kalooki_ref.rules.systems import system_of
from tests.commits import share_of_this_commit
from tests.properties.counted import can_come_down, compared
from tests.properties.due import still_due
from tests.properties.proven_files import FILES, SLUGS, proven
from tests.properties.shapes import FIELDS
from tests.properties.written import Proven, written

pytestmark = pytest.mark.slow

# Maximum share of correct but unproved answers; the second applies where points open.
MOST_OPEN, MOST_OPEN_BY_POINTS = 0.01, 0.025
# Minimum number of hands per system.
MANY = 5000
# Minimum number of hands with a switch changed to one of its choices.
MANY_TURNED = 190


def sample(proven_file: str) -> Sequence[Proven]:
    """Return this commit's twentieth of a file; all hands that were once answered wrongly."""
    return (
        share_of_this_commit(proven(proven_file), of=20)
        if proven_file in SLUGS
        else proven(proven_file)
    )


@pytest.mark.parametrize("proven_file", FILES)
def test_proven_hands_match_and_few_are_unproved(proven_file: str) -> None:
    outcomes = [(written(case), compared(case)) for case in sample(proven_file)]
    wrong = [f"{line}  <-- {now.fault}" for line, now in outcomes if now.fault]
    assert not wrong, "\n".join([f"{len(wrong)} differ:", *wrong[:20]])
    unproved = [line for line, now in outcomes if now.is_open]
    assert len(unproved) <= most_open(proven_file) * len(outcomes), "\n".join(unproved[:20])


def most_open(proven_file: str) -> float:
    """Return the maximum share of unproved answers in a file."""
    if proven_file not in SLUGS:
        return 1
    return MOST_OPEN if system_of(proven_file).contracts else MOST_OPEN_BY_POINTS


@pytest.mark.parametrize("proven_file", FILES)
def test_decision_matches_the_proof(proven_file: str) -> None:
    wrong = []
    for case in filter(depends_only_on_the_hand, sample(proven_file)):
        is_able = case.answer.before is not None
        hand = count_cards(case.question.hand, case.question.system)
        if can_come_down(hand, case.question) not in {is_able, None}:
            wrong.append(f"{written(case)}  <-- we decide otherwise")
    assert not wrong, "\n".join([f"{len(wrong)} differ:", *wrong[:20]])


def depends_only_on_the_hand(case: Proven) -> bool:
    """Whether coming down depends on neither the board nor the rest of the turn."""
    question = case.question
    system = question.system
    is_whole = still_due(question) == question.contract
    return is_whole and not (question.down or system.builders_open or system.going_out_opens)


@pytest.mark.parametrize("slug", SLUGS)
def test_enough_proven_hands_per_system(slug: str) -> None:
    positions = [case.question for case in proven(slug)]
    assert len(positions) >= MANY
    assert sum(1 for question in positions if question.table) >= MANY // 3
    assert sum(1 for question in positions if question.down) >= MANY // 10
    assert sum(1 for question in positions if len(question.hand) >= 20) >= MANY // 20


@pytest.mark.parametrize("field", FIELDS)
def test_enough_proven_hands_per_switch(field: str) -> None:
    positions = [getattr(case.question.system, field) for slug in SLUGS for case in proven(slug)]
    counts = {choice.key: positions.count(choice.value) for choice in switch_of(field).choices}
    assert min(counts.values()) >= MANY_TURNED, counts
