"""Properties of lays, tacks and joker moves, over near-legal cards and changed switches."""

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from kalooki_ref.cards import JOKER, Card
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import judge_extra_meld, judge_lay
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, Phase
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.runs import run_reading
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.model import RuleSystem
from tests.properties.near_legal import (
    Cards,
    additions,
    law,
    melds,
    standing_melds,
    strict_switches,
    tables,
)

some = st.data()
ends = st.sampled_from([None, *End])
goals = st.sampled_from([None, *JokerTo])


def count_cards(cards: Cards) -> dict[Card, int]:
    return {card: cards.count(card) for card in cards}


@law
@given(some, tables(), ends)
def test_legal_tack_results_in_a_legal_meld(
    data: st.DataObject, system: RuleSystem, end: End | None
) -> None:
    target = data.draw(standing_melds(system))
    add = data.draw(additions(target, system))
    verdict = judge_tack(target, add, system, end=end)
    assume(verdict.legal and verdict.result)
    assert judge_meld(Meld(target.kind, verdict.result), system, phase=Phase.TACK).legal
    assert count_cards(verdict.result) == count_cards(target.cards + add)


@law
@given(some, tables(), ends)
def test_repaired_tack_is_legal(data: st.DataObject, system: RuleSystem, end: End | None) -> None:
    target = data.draw(standing_melds(system))
    add = data.draw(additions(target, system))
    instead = judge_tack(target, add, system, end=end).instead
    assume(instead is not None)
    grown = judge_meld(Meld(target.kind, instead), system, phase=Phase.TACK)
    assert grown.legal
    assert len(instead) > len(target.cards)


@law
@given(some, tables(), strict_switches, ends)
def test_stricter_switch_never_makes_a_tack_legal(
    data: st.DataObject, system: RuleSystem, switch: dict[str, Any], end: End | None
) -> None:
    strict = replace(system, **switch)
    target = data.draw(standing_melds(strict))
    add = data.draw(additions(target, system))
    if judge_tack(target, add, strict, end=end).legal:
        assert judge_tack(target, add, system, end=end).legal


@law
@given(some, tables(), goals)
def test_legal_joker_move_results_in_a_legal_meld(
    data: st.DataObject, system: RuleSystem, goal: JokerTo | None
) -> None:
    target = data.draw(standing_melds(system).filter(lambda meld: JOKER in meld.cards))
    places = [i for i, card in enumerate(target.cards) if card.is_joker]
    assume(places and target.kind is MeldKind.RUN)
    place = data.draw(st.sampled_from(places))
    natural = run_reading(target.cards, system)[place]
    verdict = judge_joker_move(target, place, (natural,), system, by=Owner.OWN, to=goal)
    assume(verdict.legal and verdict.result)
    assert judge_meld(Meld(target.kind, verdict.result), system, phase=Phase.TACK).legal
    swapped = (*target.cards[:place], natural, *target.cards[place + 1 :])
    assert count_cards(verdict.result) in (count_cards(swapped), count_cards((*swapped, JOKER)))


@law
@given(some, tables())
def test_only_players_who_are_down_may_tack(data: st.DataObject, system: RuleSystem) -> None:
    target = data.draw(standing_melds(system))
    add = data.draw(additions(target, system))
    assert not judge_tack(target, add, system, down=False).legal
    assert not judge_joker_move(target, 0, add[:1], system, by=Owner.OWN, down=False).legal


@law
@given(some, tables(), strict_switches, st.integers(1, 9))
def test_stricter_switch_never_makes_a_lay_legal(
    data: st.DataObject, system: RuleSystem, switch: dict[str, Any], number: int
) -> None:
    laid = data.draw(st.lists(melds(system), min_size=1, max_size=4))
    strict = replace(system, **switch)
    if judge_lay(laid, strict, number=number).legal:
        assert judge_lay(laid, system, number=number).legal
    if judge_extra_meld(laid[0], strict, own=laid[1:]).legal:
        assert judge_extra_meld(laid[0], system, own=laid[1:]).legal


@law
@given(some, tables(), st.integers(1, 9))
def test_legal_lay_has_legal_melds(data: st.DataObject, system: RuleSystem, number: int) -> None:
    laid = data.draw(st.lists(melds(system), min_size=1, max_size=4))
    verdict = judge_lay(laid, system, number=number)
    faults = {code for meld in laid for code in judge_meld(meld, system).codes}
    assert faults <= set(verdict.codes)
    cards = tuple(card for meld in laid for card in meld.cards)
    for finding in verdict.findings:
        assert tuple(cards[place] for place in finding.at) == finding.cards
