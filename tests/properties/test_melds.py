"""Properties of single melds, over near-legal cards and changed switches."""

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from kalooki_ref.cards import Card, cards_text, parse_cards
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.melds import arrange_run, judge_cards, judge_meld, kind_of
from kalooki_ref.referee.run_order import low_to_high
from kalooki_ref.rules.jamaican import JAMAICAN
from kalooki_ref.rules.model import RuleSystem
from tests.properties.near_legal import (
    Cards,
    any_card,
    law,
    melds,
    strict_switches,
    systems,
    tables,
)

some = st.data()
phases = st.sampled_from(Phase)


def judged_legal(meld: Meld, system: RuleSystem, phase: Phase = Phase.LAY) -> bool:
    return judge_meld(meld, system, phase=phase).legal


@law
@given(some, tables(), phases)
def test_repair_is_legal(data: st.DataObject, system: RuleSystem, phase: Phase) -> None:
    meld = data.draw(melds(system))
    instead = judge_meld(meld, system, phase=phase).instead
    assume(instead is not None)
    assert judged_legal(Meld(meld.kind, instead), system, phase)


@law
@given(some, tables())
def test_sortable_run_gets_its_order_as_repair(data: st.DataObject, system: RuleSystem) -> None:
    meld = data.draw(melds(system))
    assume(meld.kind is MeldKind.RUN and not judged_legal(meld, system))
    orders = list(arrange_run(meld.cards, system))
    instead = judge_meld(meld, system).instead
    assert not orders or instead in orders


@law
@given(some, tables(), phases)
def test_reading_of_a_legal_meld_is_legal(
    data: st.DataObject, system: RuleSystem, phase: Phase
) -> None:
    meld = data.draw(melds(system))
    verdict = judge_meld(meld, system, phase=phase)
    assume(verdict.legal)
    assert len(verdict.reading) == len(meld.cards)
    pairs = zip(meld.cards, verdict.reading, strict=True)
    assert all(card in (read, *jokers()) for card, read in pairs)
    named = judge_meld(Meld(meld.kind, verdict.reading), system, phase=phase)
    assert named.legal or meld.kind is MeldKind.SET


def jokers() -> Cards:
    return parse_cards("*")


@law
@given(some, tables(), strict_switches, phases)
def test_stricter_switch_never_makes_a_meld_legal(
    data: st.DataObject, system: RuleSystem, switch: dict[str, Any], phase: Phase
) -> None:
    meld = data.draw(melds(system))
    assume(judged_legal(meld, replace(system, **switch), phase))
    assert judged_legal(meld, system, phase)


@law
@given(some, tables())
def test_meld_legal_when_laid_is_legal_on_the_board(
    data: st.DataObject, system: RuleSystem
) -> None:
    meld = data.draw(melds(system))
    assume(judged_legal(meld, system))
    assert judged_legal(meld, system, Phase.TACK)


@law
@given(some, tables(), st.randoms(use_true_random=False))
def test_order_of_a_set_does_not_matter(
    data: st.DataObject, system: RuleSystem, chance: Any
) -> None:
    meld = data.draw(melds(system))
    shuffled = list(meld.cards)
    chance.shuffle(shuffled)
    first = judge_meld(Meld(MeldKind.SET, meld.cards), system)
    second = judge_meld(Meld(MeldKind.SET, tuple(shuffled)), system)
    assert set(first.codes) == set(second.codes)


def test_mixed_suit_run_is_read_the_same_reversed() -> None:
    upward = parse_cards("2S * * * 6H")
    there = judge_meld(Meld(MeldKind.RUN, upward), JAMAICAN)
    back = judge_meld(Meld(MeldKind.RUN, upward[::-1]), JAMAICAN)
    assert there.reading == back.reading[::-1] == parse_cards("2S 3S 4S 5S 6H")


@law
@given(some, tables())
def test_run_is_judged_the_same_reversed(data: st.DataObject, system: RuleSystem) -> None:
    meld = data.draw(melds(system))
    assume(meld.kind is MeldKind.RUN)
    upward = low_to_high(meld.cards, system)
    assume(sum(not card.is_joker for card in upward) > 1)
    assume(low_to_high(upward[::-1], system) == upward)
    there = judge_meld(Meld(MeldKind.RUN, upward), system)
    back = judge_meld(Meld(MeldKind.RUN, upward[::-1]), system)
    assert set(there.codes) == set(back.codes)
    assert there.reading == back.reading[::-1]


@law
@given(some, tables())
def test_findings_point_at_their_cards(data: st.DataObject, system: RuleSystem) -> None:
    meld = data.draw(melds(system))
    for finding in judge_meld(meld, system).findings:
        assert tuple(meld.cards[place] for place in finding.at) == finding.cards


@law
@given(some, tables())
def test_guessed_kind_is_legal_if_any_is(data: st.DataObject, system: RuleSystem) -> None:
    meld = data.draw(melds(system))
    assume(judged_legal(meld, system))
    assert judge_cards(meld.cards, system).legal
    assert judged_legal(Meld(kind_of(meld.cards, system), meld.cards), system)


@law
@given(some, systems)
def test_printed_cards_round_trip(data: st.DataObject, system: RuleSystem) -> None:
    cards: list[Card] = data.draw(st.lists(any_card(system)))
    assert parse_cards(cards_text(cards)) == tuple(cards)
    assert parse_cards(cards_text(cards).lower()) == tuple(cards)
