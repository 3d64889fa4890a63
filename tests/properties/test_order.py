"""The order in which natural cards are entered never matters."""

from dataclasses import replace
from itertools import permutations
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from kalooki_ref.cards import JOKER, cards_text
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import End, Meld, MeldKind, Phase
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.run_order import low_to_high
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from tests.properties.near_legal import Cards, additions, law, melds, runs, standing_melds
from tests.properties.shapes import some_switches, system_with
from tests.properties.test_second_opinion import windows

some = st.data()
ends = st.sampled_from([None, *End])
chance = st.randoms(use_true_random=False)
# Up to this many cards, every permutation is tried.
MOST_CARDS = 5


@st.composite
def house_rules(draw: st.DrawFn) -> RuleSystem:
    """Draw a system with any compatible combination of switches."""
    rng = draw(chance)
    slug = draw(st.sampled_from(SYSTEMS)).slug
    return replace(system_with(slug, some_switches(rng, slug)), end_joker_reread=rng.random() < 0.2)


def content_of(verdict: Verdict) -> tuple[object, ...]:
    """Return a verdict's content, except the indexes of cards."""
    faults = sorted(
        (found.code, cards_text(sorted(found.cards, key=str)), str(found.needed), str(found.found))
        for found in verdict.findings
    )
    return verdict.answer, faults, verdict.assumes, verdict.instead


def run_of(cards: Cards) -> Meld:
    return Meld(MeldKind.RUN, cards)


def real(cards: Cards) -> Cards:
    return tuple(card for card in cards if not card.is_joker)


def around_jokers(cards: Cards, shuffled: Cards) -> Cards:
    """Return the natural cards in another order, with jokers in their places."""
    rest = iter(shuffled)
    return tuple(card if card.is_joker else next(rest) for card in cards)


@law
@given(some, house_rules(), st.sampled_from(Phase))
def test_natural_run_is_judged_the_same_in_any_order(
    data: st.DataObject, system: RuleSystem, phase: Phase
) -> None:
    cards = real(data.draw(melds(system)).cards)[:MOST_CARDS]
    first = judge_meld(run_of(cards), system, phase=phase)
    orders = set(permutations(cards))
    for order in orders:
        verdict = judge_meld(run_of(order), system, phase=phase)
        assert content_of(verdict) == content_of(first), order
        assert low_to_high(order, system) == low_to_high(cards, system)
    is_long_enough = system.run_min <= len(cards) <= (system.run_max or MOST_CARDS)
    if is_long_enough and system.pack_for(system.max_players).copies > 1:
        assert first.legal == bool(orders.intersection(windows(system, len(cards))))


@law
@given(some, house_rules(), chance)
def test_long_natural_run_is_judged_the_same_in_any_order(
    data: st.DataObject, system: RuleSystem, rng: Random
) -> None:
    row = data.draw(st.sampled_from(windows(system, data.draw(st.integers(7, 13)))))
    cards = tuple(rng.sample(row, len(row)))
    verdict = judge_meld(run_of(cards), system)
    assert content_of(verdict) == content_of(judge_meld(run_of(row), system))
    shown = verdict.result or low_to_high(cards, system)
    assert shown in windows(system, len(row))


@law
@given(some, house_rules(), ends)
def test_natural_tacks_are_judged_the_same_in_any_order(
    data: st.DataObject, system: RuleSystem, end: End | None
) -> None:
    target = data.draw(standing_melds(system))
    assume(target.kind is MeldKind.RUN)
    add = real(data.draw(additions(target, system)) + data.draw(additions(target, system)))[:4]
    assume(add)
    first = judge_tack(target, add, system, end=end)
    found = one_by_one(low_to_high(target.cards, system), add, system, end)
    for order in set(permutations(add)):
        verdict = judge_tack(target, order, system, end=end)
        assert content_of(verdict) == content_of(first), order
        assert verdict.result == first.result
    if not system.end_joker_reread:
        assert first.legal == bool(found)
        assert first.result == (found.pop() if len(found) == 1 else ())


def one_by_one(run: Cards, add: Cards, system: RuleSystem, end: End | None) -> set[Cards]:
    """Return every run that results from tacking the cards one by one, in any order."""
    grown = {(run, add)}
    for _ in add:
        grown = {
            (verdict.result, rest[:i] + rest[i + 1 :])
            for before, rest in grown
            for i, card in enumerate(rest)
            for side in ([end] if end else End)
            if (verdict := judge_tack(run_of(before), (card,), system, end=side)).result
        }
    return {after for after, _ in grown}


@law
@given(some, house_rules(), ends, chance)
def test_natural_tacks_with_a_joker_are_judged_the_same(
    data: st.DataObject, system: RuleSystem, end: End | None, rng: Random
) -> None:
    target = data.draw(standing_melds(system))
    add = data.draw(additions(target, system)) + data.draw(additions(target, system))
    naturals = real(add)
    other = around_jokers(add, tuple(rng.sample(naturals, len(naturals))))
    first, second = (judge_tack(target, cards, system, end=end) for cards in (add, other))
    if target.kind is MeldKind.RUN:
        assert first.answer == second.answer


@law
@given(some, house_rules(), chance)
def test_order_of_the_target_does_not_matter(
    data: st.DataObject, system: RuleSystem, rng: Random
) -> None:
    length = data.draw(st.integers(system.run_min, 13))
    target = data.draw(st.sampled_from(windows(system, length)))
    add = data.draw(additions(run_of(target), system))
    end = data.draw(ends)
    shuffled = tuple(rng.sample(target, length))
    first = judge_tack(run_of(target), add, system, end=end)
    second = judge_tack(run_of(shuffled), add, system, end=end)
    assert content_of(first) == content_of(second)
    assert first.result == second.result


@law
@given(some, house_rules(), chance, st.integers(1, 9))
def test_order_of_a_lay_does_not_matter(
    data: st.DataObject, system: RuleSystem, rng: Random, number: int
) -> None:
    rows = [real(data.draw(runs(system))) for _ in range(data.draw(st.integers(1, 3)))]
    number = number if system.contracts else 1
    shuffled = [tuple(rng.sample(row, len(row))) for row in rows]
    first = judge_lay([run_of(row) for row in rows], system, number=number)
    second = judge_lay([run_of(row) for row in shuffled], system, number=number)
    assert (first.codes, first.answer) == (second.codes, second.answer)
    assert first.opening == second.opening


def test_order_of_a_tacked_joker_matters() -> None:
    jamaican = SYSTEMS[0]
    run = run_of(tuple(windows(jamaican, 4)[4]))
    ninth, tenth = windows(jamaican, 2)[8]
    high = judge_tack(run, (JOKER, tenth), jamaican, end=End.HIGH)
    assert cards_text((ninth, tenth)) == "9S 10S"
    assert high.result == (*run.cards, JOKER, tenth)
    assert not judge_tack(run, (tenth, JOKER), jamaican, end=End.HIGH).legal
