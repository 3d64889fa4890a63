"""Warnings about rules that are hard to play: contract larger than the hand, small stock."""

from dataclasses import replace

import pytest

from kalooki_ref.rules.doubts import (
    NEEDS_CALLS,
    OUT_OF_REACH,
    OUT_OF_REACH_UNCALLED,
    POINTS_OUT_OF_REACH,
    STOCK_RUNS_OUT,
    doubts_about,
)
from kalooki_ref.rules.overrides import with_choices
from kalooki_ref.rules.ready_made import CONTRACT_LISTS, RULE_SETS, VALUE_TABLES
from kalooki_ref.rules.systems import SYSTEMS, system_of

TWENTY = [{"is": "Contract", "sets": 5, "runs": 0, "set_size": 4}]


@pytest.mark.parametrize(
    ("deal", "reason", "values"),
    [
        (12, OUT_OF_REACH, {"number": 1, "needed": 20, "held": 18}),
        (15, NEEDS_CALLS, {"number": 1, "needed": 20, "dealt": 15}),
    ],
)
def test_contract_larger_than_the_hand_gets_a_warning(
    deal: int, reason: str, values: dict[str, int]
) -> None:
    played = with_choices(system_of("jamaican"), {"contracts": TWENTY, "deals": [deal]})
    (doubt,) = doubts_about(played)
    assert (doubt.field, doubt.reason, dict(doubt.values)) == ("deals", reason, values)


def test_warning_without_calls_speaks_of_none() -> None:
    choices = {"contracts": TWENTY, "deals": [12], "calling": False}
    (doubt,) = doubts_about(with_choices(system_of("jamaican"), choices))
    assert (doubt.reason, dict(doubt.values)["held"]) == (OUT_OF_REACH_UNCALLED, 12)


def test_cards_that_can_be_laid_leave_out_the_last_discard() -> None:
    """Nineteen cards are held after a draw and three calls, but one of them is discarded."""
    nineteen = [{"is": "Contract", "sets": 5, "runs": 1}]
    played = with_choices(system_of("jamaican"), {"contracts": nineteen, "deals": [12]})
    (doubt,) = doubts_about(played)
    assert dict(doubt.values) == {"number": 1, "needed": 19, "held": 18}


@pytest.mark.parametrize(("opening", "held"), [(143, None), (144, 13)])
def test_opening_that_no_hand_is_worth_gets_a_warning(opening: int, held: int | None) -> None:
    doubts = list(doubts_about(with_choices(system_of("kalooki40"), {"opening": opening})))
    values = [dict(doubt.values) for doubt in doubts if doubt.reason == POINTS_OUT_OF_REACH]
    assert values == ([{"number": 1, "needed": opening, "held": held}] if held else [])


def test_stock_warning_names_the_fewest_players() -> None:
    thin = replace(system_of("caribbean"), deals=(17,), max_players=6)
    doubts = [doubt for doubt in doubts_about(thin) if doubt.reason == STOCK_RUNS_OUT]
    assert [dict(doubt.values) for doubt in doubts] == [
        {"number": number, "players": 6, "left": 5} for number in range(1, 10)
    ]


def test_warnings_about_the_five_systems() -> None:
    doubted = {(one.slug, doubt.number) for one in SYSTEMS for doubt in doubts_about(one)}
    assert doubted == {("caribbean", 9)}


@pytest.mark.parametrize("house", RULE_SETS, ids=lambda house: house.name)
def test_ready_made_rules_are_playable(house) -> None:  # type: ignore[no-untyped-def]
    assert not list(doubts_about(house.system()))


@pytest.mark.parametrize("one", CONTRACT_LISTS, ids=lambda one: one.name)
def test_ready_made_contracts_have_a_deal_each(one) -> None:  # type: ignore[no-untyped-def]
    assert len(one.contracts) == len(one.deals)
    assert all(
        contract.cards <= dealt for contract, dealt in zip(one.contracts, one.deals, strict=True)
    )


def test_ready_made_values_match_their_games() -> None:
    points = {one.name: one.points for one in VALUE_TABLES}
    assert points["Jamaican"] == system_of("jamaican").points
    assert points["Kalooki 40"] == system_of("kalooki40").points


@pytest.mark.parametrize(("deal", "words"), [(26, "a stock of 1,"), (1, "has only 1 to lay,")])
def test_warnings_read_well_with_a_single_card(deal: int, words: str) -> None:
    (doubt,) = doubts_about(with_choices(system_of("kalooki40"), {"deals": [deal]}))
    assert words in doubt.reason % dict(doubt.values)
