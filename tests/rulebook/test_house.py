"""House rules: switches change fields and clauses, conflicts are refused, games store them."""

import json
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki_ref.referee.scoring import LeftHand, RoundFacts, score_hand, total
from kalooki_ref.referee.turn_rights import may_end_turn
from kalooki_ref.rules.clause import Provenance
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.constraints import objections_to
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import (
    HouseRuleError,
    HouseRules,
    changed_fields,
    changes_of,
    keys_of,
    with_changes,
    with_choices,
)
from kalooki_ref.rules.sentences import SAID_ONLY_IF, in_words, sentences_of
from kalooki_ref.rules.serialization import as_data, from_data
from kalooki_ref.rules.switches import FIXED, NUMBERS, SWITCHES, Choice, Switch, fixed_in
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.words.deal_words import pack_words

KEYS = {
    switch.field: [choice.key for choice in switch.choices] for switch in SWITCHES if switch.choices
}
each_switch = pytest.mark.parametrize("switch", SWITCHES, ids=[s.field for s in SWITCHES])
LARGER = {"is": "LargerTable", "players": 5, "packs": 3, "jokers": 6}
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=[s.slug for s in SYSTEMS])


def attempt(system: RuleSystem, changes: dict[str, str]) -> RuleSystem | HouseRuleError:
    try:
        return with_changes(system, changes)
    except HouseRuleError as error:
        return error


def clause_at(system: RuleSystem, number: str):
    return next(clause for clause in system.clauses if clause.number == number)


def numbers_of(system: RuleSystem) -> set[str]:
    return {clause.number for clause in system.clauses}


@each_switch
def test_switch_default_is_the_systems_value(switch: Switch) -> None:
    for system in SYSTEMS:
        choice = switch.choice_of(getattr(system, switch.field))
        assert choice is not None, system.slug
        assert with_changes(system, {switch.field: choice.key}) == system


@each_switch
def test_switch_has_distinct_choices(switch: Switch) -> None:
    keys = [choice.key for choice in switch.choices]
    assert len(set(keys)) == len(keys)
    assert len({repr(choice.value) for choice in switch.choices}) == len(keys)
    assert switch.question.endswith("?")
    assert all(choice.sentence.endswith(".") for choice in switch.choices)


@each_switch
def test_changed_switch_changes_clauses_or_is_refused(switch: Switch) -> None:
    for system, choice in product(SYSTEMS, switch.choices):
        assert_changed(system, switch, choice)


def assert_changed(system: RuleSystem, switch: Switch, choice: Choice) -> None:
    played = attempt(system, {switch.field: choice.key})
    if isinstance(played, HouseRuleError):
        assert any(switch.field in objection.fields for objection in played.objections)
        return
    if played == system:
        return
    assert switch.field in changed_fields(played)
    clause = clause_at(played, NUMBERS[switch.field])
    assert clause.provenance is Provenance.TABLE
    if SAID_ONLY_IF.get(switch.field, bool)(played):
        assert in_words(choice.sentence, played) in clause.text
        assert set(choice.cites) <= set(clause.cites)
    assert with_changes(system, changes_of(played)) == played


@pytest.mark.parametrize("changes", [{"set_min": "4"}, {"set_max": "3"}])
def test_sets_that_are_always_full_say_only_that_they_are_locked(changes: dict[str, str]) -> None:
    played = with_changes(system_of("kalooki40"), changes)
    texts = {clause.number: clause.text for clause in played.clauses}
    assert texts["7.5"] == "A full set is locked, and its joker stays."
    assert not {"7.4", "7.9"} & texts.keys()
    assert not [text for text in texts.values() if "set of three" in text]


@pytest.mark.parametrize(("choice", "each", "all_of_them"), [("1", "is 1", 2), ("3", "are 3", 6)])
def test_kooky_kards_for_every_pack_add_up_in_the_deck(
    choice: str, each: str, all_of_them: int
) -> None:
    played = with_changes(system_of("kooky"), {"jokers": choice})
    assert clause_at(played, "1.2").text.startswith("The deck is two packs in one")
    assert f"There {each} Kooky Kard" in clause_at(played, "1.3").text
    assert f"1 deck with {all_of_them} Kooky Kards" in pack_words(played, players=4)


@each_system
def test_system_round_trips_through_json(system: RuleSystem) -> None:
    assert from_data(json.loads(json.dumps(as_data(system)))) == system


@given(
    st.sampled_from(SYSTEMS),
    st.lists(
        st.sampled_from(sorted(KEYS)).flatmap(
            lambda field: st.tuples(st.just(field), st.sampled_from(KEYS[field]))
        ),
        max_size=8,
    ),
)
def test_house_rules_round_trip_through_json(
    system: RuleSystem, turns: list[tuple[str, str]]
) -> None:
    refused = attempt(system, dict(turns))
    if isinstance(refused, HouseRuleError):
        assert all(objection.reason.endswith(".") for objection in refused.objections)
        return
    played = HouseRules("Ours", system.slug, tuple(dict(turns).items())).system()
    assert from_data(json.loads(json.dumps(as_data(played)))) == played
    assert played.name == "Ours"


def test_missing_field_gets_the_systems_value() -> None:
    data = as_data(system_of("kooky"))
    del data["ranks_apart"], data["points"]
    assert from_data(data | {"forgotten": 1}) == system_of("kooky")


@pytest.mark.parametrize(
    ("slug", "changes", "doubles"),
    [
        ("jamaican", {"overcall": "50"}, False),
        ("caribbean", {"bend": "all"}, False),
        ("jamaican", {}, True),
        ("standard", {}, True),
    ],
)
def test_old_game_keeps_undoubled_fines(slug: str, changes: dict[str, str], doubles: bool) -> None:
    """Games without fines, or that double only cards, are unaffected."""
    played = with_changes(system_of(slug), changes)
    assert played.fines_double
    data = as_data(played)
    del data["fines_double"]
    stored = from_data(data)
    assert stored.fines_double is doubles
    assert ("fines_double" in changed_fields(stored)) is not doubles
    assert from_data(as_data(stored)) == stored
    assert with_changes(system_of(slug), changes_of(stored)) == stored


def test_clause_on_fines_where_every_score_doubles() -> None:
    played = with_changes(system_of("kooky"), {"bend": "all"})
    assert clause_at(played, "9.7").text == "Where every score doubles, penalties double as well."
    single = with_changes(system_of("kooky"), {"bend": "all", "fines_double": "no"})
    assert clause_at(single, "9.7").text == "Where every score doubles, penalties stay single."
    assert "9.7" not in {clause.number for clause in system_of("kooky").clauses}


def test_all_rule_conflicts_are_reported() -> None:
    with pytest.raises(HouseRuleError) as caught:
        with_changes(system_of("jamaican"), {"opening": "40", "ace": "high", "set_joker": "suits"})
    assert len(caught.value.objections) >= 3


@pytest.mark.parametrize("changes", [{"opening": "41"}, {"slug": "x"}, {"nothing": "yes"}])
def test_unknown_choices_are_refused(changes: dict[str, str]) -> None:
    with pytest.raises(HouseRuleError):
        with_changes(system_of("standard"), changes)


def test_jokers_of_larger_tables_have_rules_too() -> None:
    crowd = [{"is": "LargerTable", "players": 5, "packs": 2, "jokers": 4, "deals": []}]
    changes = {"jokers": "0", "larger_tables": crowd, "jokers_side_by_side": "yes"}
    played = with_choices(system_of("standard"), changes)
    assert clause_at(played, "4.5").provenance is Provenance.TABLE
    with pytest.raises(HouseRuleError, match="no jokers in the pack"):
        with_choices(system_of("standard"), {**changes, "larger_tables": []})


def test_real_cards_of_a_meld_have_no_rule_without_jokers() -> None:
    """Games stored with such rules can still be opened."""
    asked = {"set_min_naturals": "1", "run_min_naturals": "3"}
    with_jokers = with_changes(system_of("jamaican"), asked)
    without = with_changes(system_of("jamaican"), asked | {"jokers": "0"})
    assert any("real card" in str(sentence) for sentence in sentences_of(with_jokers, "4.2"))
    assert not any("real card" in str(sentence) for sentence in sentences_of(without, "4.2"))


def test_calling_can_be_switched_on() -> None:
    played = with_changes(system_of("kalooki40"), {"calling": "yes", "max_calls": "2"})
    assert clause_at(played, "8.11").provenance is Provenance.TABLE
    assert played.clause_for(Code.OVERCALL)
    assert played.clause_for(Code.NO_CALLING) is None


def test_calling_can_be_switched_off() -> None:
    played = with_changes(system_of("standard"), {"calling": "no"})
    numbers = {clause.number for clause in played.clauses}
    assert "8.3" in numbers
    assert not numbers & {"8.4", "8.5", "8.11", "11.1"}


def test_bend_may_also_subtract_fifty() -> None:
    played = with_changes(system_of("caribbean"), {"bend": "all"})
    assert (played.winner_points, len(played.bend)) == (-50, 1)
    assert Code.POINTS_ODD in clause_at(played, "9.4").cites


def test_more_players_than_the_pack_can_deal() -> None:
    with pytest.raises(HouseRuleError, match="pack is too small"):
        with_changes(system_of("caribbean"), {"max_players": "8"})
    assert (
        with_changes(system_of("caribbean"), {"max_players": "8", "packs": "pairs"}).max_players
        == 8
    )


@each_system
def test_five_packs_have_as_many_jokers_each_as_four(system: RuleSystem) -> None:
    played = with_changes(system, {"packs": "5", "max_players": "6"})
    four = with_changes(system, {"packs": "4", "max_players": "6"})
    assert played.pack_for(6).jokers * 4 == four.pack_for(6).jokers * 5
    for jokers in set("01234") - set(keys_of(system)["jokers"]):
        assert with_changes(system, {"packs": "5", "jokers": jokers}).pack_for(3).copies == 5


def test_shortest_run_is_no_longer_than_the_longest() -> None:
    for changes in ({"run_min": "5", "run_max": "4"}, {"run_max": "4", "run_min": "5"}):
        refused = attempt(system_of("kalooki40"), changes)
        assert isinstance(refused, HouseRuleError)
        [objection] = refused.objections
        assert objection.fields == ("run_max", "run_min")
    assert with_changes(system_of("kalooki40"), {"run_max": "4", "run_min": "4"}).run_max == 4


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"deals": "[9,9]"}, "deals"),
        ({"larger_tables": json.dumps([LARGER | {"deals": [9, 9]}])}, "larger_tables"),
    ],
)
def test_deals_that_fit_no_rounds_are_reported_at_their_field(
    changes: dict[str, str], field: str
) -> None:
    refused = attempt(system_of("jamaican"), changes)
    assert isinstance(refused, HouseRuleError)
    assert [objection.fields for objection in refused.objections] == [(field,)]


def test_players_without_defined_packs_are_refused() -> None:
    eleven = replace(system_of("jamaican"), max_players=11)
    objections = objections_to(eleven, frozenset())
    assert "its packs and jokers" in " ".join(one.reason for one in objections)


@pytest.mark.parametrize(
    ("slug", "change", "reading"),
    [
        ("kooky", {"next_dealer": "left"}, "2.11"),
        ("kooky", {"max_calls": "2"}, "8.18"),
        ("kooky", {"add_on_after_out": "no"}, "9.9"),
        ("kooky", {"overcall": "barred"}, "11.5"),
        ("kooky", {"joker_goes": "high"}, "7.8"),
        ("standard", {"bend": "all"}, "9.8"),
        ("standard", {"joker_discard": "yes"}, "9.10"),
        ("standard", {"refused_overcalls_count": "no"}, "11.6"),
        ("standard", {"calling": "no"}, "11.6"),
        ("kalooki40", {"taken_upcard": "build"}, "8.17"),
        ("kalooki40", {"joker_mover": "nobody"}, "7.10"),
        ("kalooki40", {"end_joker_reread": "yes"}, "1.5"),
        ("caribbean", {"extra_melds": "never"}, "5.7"),
    ],
)
def test_a_reading_goes_with_the_rule_it_reads(
    slug: str, change: dict[str, str], reading: str
) -> None:
    assert reading in numbers_of(system_of(slug))
    assert reading not in numbers_of(with_changes(system_of(slug), change))


def test_a_tacked_card_is_no_missing_suit_where_suits_may_repeat() -> None:
    changes = {"set_suits_differ": "no", "set_joker": "stays"}
    told = clause_at(with_changes(system_of("kalooki40"), changes), "6.2").text
    assert "missing suit" in clause_at(system_of("kalooki40"), "6.2").text
    assert "the same rank in a set" in told


def test_every_reading_has_a_switch_or_a_reason() -> None:
    turned = {ruling for switch in SWITCHES for ruling in switch.rulings}
    named = {
        ruling
        for system in SYSTEMS
        for clause in system.clauses
        for ruling in clause.ruling.split()
    }
    assert named - turned - FIXED.keys() == set()
    assert turned & FIXED.keys() == set()
    numbers = {
        ruling for s in SYSTEMS for clause, _ in fixed_in(s) for ruling in clause.ruling.split()
    }
    assert FIXED.keys() <= numbers


@pytest.mark.parametrize(
    ("key", "kept", "tacked"),
    [("stay", True, True), ("build", False, True), ("meld", False, False)],
)
def test_switch_for_use_of_a_taken_upcard(key: str, kept: bool, tacked: bool) -> None:
    played = with_changes(system_of("kalooki40"), {"taken_upcard": key})
    assert may_end_turn(played, keeps_upcard=True).legal is kept
    assert may_end_turn(played, tacks_upcard=True).legal is tacked


def test_bend_can_subtract_points_from_the_bender() -> None:
    played = with_changes(system_of("standard"), {"bend": "bonus"})
    bent, straight = RoundFacts(bent=True), RoundFacts()
    winner, other = LeftHand(is_winner=True), LeftHand(points=20, is_down=True)
    assert [total(score_hand(hand, played, bent)) for hand in (winner, other)] == [-50, 40]
    assert [total(score_hand(hand, played, straight)) for hand in (winner, other)] == [0, 20]


@pytest.mark.parametrize(
    ("slug", "changes", "number"),
    [
        ("jamaican", {"jokers": "0"}, "4.5"),
        ("kooky", {"jokers": "0"}, "7.3"),
        ("jamaican", {"joker_mover": "nobody"}, "7.2"),
        ("jamaican", {"calling": "no"}, "8.11"),
        ("jamaican", {"bend": "none"}, "9.5"),
    ],
)
def test_rule_without_effect_has_no_clause(slug: str, changes: dict[str, str], number: str) -> None:
    system = system_of(slug)
    assert number in numbers_of(system)
    assert number not in numbers_of(with_changes(system, changes))


@pytest.mark.parametrize(
    ("slug", "changes", "number"),
    [
        ("jamaican", {"tack_ends": "high"}, "6.4"),
        ("caribbean", {"bend": "all"}, "9.5"),
        ("jamaican", {"next_dealer": "loser"}, "2.8"),
    ],
)
def test_rule_that_gains_an_effect_gets_its_clause(
    slug: str, changes: dict[str, str], number: str
) -> None:
    system = system_of(slug)
    assert number not in numbers_of(system)
    assert clause_at(with_changes(system, changes), number).provenance is Provenance.TABLE


@pytest.mark.parametrize(
    ("slug", "changes", "number", "text"),
    [
        (
            "kooky",
            {"add_on_after_out": "no"},
            "9.1",
            "The round ends when somebody has no cards left.",
        ),
        ("kalooki40", {"pool_share": "100"}, "12.5", "The winner takes the whole pool."),
    ],
)
def test_changed_clause_says_what_holds_now(
    slug: str, changes: dict[str, str], number: str, text: str
) -> None:
    assert clause_at(with_changes(system_of(slug), changes), number).text == text


def test_clause_without_calling_says_only_that() -> None:
    played = with_changes(system_of("jamaican"), {"calling": "no"})
    assert clause_at(played, "8.3").text == "There is no calling."
