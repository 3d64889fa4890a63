"""A hundred days of today's hand: each has a best lay that is proved, and none is trivial."""

from datetime import date

from kalooki_ref.cards import beyond
from kalooki_ref.practice.subjects import HandHeld, Lay, advice_on, judge
from kalooki_ref.practice.today import SIZE, hand_of_day, left_after
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.meld import cards_in
from kalooki_ref.rules.systems import system_of
from tests.practice.second_opinion import second_answer

SYSTEM = system_of("jamaican")
FIRST = date(2026, 11, 27).toordinal()
HUNDRED = [hand_of_day(FIRST + day, SYSTEM) for day in range(100)]


def test_best_lay_is_legal_for_both_referees() -> None:
    for hand in HUNDRED:
        lay = Lay(hand.lay, hand.number)
        assert judge(lay, SYSTEM).legal
        assert second_answer(lay, SYSTEM) == "legal"
        assert not beyond(cards_in(hand.lay), hand.cards)
        assert left_after(hand, hand.lay, SYSTEM) == hand.best


def test_nothing_leaves_less_in_a_longer_search() -> None:
    for hand in HUNDRED:
        contract = SYSTEM.contract_of(hand.number)
        best = advise(Question(hand.cards, SYSTEM.in_round(hand.number), contract))
        assert best.proved
        assert best.leftover_after_discard == hand.best


def test_none_is_trivial() -> None:
    for hand in HUNDRED:
        ways = [
            advice_on(HandHeld(beyond(hand.cards, (meld.cards[0],)), hand.number), SYSTEM)
            for meld in hand.lay
        ]
        assert any(way.can_come_down for way in ways)
        assert len(hand.cards) == SIZE
        assert len(hand.kinds) == 3


def test_days_differ() -> None:
    assert len({hand.cards for hand in HUNDRED}) == 100
    assert hand_of_day(FIRST, SYSTEM) == HUNDRED[0]
