"""Own values of house rules: contracts, deals, card values, larger tables."""

import json
from dataclasses import replace

import pytest

from kalooki_ref.rules.choices import NINE_CONTRACTS, Contract
from kalooki_ref.rules.foreign_rules import read_foreign_rules
from kalooki_ref.rules.house_text import house_of_data, house_of_text, house_text
from kalooki_ref.rules.model import LargerTable, OpeningValues, PointTable, RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, HouseRules, with_changes, with_choices
from kalooki_ref.rules.serialization import as_data, from_data
from kalooki_ref.rules.switch import as_key
from kalooki_ref.rules.switches import switch_of
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.game_words import contract_label, contract_words, demand_words
from kalooki_ref.words.own_words import clause_text
from kalooki_ref.words.rule_words import change_lines, choice_label

MIXED = [
    {"is": "Contract", "sets": 2, "runs": 0},
    {"is": "Contract", "sets": 2, "runs": 1, "set_size": 4, "run_size": 5},
    {"is": "Contract", "sets": 0, "runs": 0, "points": 51},
]
RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
OWN = {
    "is": "OpeningValues",
    "ranks": [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10],
    "aces": [20] * 4,
    "low_ace": 3,
}
VALUES = {"is": "PointTable", "ranks": RANKS, "aces": [15, 1, 1, 15], "joker": 25}
ELEVEN = [{"is": "LargerTable", "players": 7, "packs": 5, "jokers": 15, "deals": [9, 10, 11]}]
CHANGES = {
    "contracts": MIXED,
    "points": VALUES,
    "larger_tables": ELEVEN,
    "max_players": 11,
}


def pearls() -> RuleSystem:
    return with_choices(system_of("jamaican"), CHANGES)


def test_own_contracts_values_and_packs() -> None:
    played = pearls()
    assert played.contracts[1] == Contract(2, 1, set_size=4, run_size=5)
    assert played.points == PointTable(tuple(RANKS), (15, 1, 1, 15), 25)
    assert played.larger_tables == (LargerTable(7, 5, 15, (9, 10, 11)),)
    # The minimum for each contract, and 13 where points open.
    assert played.deals == (6, 13, 13)


def test_packs_jokers_and_deal_depend_on_the_players() -> None:
    played = pearls()
    assert [played.pack_for(players).copies for players in (3, 6, 7, 11)] == [2, 3, 5, 5]
    assert [played.pack_for(players).jokers for players in (3, 6, 7, 11)] == [4, 6, 15, 15]
    assert [played.at_table(players).deal_of(3) for players in (6, 7)] == [13, 11]
    assert played.stock_after_deal(11, 3) == 5 * 52 + 15 - 11 * 11 - 1


def test_rounds_with_points_and_contracts_mix() -> None:
    played = pearls()
    assert (played.contract_of(3), played.opening_of(3)) == (None, 51)
    assert (played.in_round(3).opening, played.in_round(3).deal_of(3)) == (51, 13)
    assert played.in_round(2) == played


def test_jack_queen_and_king_have_no_number_of_theirs() -> None:
    courts = VALUES | {"ranks": [*range(2, 14)]}
    assert change_lines(with_choices(system_of("jamaican"), {"points": courts}))[0].endswith(
        "2 to 10 their number, J 11, Q 12, K 13, joker 25"
    )
    gold = change_lines(with_choices(system_of("kooky"), {"points": courts}))[0]
    assert "2 to 13 their number" in gold


def test_opening_with_one_point_is_singular() -> None:
    opening = with_choices(system_of("kalooki40"), {"opening": 1})
    assert "worth at least 1 point together." in " ".join(map(clause_text, opening.clauses))
    assert contract_words(None, opening) == "Open with 1 point"
    one = [{"is": "Contract", "sets": 0, "runs": 0, "points": 1}]
    rounds = with_choices(system_of("jamaican"), {"contracts": one})
    assert change_lines(rounds)[0].endswith("1 point")
    assert demand_words(1, rounds) == "Open with 1 point"


def test_own_values_are_described_in_words() -> None:
    said = " ".join(clause_text(clause) for clause in pearls().clauses if clause.sentences)
    assert "33; 2 sets of 4 and 1 run of 5; 51 points" in said
    assert "black ace 15, red ace 1, 2 to 10 their number, J to K 10, joker 25" in said
    assert "with 7 or more: 5 packs, 15 jokers, deal 9 10 11" in said
    assert "Cards dealt: 6, 13, 13" in change_lines(pearls())


def test_own_values_round_trip() -> None:
    played = pearls()
    keys = {field: json.dumps(value) for field, value in CHANGES.items()}
    house = HouseRules(played.name, "jamaican", tuple(keys.items()))
    again = house_of_text(house_text(house))
    assert again is not None
    assert again.system() == played
    assert from_data(json.loads(json.dumps(as_data(played)))) == played
    assert read_foreign_rules(as_data(played)) == played


def test_contract_without_sizes_gets_the_defaults() -> None:
    data = as_data(system_of("jamaican"))
    assert data["contracts"][1] == {"is": "Contract", "sets": 2, "runs": 1}
    assert from_data(data).contracts == NINE_CONTRACTS


@pytest.mark.parametrize(
    ("contract", "name"),
    [
        (Contract(2, 1), "334"),
        (Contract(1, 0, set_size=4), "1 set of 4"),
        (Contract(1, 0), "1 set of 3"),
        (Contract(0, 1), "1 run of 4"),
        (Contract(2, 1, run_size=5), "2 sets of 3, 1 run of 5"),
        (Contract(0, 2, set_size=8), "44"),
        (Contract(0, 0, points=40), "40 points"),
    ],
)
def test_contract_name_avoids_ambiguous_digits(contract: Contract, name: str) -> None:
    assert contract.name == name


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("contracts", []),
        ("contracts", MIXED * 6),
        ("contracts", [{"is": "Contract", "sets": 1, "runs": 0, "set_size": 9}]),
        ("contracts", [{"is": "Contract", "sets": 7, "runs": 0}]),
        ("contracts", [{"is": "Contract", "sets": 0, "runs": 0}]),
        ("contracts", [{"is": "Contract", "sets": 1, "runs": 0, "points": 40}]),
        ("deals", [0]),
        ("deals", [61]),
        ("points", VALUES | {"joker": 101}),
        ("points", VALUES | {"joker": -1}),
        ("points", VALUES | {"ranks": RANKS[1:]}),
        ("opening", 501),
        ("jokers", [16, 16, 16, 16, 16]),
        ("larger_tables", ELEVEN * 2),
        ("larger_tables", [{"is": "LargerTable", "players": 12}]),
    ],
)
def test_value_out_of_bounds_is_refused(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=field):
        with_choices(system_of("jamaican"), {field: value})
    with pytest.raises(HouseRuleError):
        with_changes(system_of("jamaican"), {field: json.dumps(value)})


@pytest.mark.parametrize(
    ("slug", "changes", "field", "reason"),
    [
        ("jamaican", {"run_min": "5"}, "run_min", "run shorter"),
        ("jamaican", {"set_min": "4"}, "set_min", "set smaller"),
        ("standard", {"contracts": '[{"is":"Contract","sets":0,"runs":5}]'}, "contracts", "four"),
        ("jamaican", {"set_max": "3", "contracts": json.dumps(MIXED)}, "contracts", "larger"),
        ("jamaican", {"deals": "[9,10]"}, "deals", "fit the rounds"),
        ("caribbean", {"deals": "[60]"}, "deals", "too small"),
        ("standard", {"packs": "5", "jokers": "4-8-10"}, "packs", "jokers"),
    ],
)
def test_incompatible_values_are_refused_at_a_field(
    slug: str, changes: dict[str, str], field: str, reason: str
) -> None:
    with pytest.raises(HouseRuleError, match=reason) as refused:
        with_changes(system_of(slug), changes)
    assert any(field in objection.fields for objection in refused.value.objections)


def test_two_lists_of_values_are_independent() -> None:
    base = system_of("kalooki40")
    assert with_choices(base, {"points": VALUES}).opening_values == base.opening_values
    own = {"is": "OpeningValues", "ranks": RANKS, "aces": [11] * 4, "low_ace": 2}
    played = with_choices(base, {"opening_values": own})
    assert (played.points, played.opening_values.low_ace) == (base.points, 2)


@pytest.mark.parametrize(
    ("changes", "values"),
    [
        ({"points": VALUES}, OpeningValues(tuple(RANKS), (15, 1, 1, 15))),
        ({"ace": "both"}, OpeningValues(tuple(RANKS), (11,) * 4)),
        ({"opening": "51"}, system_of("kalooki40").opening_values),
        ({"points": VALUES, "opening_values": OWN}, OpeningValues(tuple(RANKS), (20,) * 4, 3)),
    ],
)
def test_rules_written_with_one_list_count_it_for_both(
    changes: dict[str, object], values: OpeningValues
) -> None:
    keys = {field: one if isinstance(one, str) else as_key(one) for field, one in changes.items()}
    house = house_of_data(["Fridays", "kalooki40", keys])
    assert house is not None
    assert house.system().opening_values == values
    assert house_of_text(house_text(house)) == house
    stored = as_data(with_choices(system_of("kalooki40"), changes))
    if "opening_values" not in changes:
        del stored["opening_values"]
    assert from_data(stored).opening_values == values
    assert read_foreign_rules(stored).opening_values == values


@pytest.mark.parametrize(
    "changes", [{"points": VALUES}, {"ace": "both"}, {"points": VALUES, "ace": "both"}]
)
def test_rules_written_now_keep_the_values_of_the_sheet(changes: dict[str, object]) -> None:
    keys = {field: one if isinstance(one, str) else as_key(one) for field, one in changes.items()}
    house = HouseRules("Fridays", "kalooki40", tuple(sorted(keys.items())))
    again = house_of_text(house_text(house))
    assert again == house
    assert again.system().opening_values == system_of("kalooki40").opening_values


def test_low_ace_counts_at_most_as_much_as_another() -> None:
    own = {"is": "OpeningValues", "ranks": RANKS, "aces": [11, 5, 11, 11], "low_ace": 6}
    with pytest.raises(ValueError, match="opening_values"):
        with_choices(system_of("kalooki40"), {"opening_values": own})


def test_opening_clause_says_the_values_in_force() -> None:
    def said(changes: dict[str, object]) -> str:
        played = with_choices(system_of("kalooki40"), changes)
        return " ".join(clause_text(one) for one in played.clauses if one.number == "5.1")

    both = said({"opening": "51", "ace": "both"})
    assert "worth at least 51 points" in both
    assert "ace 11, an ace under the 2 1, 2 to 10 their number, J to K 10" in both
    assert "under the 2" not in said({"opening": "51"})
    assert "ace 11" in said({"opening": "51", "points": VALUES})
    rounds = with_choices(system_of("jamaican"), {"contracts": MIXED})
    assert "black ace 15" in " ".join(map(clause_text, rounds.clauses))


def test_own_values_call_a_joker_as_the_system_does() -> None:
    kooky_words = replace(system_of("standard"), words=system_of("kooky").words)
    switch = switch_of("points")
    assert switch
    assert choice_label(kooky_words, switch).endswith("J to K 10, Kooky Kard 50")


POINTS = (Contract(0, 0, points=40), Contract(0, 0, points=60))


def said_in(system: RuleSystem, number: str) -> str:
    return " ".join(clause_text(clause) for clause in system.clauses if clause.number == number)


@pytest.mark.parametrize(
    ("contracts", "words"),
    [
        (POINTS, "must be worth the points that the round asks for. To come down, cards count"),
        (
            (Contract(3, 0), *POINTS),
            "must be the contract of the round, or be worth the points it asks for. The contract",
        ),
        ((Contract(3, 0),), "must be the contract of the round. The contract"),
    ],
)
def test_rules_say_what_opens_rounds_of_points(contracts: tuple[Contract, ...], words: str) -> None:
    played = with_choices(system_of("kalooki40"), {"contracts": contracts, "opening": 0})
    assert said_in(played, "5.1").startswith(f"Your first melds {words}")
    assert "with its own contract" not in said_in(played, "2.1")


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("jamaican", "doesn’t bend the board"),
        ("standard", "doesn’t bend the table"),
        ("kalooki40", "doesn’t make a Kalooki"),
    ],
)
def test_rules_call_a_bent_board_as_the_game_does(slug: str, words: str) -> None:
    changes = {"calling": "yes", "max_calls": "3", "bend_without_calls": "no"}
    assert words in said_in(with_choices(system_of(slug), changes), "9.5")


def test_lone_meld_of_a_contract_is_said_in_words() -> None:
    rounds = (Contract(1, 0), Contract(0, 1), Contract(1, 1))
    played = with_choices(system_of("jamaican"), {"contracts": rounds})
    assert "1 set of 3; 1 run of 4; 34." in said_in(played, "2.1")
    assert [contract_label(number, played) for number in (1, 2, 3)] == ["1 set", "1 run", "34"]
