"""Compares advice under own rules with brute force and CP-SAT.

A push checks a few new hands; `python -m tests.properties.prove own 2000` checks many.
"""

from random import Random

import pytest

from tests.commits import seed_of_this_run
from tests.properties.counted import compared
from tests.properties.own_rules import own_question
from tests.properties.prove import proven_answer
from tests.properties.written import Proven, read_line, written

HANDS = 24


@pytest.mark.slow
@pytest.mark.parametrize("number", range(HANDS))
def test_own_rules_match_the_oracles(number: int) -> None:
    question, turned, is_small = own_question(Random(f"{seed_of_this_run()} {number}"), number)
    answer = proven_answer(question, is_small=is_small)
    if answer is not None:
        proven = Proven(question, turned, answer)
        assert not compared(proven).fault, written(proven)


@pytest.mark.parametrize(
    "line",
    [
        # A set of 3 may be laid in addition to the contract's set of 4.
        "standard | run_min=3 | 1s4 0r4 | 7H 7S 7D 7C 9H 9S 9D KC | | 10 0 out",
        # It can't if only the contract may be laid.
        "jamaican | run_min=3 | 1s4 0r4 | 7H 7S 7D 7C 9H 9S 9D KC | | 37 27",
        # A run of 5 counts toward the contract, a run of 3 does not.
        "standard | run_min=3 suits_apart=no | 0s3 1r5 | 2H 3H 4H 5H 6H 8C 9C 10C QS | | 10 0 out",
        "standard | run_min=3 | 0s3 1r5 | 2H 3H 4H 8C 9C 10C QS | | missing 2",
        # Jokers must first bring the contract's set to its size.
        "standard | run_min=3 | 1s5 1r3 | 7H 7S 7D * * 2C 3C 4C KC | | 10 0 out",
        # A set of eight, while the pack has four of each card: any suits will do.
        "jamaican | | 1s8 0r4 | 2H 2H 2S 2S KC | | missing 4",
        # If jokers may not outnumber naturals, a legal run of 4 may contain no legal run of 3.
        "jamaican | run_min=3 | 0s3 2r3 | 7S 8C 10S * * * | | missing 1",
        # The same for a run of 5 or more: natural ends pay for the jokers between them.
        "jamaican | run_min=3 | 0s3 1r5 | 2H 3H 8H 9H * * * * | | 0 -",
        "jamaican | run_min=3 | 0s3 1r6 | 2H 3H 8H 9H * * * * | | 0 -",
        "jamaican | run_min=3 | 0s3 1r9 | AH 2H 3H 4H 10H * * * * * | | 0 -",
        "jamaican | run_min=3 | 0s3 1r5 | 2H 3H 8H KC * * * * | | missing 1",
        "jamaican | run_min=3 | 0s3 1r7 | 2H 3H 4H 10H KC * * * * * | | missing 1",
        # Going out counts even if the joker left over is worth nothing.
        (
            "standard | jokers_side_by_side=yes run_joker_cap=always run_min=3 "
            'points={"is":"PointTable","ranks":[2,3,4,5,6,7,8,9,10,10,10,10],'
            '"aces":[15,15,1,1],"joker":0}'
            " | 0s3 1r7 | 4C 5C 6C 9C 10C * * * * * | | 0 0 out"
        ),
    ],
)
def test_own_rules_match_worked_examples(line: str) -> None:
    assert compared(read_line(line)).fault == ""
