"""Limits on the work of a question, counted in function calls instead of time."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType
from typing import TypeVar

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.advice import run_states
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Advice, Question, StepBudget
from kalooki_ref.referee.checking import LayFacts, check_cards
from kalooki_ref.rules.systems import system_of
from tests.properties.counted import compared
from tests.properties.proven_files import PROVEN
from tests.properties.written import read_line, read_question

Result = TypeVar("Result")
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
TWELVE_CARDS = "jamaican | extra_melds=any | 4 | 5H 6H 7H 8H 9H 2C 3C 4C 5C KD 9S * |"
# About a second on an idle core; without the limit, the first of these takes 40 times as long.
MOST_CALLS = 1_300_000

# Total work of some proven hands, and how many answers are unproved.
#
# Update it when the work decreases.
WORK = {
    "standard": (266_292, 0),
    "jamaican": (226_789, 0),
    "caribbean": (240_911, 0),
    "kooky": (201_410, 2),
    "kalooki40": (1_318_306, 6),
    "found": (218_383, 2),
}
# The first hands of each file detect faults best; of the rest, every twentieth is run.
SHOWING, TWENTY = 40, 20

# Hands far larger than dealt ones, some with more melds on the board than a pack allows.
WORST = (Path(__file__).parent / "worst.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", WORST)
def test_worst_questions_are_bounded_and_find_a_lay(line: str) -> None:
    question, _ = read_question(line)
    advice, calls = advise_and_count(question)
    assert calls < MOST_CALLS
    assert advice.can_come_down
    assert not advice.proved


@pytest.mark.parametrize("slug", WORK)
def test_work_on_proven_hands_is_unchanged(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Detects a search that visits more states, or wrongly prunes some."""
    spent = 0
    spend = StepBudget.spend

    def count(budget: StepBudget, work: int) -> None:
        nonlocal spent
        spent += work
        spend(budget, work)

    monkeypatch.setattr(StepBudget, "spend", count)
    monkeypatch.setattr(run_states, "_AUTOMATA", {})  # a cache shared by all questions
    left_open = 0
    lines = (PROVEN / f"{slug}.txt").read_text("utf-8").splitlines()
    for line in lines[:SHOWING] + lines[SHOWING::TWENTY]:
        now = compared(read_line(line))
        assert not now.fault, f"{line}  <-- {now.fault}"
        left_open += now.is_open
    assert (spent, left_open) == WORK[slug]


def advise_and_count(question: Question) -> tuple[Advice, int]:
    """Return the advice, and the number of function calls it took."""
    return counted_calls(lambda: advise(question))


def counted_calls(work: Callable[[], Result]) -> tuple[Result, int]:
    """Return a result, and the number of function calls it took."""
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        return work(), calls
    finally:
        sys.setprofile(None)


def test_many_jokers_on_the_board_are_handled() -> None:
    cards = [(rank, suit) for suit in "SHD" for rank in range(3, 9)]
    hand = " ".join([f"{rank}{suit}" for rank, suit in cards])
    runs = [f"other run {rank - 1}{suit} * {rank + 1}{suit}" for rank, suit in cards]
    question, _ = read_question(f"kalooki40 |  | points | {hand} | {'; '.join(runs)}")
    assert advise(question).can_come_down


def test_many_cards_of_one_rank_are_judged_at_once() -> None:
    sevens = parse_cards(" ".join(["7H", "7S", "7D", "7C"] * 6))
    system, facts = system_of("caribbean"), LayFacts(9)
    checked, calls = counted_calls(lambda: check_cards((sevens,), system, facts=facts))
    assert not checked.verdict.legal
    assert calls < 2 * MOST_CALLS


def test_most_cards_a_hand_can_have_are_judged_at_once() -> None:
    pack = [*[rank + suit for rank in RANKS for suit in "SHDC"] * 2, *"****"]
    Random(1).shuffle(pack)
    laid, system = parse_cards(" ".join(pack[:90])), system_of("caribbean")
    _, calls = counted_calls(lambda: check_cards((laid,), system, facts=LayFacts(9)))
    assert calls < MOST_CALLS


def test_one_suit_over_and_over_is_judged_in_bounded_work() -> None:
    suit = [*[rank + "H" for rank in RANKS], "*"]
    laid, system = parse_cards(" ".join(suit * 4)), system_of("caribbean")
    _, calls = counted_calls(lambda: check_cards((laid,), system, facts=LayFacts(9)))
    assert calls < 5 * MOST_CALLS


def test_caches_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    automata: dict[object, run_states.RunAutomaton] = {}
    monkeypatch.setattr(run_states, "_AUTOMATA", automata)
    question, _ = read_question(TWELVE_CARDS)
    advise(question)
    first = dict(automata)
    advise(question)
    assert automata == first
    fullest = max(automaton.kept for automaton in automata.values())
    assert fullest > 10
    monkeypatch.setattr(run_states, "MOST_STEPS_KEPT", fullest - 1)
    advise(question)
    assert automata != first
