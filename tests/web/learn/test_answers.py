"""What an answer shows beside the reasons: after an illegal move, one that would do."""

import pytest

from kalooki_ref.cards import RANKS, Card, parse_cards
from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.questions import Place, Topic, question_at
from kalooki_ref.practice.subjects import HandHeld, JokerMoved, Tacked, judge
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import Meld, MeldKind, Owner
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.web.learn.answered import answered
from kalooki_ref.web.learn.asked import CardRow, asked
from tests.practice.second_opinion import second_answer

HUNDRED = 100


def would_do(subject: Tacked | JokerMoved, system: RuleSystem) -> tuple[CardRow, ...]:
    return answered(subject, asked(subject, system), 0, system).would_do


def can_grow(subject: Tacked, system: RuleSystem) -> bool:
    """Whether the second referee tacks any card of the pack to the meld."""
    cards = [Card(rank, suit) for suit in system.suits for rank in RANKS]
    return any(second_answer(Tacked(subject.target, (card,)), system) == "legal" for card in cards)


@pytest.mark.usefixtures("phone")
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_illegal_tack_is_answered_with_one_that_would_do(system: RuleSystem) -> None:
    places = [Place(1, number) for number in range(HUNDRED)]
    asked_about = [question_at(Topic.LEGAL, place, system, Level.HARD) for place in places]
    tacks = [
        subject
        for subject in asked_about
        if isinstance(subject, Tacked)
        and subject.down
        and not judge(subject, system).legal
        and can_grow(subject, system)
    ]
    assert tacks
    assert not [subject for subject in tacks if not would_do(subject, system)]


@pytest.mark.usefixtures("phone")
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_hand_that_does_not_come_down_is_told_why_and_by_which_rule(system: RuleSystem) -> None:
    hands = [question_at(Topic.DOWN, Place(1, number), system, Level.HARD) for number in range(10)]
    results = [answered(hand, asked(hand, system), 1, system) for hand in hands]
    noes = [result for result in results if result.right == 1]
    assert noes
    for result in noes:
        assert result.why
        assert len(result.missing) not in range(1, 4), "named and drawn as well"
        assert [clause.number for clause in result.clauses] == ["5.1"]


@pytest.mark.usefixtures("phone")
def test_hand_that_has_to_be_laid_whole_names_that_rule() -> None:
    system = with_changes(system_of("jamaican"), {"last_contract_all_cards": "yes"})
    cards = "3H 4H 5H 6H 3S 4S 5S 6S 3D 4D 5D 6D 8C 9C 10C JC KD"
    hand = HandHeld(parse_cards(cards), 9)
    result = answered(hand, asked(hand, system), 1, system)
    assert result.is_right
    assert [clause.number for clause in result.clauses] == ["5.1", "5.8"]


@pytest.mark.usefixtures("phone")
def test_wrong_card_for_a_joker_is_answered_with_the_right_one() -> None:
    system = system_of("jamaican")
    target = Meld(MeldKind.RUN, parse_cards("5H 6H * 8H"))
    moved = JokerMoved(target, 2, parse_cards("9H"), Owner.OWN, JokerTo.HIGH)
    assert not judge(moved, system).legal
    (row,) = would_do(moved, system)
    assert parse_cards("7H")[0] in row.cards


@pytest.mark.usefixtures("phone")
def test_legal_answers_show_what_a_joker_on_the_board_counts_as() -> None:
    system = system_of("jamaican")
    target = Meld(MeldKind.RUN, parse_cards("5H 6H * 8H"))
    for subject in (
        Tacked(target, parse_cards("9H")),
        JokerMoved(target, 2, parse_cards("7H"), Owner.OWN, JokerTo.HIGH),
    ):
        assert judge(subject, system).legal
        question = asked(subject, system)
        assert not question.rows[0].reading
        board, _added = answered(subject, question, 0, system).asked.rows
        assert board.reading == parse_cards("5H 6H 7H 8H")
