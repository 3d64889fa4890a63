"""No advice is shown that the referee would not let the table play."""

from dataclasses import replace

import pytest

from kalooki_ref.cards import JOKER, parse_cards
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.advice.replay import is_legal_turn
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, TableMeld
from kalooki_ref.rules.systems import system_of

STANDARD = system_of("standard")
HAND = parse_cards("7H 7D 7C 9S 9D * 3C 4C 5C 6C KD")
TABLE = (TableMeld(Meld(MeldKind.SET, parse_cards("KH KC KS")), Owner.OTHER),)
QUESTION = Question((*HAND, *parse_cards("2S 2D")), STANDARD, STANDARD.contracts[1], TABLE)


@pytest.fixture(scope="module")
def advice() -> Advice:
    return advise(QUESTION)


def test_what_the_search_finds_is_sound(advice: Advice) -> None:
    assert advice.can_come_down
    assert advice.moves
    assert is_legal_turn(QUESTION, advice)


def test_a_card_that_is_not_in_the_hand(advice: Advice) -> None:
    assert not is_legal_turn(replace(QUESTION, hand=QUESTION.hand[1:]), advice)


def test_a_meld_the_referee_refuses(advice: Advice) -> None:
    melds = tuple(replace(meld, cards=meld.cards[:-1]) for meld in advice.lay)
    assert not is_legal_turn(QUESTION, replace(advice, lay=melds))


def test_a_lay_that_misses_the_contract(advice: Advice) -> None:
    assert not is_legal_turn(replace(QUESTION, contract=STANDARD.contracts[3]), advice)


def test_a_tack_that_fits_nowhere(advice: Advice) -> None:
    other = TableMeld(Meld(MeldKind.SET, parse_cards("QH QC QS")), Owner.OTHER)
    assert not is_legal_turn(replace(QUESTION, table=(other,)), advice)


def test_a_joker_thrown_where_none_may_be(advice: Advice) -> None:
    with_joker = replace(QUESTION, hand=(*QUESTION.hand, JOKER))
    assert not is_legal_turn(with_joker, replace(advice, discard=JOKER))


def test_going_out_with_cards_in_hand(advice: Advice) -> None:
    assert not is_legal_turn(QUESTION, replace(advice, goes_out=not advice.goes_out))


def test_a_further_meld_the_referee_refuses() -> None:
    question = replace(QUESTION, hand=parse_cards("7H 7D 7C 9C KD 2S"), table=(), down=True)
    found = advise(question)
    assert is_legal_turn(question, found)
    spoilt = replace(found.lay[0], cards=parse_cards("7H 7D 9C"))
    assert not is_legal_turn(question, replace(found, lay=(spoilt,)))


def test_a_further_meld_that_is_like_one_of_ones_own() -> None:
    kooky = system_of("kooky")
    question = Question(parse_cards("7R 7G 7B 9E 2R"), kooky, kooky.contracts[1], down=True)
    found = advise(question)
    assert found.lay
    assert is_legal_turn(question, found)
    own = TableMeld(Meld(MeldKind.SET, parse_cards("7R 7G 7E")), Owner.OWN)
    assert not is_legal_turn(replace(question, table=(own,)), found)
