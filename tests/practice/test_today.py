"""A hundred days of today's hand: each has a best lay that is proved, and none is trivial."""

from datetime import date

from kalooki_ref.cards import beyond
from kalooki_ref.practice.subjects import HandHeld, Lay, advice_on, judge, points_left
from kalooki_ref.practice.today import SIZE, VERSION, hand_of_day
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.meld import cards_in
from kalooki_ref.rules.systems import system_of
from tests.practice.second_opinion import second_answer

SYSTEM = system_of("jamaican")
FIRST = date(2026, 11, 27).toordinal()
# Another hand needs another VERSION: a phone and a server may differ in theirs.
WRITTEN_DOWN = {
    2: (
        "3C 3D 4D 4D 4H 3S 4S 4S 6S 7S 8S 9S *",
        "2C 3C 4C 5C QC KC 3D QD QD 3H QH 3S QS",
        "AC 9C 10C JC QC AH 2H 3H 4H 5H 6H 10H *",
        "AC 5C 6C 5D 6D AH 2H 3H 4H 6H 6H 7H 5S",
        "3C 2D 3D 3D 4D 5D 6D 6D 10D 5H 6H 3S *",
    )
}
HUNDRED = [hand_of_day(FIRST + day, SYSTEM) for day in range(100)]


def test_best_lay_is_legal_for_both_referees() -> None:
    for hand in HUNDRED:
        lay = Lay(hand.lay, hand.number)
        assert judge(lay, SYSTEM).legal
        assert second_answer(lay, SYSTEM) == "legal"
        assert not beyond(cards_in(hand.lay), hand.cards)
        assert points_left(hand.cards, hand.lay, SYSTEM) == hand.best


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
        left = [points_left(hand.cards, way.lay, SYSTEM) for way in ways if way.can_come_down]
        assert max(left, default=hand.best) > hand.best
        assert len(hand.cards) == SIZE
        assert len(hand.kinds) == 3


def test_days_differ() -> None:
    assert len({hand.cards for hand in HUNDRED}) == 100
    assert hand_of_day(FIRST, SYSTEM) == HUNDRED[0]


def test_hands_of_a_version_stay_the_same() -> None:
    dealt = tuple(" ".join(map(str, hand.cards)) for hand in HUNDRED[:5])
    assert dealt == WRITTEN_DOWN.get(VERSION), "another hand needs another VERSION"
