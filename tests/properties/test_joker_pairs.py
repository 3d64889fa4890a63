"""Compares advice with brute force under each pair of switches about jokers.

A push asks one question for an eighth of the pairs. `KALOOKI_PAIRS=300` asks 300 for each,
`KALOOKI_WHOLE=1` uses all pairs, and `KALOOKI_SEED` selects other questions.
"""

import os

import pytest

from kalooki_ref.cards import JOKER
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import JokerMove, Tack
from kalooki_ref.referee.joker_moves import JokerTo
from tests.commits import seed_of_this_run, share_of_this_commit
from tests.properties.joker_pairs import PAIRS, fault_in, faults
from tests.properties.written import read_question

QUESTIONS = int(os.environ.get("KALOOKI_PAIRS", "1"))
SHARES = 8


# Jokers that go into the hand from one's own run, and jokers that move beyond a limit for tacks.
FURTHER = (
    "jamaican | own_joker_to_hand=yes | down | 7H KC | own run 5H 6H * 8H",
    "jamaican | own_joker_to_hand=yes | down | 7H KC | other run 5H 6H * 8H",
    "jamaican | own_joker_to_hand=yes extra_melds=any | down | 7H QS QD KC | own run 5H 6H * 8H",
    "kooky | own_joker_to_hand=yes | down | 7B 10R 2G | own run 5B 6B * 8B; other run 9R * 11R 12R",
    "caribbean | own_joker_to_hand=yes | down | 7H KC 2C | own run 5H 6H * 8H; own set KD KH KS",
    "jamaican | most_per_end=1 | down | 7H 9H 10H KC | own run 5H 6H * 8H",
    "jamaican | most_per_end=1 | down | 8H 9H 10H KC | other run 5H 6H 7H *",
    "jamaican | most_per_end=1 | down | * 9H 10H KC | own run 5H 6H 7H 8H",
    "jamaican | most_per_end=1 own_joker_to_hand=yes | down | AS * * 8D AD | own run * 10D JD QD",
    "jamaican | most_per_end=2 | down | 9H 10H JH KC | own run 5H 6H 7H 8H; other set KD KH *",
    "standard | most_per_end=1 | down | 6H 9H KC | other run 5H * 7H 8H",
    "caribbean | most_per_end=1 | down | 6H 4H 3H KC | own run 5H * 7H 8H",
    "kalooki40 | most_per_end=2 | down | 6H 9H 10H KC | other run 5H * 7H 8H",
)


@pytest.mark.slow
def test_joker_switch_pairs_match_brute_force() -> None:
    pairs = share_of_this_commit(PAIRS, SHARES)
    assert list(faults(pairs, QUESTIONS, seed_of_this_run())) == []


@pytest.mark.parametrize(
    "line",
    [
        # The joker goes to the high end, since there is no joker at that end.
        "jamaican | jokers_side_by_side=no | down | 7H KC | own run 6H * 8H 9H",
        "jamaican | jokers_side_by_side=no | 3 | 7H KC 4H 4D 4C | other run 6H * 8H 9H",
        "standard | joker_goes=high | down | 7H KC | own run 6H * 8H 9H",
        # It goes to the low end if another one is at the high end.
        "jamaican | jokers_side_by_side=no | down | 7H * KC | own run 6H * 8H 9H",
        "jamaican | jokers_side_by_side=no | down | 7H 10H 5H KC | own run 6H * 8H 9H *",
        # Jokers can be tacked to a run only as long as they don't outnumber its naturals.
        "jamaican | run_joker_cap=always | down | * * * QS | own run 10S JS * KS",
        "kalooki40 | run_joker_cap=always opening=10 | down | * * AS | own run 3S 4S *",
        "jamaican | run_joker_cap=always | down | * 10H KC | own run 5H * * 8H",
        "jamaican | run_joker_cap=always | down | * * 6H KC | other run 5H * * 8H",
        # A joker may go to a low end closed to cards of the hand, if moves are in the right order.
        "caribbean | tack_ends=high | down | QH 8H * QH JH | own run * 10H * QH KH",
        "standard | joker_goes=high joker_as_ace=no | down | 5S * KS | own run 10S JS QS * ",
        "jamaican | tack_ends=high joker_as_ace=no | down | * * * 9S KS | own run * 7S * 9S 10S JS",
        # A run may be full, and two runs may have jokers that don't fit into one.
        "standard | run_max=4 | down | 9H 4H KC | own run 5H 6H 7H 8H",
        "caribbean | run_max=5 | down | 9H 4H KC | own run 5H 6H 7H 8H",
        "standard | run_max=4 suits_apart=no | 4 | 2H 3H 4H 5H 6H 7H 8H 9H KC | ",
        # A player who takes a joker may lay the contract with it, whether down or not.
        "jamaican | joker_mover=everyone joker_goes=hand | 3 | 7H 4H 4D KC | other run 6H * 8H 9H",
        "jamaican | joker_mover=everyone joker_goes=reused | 3 | 7H 4H 4D | other run 6H * 8H 9H",
        "jamaican | joker_goes=hand | 3 | 7H 4H 4D KC | other run 6H * 8H 9H",
    ],
)
def test_hand_matches_brute_force(line: str) -> None:
    assert fault_in(*read_question(line)) == ""


@pytest.mark.parametrize("line", FURTHER)
def test_small_hand_is_proved(line: str) -> None:
    question, turned = read_question(line)
    assert fault_in(question, turned) == ""
    assert advise(question).proved


def test_own_joker_goes_out_with_the_hand() -> None:
    advice = advise(read_question(FURTHER[0])[0])
    taken, tacked = advice.moves
    assert (str(advice.discard), advice.goes_out) == ("KC", True)
    assert isinstance(taken, JokerMove)
    assert isinstance(tacked, Tack)
    assert (taken.to, tacked.cards) == (JokerTo.HAND, (JOKER,))


def test_caches_do_not_mix_rules() -> None:
    hand = "down | 9H JH | own run 7H 8H 9H 10H *"
    for mover in ("nobody", "owner", "nobody"):
        turned = f"tack_ends=high joker_as_ace=no joker_mover={mover}"
        assert fault_in(*read_question(f"jamaican | {turned} | {hand}")) == ""
