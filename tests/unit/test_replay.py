"""Advice is replayed through the referee before it is shown."""

from dataclasses import replace

import pytest

from kalooki_ref.cards import JOKER, Cards, parse_cards
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.best import Best
from kalooki_ref.referee.advice.plan import Plan
from kalooki_ref.referee.advice.position import position_of
from kalooki_ref.referee.advice.question import (
    MOST_STEPS,
    Advice,
    JokerMove,
    Question,
    StepBudget,
    Tack,
    Where,
)
from kalooki_ref.referee.advice.replay import is_legal_turn, play_best, stay
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, TableMeld
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import system_of

STANDARD = system_of("standard")
HAND = parse_cards("7H 7D 7C 9S 9D * 3C 4C 5C 6C KD")
TABLE = (TableMeld(Meld(MeldKind.SET, parse_cards("KH KC KS")), Owner.OTHER),)
QUESTION = Question((*HAND, *parse_cards("2S 2D")), STANDARD, STANDARD.contracts[1], TABLE)


@pytest.fixture(scope="module")
def advice() -> Advice:
    return advise(QUESTION)


def test_advice_found_by_the_search_passes(advice: Advice) -> None:
    assert advice.can_come_down
    assert advice.moves
    assert is_legal_turn(QUESTION, advice)


def test_refuses_a_card_that_is_not_in_the_hand(advice: Advice) -> None:
    assert not is_legal_turn(replace(QUESTION, hand=QUESTION.hand[1:]), advice)


def test_refuses_an_illegal_meld(advice: Advice) -> None:
    melds = tuple(replace(meld, cards=meld.cards[:-1]) for meld in advice.lay)
    assert not is_legal_turn(QUESTION, replace(advice, lay=melds))


def test_refuses_a_lay_that_misses_the_contract(advice: Advice) -> None:
    assert not is_legal_turn(replace(QUESTION, contract=STANDARD.contracts[3]), advice)


def test_refuses_a_tack_that_does_not_fit(advice: Advice) -> None:
    other = TableMeld(Meld(MeldKind.SET, parse_cards("QH QC QS")), Owner.OTHER)
    assert not is_legal_turn(replace(QUESTION, table=(other,)), advice)


def test_refuses_an_illegal_joker_discard(advice: Advice) -> None:
    with_joker = replace(QUESTION, hand=(*QUESTION.hand, JOKER))
    assert not is_legal_turn(with_joker, replace(advice, discard=JOKER))


def test_refuses_going_out_with_cards_left(advice: Advice) -> None:
    assert not is_legal_turn(QUESTION, replace(advice, goes_out=not advice.goes_out))


def test_refuses_an_illegal_further_meld() -> None:
    question = replace(QUESTION, hand=parse_cards("7H 7D 7C 9C KD 2S"), table=(), down=True)
    found = advise(question)
    assert is_legal_turn(question, found)
    spoilt = replace(found.lay[0], cards=parse_cards("7H 7D 9C"))
    assert not is_legal_turn(question, replace(found, lay=(spoilt,)))


def test_refuses_a_further_meld_equal_to_an_own_one() -> None:
    kooky = system_of("kooky")
    question = Question(parse_cards("7R 7G 7B 9E 2R"), kooky, kooky.contracts[1], down=True)
    found = advise(question)
    assert found.lay
    assert is_legal_turn(question, found)
    own = TableMeld(Meld(MeldKind.SET, parse_cards("7R 7G 7E")), Owner.OWN)
    assert not is_legal_turn(replace(question, table=(own,)), found)


KALOOKI = system_of("kalooki40")
HEARTS, DIAMONDS = parse_cards("5H * 7H"), parse_cards("5D * 7D")
NINE_TEN = Meld(MeldKind.RUN, parse_cards("9S 10S *"))


def take_joker(index: int, card: str) -> JokerMove:
    return JokerMove(Where.TABLE, index, 1, parse_cards(card), JokerTo.REUSE_NOW)


def down_at(hand: str, *runs: Cards) -> Question:
    table = tuple(TableMeld(Meld(MeldKind.RUN, cards), Owner.OTHER) for cards in runs)
    return Question(parse_cards(hand), KALOOKI, table=table, down=True)


@pytest.mark.parametrize(("laid_first", "legal"), [(0, True), (1, False)])
def test_taken_joker_must_be_replayed(laid_first: int, legal: bool) -> None:
    question = down_at("6H * 9S 10S 2C", HEARTS)
    turn = Advice(True, (NINE_TEN,), laid_first, (take_joker(0, "6H"),), parse_cards("2C")[0])
    assert is_legal_turn(question, turn) is legal


def test_both_taken_jokers_must_be_replayed() -> None:
    question = down_at("6H 6D 9S 10S 2C", HEARTS, DIAMONDS)
    moves = (take_joker(0, "6H"), take_joker(1, "6D"))
    turn = Advice(True, (NINE_TEN,), 0, moves, parse_cards("2C")[0])
    assert not is_legal_turn(question, turn)
    tack = Tack(Where.TABLE, 0, (JOKER,), End.HIGH)
    assert is_legal_turn(question, replace(turn, moves=(*moves, tack), goes_out=True))


@pytest.mark.parametrize(
    ("builder", "end", "legal"), [("KC", End.HIGH, True), ("9C", End.LOW, False)]
)
def test_thirty_points_and_a_builder_of_ten_open(builder: str, end: End, legal: bool) -> None:
    system = with_changes(KALOOKI, {"builders_open": "yes"})
    run = TableMeld(Meld(MeldKind.RUN, parse_cards("10C JC QC")), Owner.OTHER)
    question = Question(parse_cards(f"10S 10H 10D {builder} 2C 3D"), system, table=(run,))
    tens = Meld(MeldKind.SET, parse_cards("10S 10H 10D"))
    tack = Tack(Where.TABLE, 0, parse_cards(builder), end)
    turn = Advice(True, (tens,), 1, (tack,), parse_cards("3D")[0])
    assert is_legal_turn(question, turn) is legal


@pytest.mark.parametrize(("laid_first", "legal"), [(0, True), (1, False)])
def test_first_melds_must_open_by_themselves(laid_first: int, legal: bool) -> None:
    question = replace(down_at("6H 9H 9C 9S 10D QD 2C 3C", HEARTS), down=False)
    nines = Meld(MeldKind.SET, parse_cards("9H 9C 9S"))
    tens = Meld(MeldKind.RUN, parse_cards("10D * QD"))
    turn = Advice(True, (nines, tens), laid_first, (take_joker(0, "6H"),), parse_cards("3C")[0])
    assert is_legal_turn(question, turn) is legal


def test_later_melds_use_available_cards() -> None:
    question = down_at("7H 7D 7C 8H 2C", parse_cards("5H 6H 7H"))
    melds = [Meld(MeldKind.SET, parse_cards(cards)) for cards in ("7H 7D 7C", "QH QD QC")]
    tack = Tack(Where.TABLE, 0, parse_cards("8H"), End.HIGH)
    turn = Advice(True, tuple(melds), 1, (tack,), parse_cards("2C")[0], goes_out=True)
    assert not is_legal_turn(question, turn)
    assert is_legal_turn(question, replace(turn, lay=(melds[0],)))


@pytest.mark.parametrize(("final_discard", "legal"), [("yes", False), ("no", True)])
def test_going_out_without_a_discard(final_discard: str, legal: bool) -> None:
    system = with_changes(system_of("jamaican"), {"final_discard": final_discard})
    question = Question(parse_cards("7H 7D 7C"), system, system.contracts[0], down=True)
    sevens = Meld(MeldKind.SET, parse_cards("7H 7D 7C"))
    assert is_legal_turn(question, Advice(True, (sevens,), 1, goes_out=True)) is legal


SEVENS = Plan(sets=(Meld(MeldKind.SET, parse_cards("7H 7D 7C")),), kept=parse_cards("9S 3C"))


@pytest.mark.parametrize(
    ("best", "left", "after", "proved"),
    [
        (Best(12, 3, discards=True, write=lambda: SEVENS), 12, 3, True),
        (Best(11, 3, discards=True, write=lambda: SEVENS), 11, 3, True),
        (Best(12, 2, discards=True, write=lambda: SEVENS), 12, 3, False),
        (Best(12, 3, discards=True, write=lambda: SEVENS, is_proved=False), 12, 3, False),
        (Best(12, discards=True, write=lambda: SEVENS, is_proved=False), 12, 3, False),
        (Best(12, discards=True, write=lambda: SEVENS), 12, None, True),
    ],
)
def test_promised_points_match_the_plan(
    best: Best, left: int, after: int | None, proved: bool
) -> None:
    jamaican = system_of("jamaican")
    question = Question(parse_cards("7H 7D 7C 9S 3C"), jamaican, jamaican.contracts[0], down=True)
    advice = play_best(position_of(question, StepBudget(MOST_STEPS)), best)
    assert advice is not None
    assert (advice.leftover, advice.leftover_after_discard) == (left, after)
    assert advice.proved is proved


@pytest.mark.parametrize(("kept", "left", "proved"), [("6H 9S", 1, True), ("6H 9S KD", 15, False)])
def test_better_plan_before_the_discard_is_checked(kept: str, left: int, proved: bool) -> None:
    position = position_of(down_at("6H 9S", HEARTS), StepBudget(MOST_STEPS))
    plan, other = (Plan(kept=parse_cards(cards)) for cards in ("6H 9S", kept))
    best = Best(1, 6, discards=True, write=lambda: plan, write_before=lambda: other)
    advice = play_best(position, best)
    assert advice is not None
    assert (advice.leftover, advice.leftover_after_discard) == (left, 6)
    assert advice.proved is proved


def test_discard_only_plan_proves_nothing() -> None:
    advice = stay(position_of(down_at("* KS 2C"), StepBudget(MOST_STEPS)))
    assert advice is not None
    assert (advice.discard, advice.leftover_after_discard) == (JOKER, 12)
    assert not advice.proved


@pytest.mark.parametrize(("laid_first", "before"), [(0, 2), (1, 0)])
def test_melds_are_laid_after_their_jokers_are_taken(laid_first: int, before: int) -> None:
    tack = Tack(Where.TABLE, 0, (JOKER,), End.HIGH)
    moves = (take_joker(0, "6H"), take_joker(1, "6D"), tack)
    assert Advice(True, (NINE_TEN,), laid_first, moves).moves_before_the_rest == before
