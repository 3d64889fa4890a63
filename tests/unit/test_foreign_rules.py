"""Validation of rules from a file or a link."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref.rules.constraints import objections_to
from kalooki_ref.rules.foreign_rules import ForeignRulesError, read_foreign_rules
from kalooki_ref.rules.overrides import HouseRuleError, with_changes
from kalooki_ref.rules.serialization import as_data, from_data
from kalooki_ref.rules.switches import SWITCHES
from kalooki_ref.rules.systems import SYSTEMS, system_of

RELEASES = sorted((Path(__file__).parents[1] / "store" / "releases").glob("*.sqlite"))
HOSTILE: dict[str, object] = {
    "max_calls": 100_000,
    "run_min": 10**7,
    "set_min": 10**9,
    "packs": 10**6,
    "deals": [10**9] * 9,
    "jokers": [10**9] * 4,
    "max_players": 10**9,
    "overcall": [{"is": "Fine", "points": 10**30}],
    "points": {"is": "PointTable", "ranks": [10**9] * 12, "aces": [1, 1, 1, 1], "joker": 1},
    "contracts": [{"is": "Contract", "sets": 10**6, "runs": 0}] * 9,
    "words": {"is": "Words", "set": "%(x)s", "run": "r", "joker": "j", "bent": "b"},
    "tagline": "x" * 10**6,
    "name": "x" * 41,
    "calling": 1,
    "winner_points": 0.0,
    "suits": [],
    "slug": "poker",
    "own_field": 1,
}


@pytest.mark.parametrize("field", HOSTILE)
def test_unknown_value_is_refused_with_its_field(field: str) -> None:
    data = as_data(system_of("jamaican")) | {field: HOSTILE[field]}
    with pytest.raises(ForeignRulesError) as refused:
        read_foreign_rules(data)
    assert refused.value.field == field


@pytest.mark.parametrize("data", [None, [], "jamaican", {}, {"slug": ["jamaican"]}, {"slug": {}}])
def test_data_without_rules_is_refused(data: Any) -> None:
    with pytest.raises(ForeignRulesError):
        read_foreign_rules(data)


def test_contradictory_values_are_refused_with_the_reason() -> None:
    data = as_data(system_of("jamaican")) | {"packs": 2, "max_players": 8}
    with pytest.raises(ForeignRulesError, match="The pack is too small"):
        read_foreign_rules(data)


@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_packs_per_players_must_not_be_zero(slug: str) -> None:
    """It would be a division by zero."""
    data = as_data(system_of(slug)) | {"packs": 0, "players_per_pack": 0}
    with pytest.raises(ForeignRulesError):
        read_foreign_rules(data)


@pytest.mark.parametrize("system", SYSTEMS, ids=[system.slug for system in SYSTEMS])
def test_system_with_any_switch_round_trips(system: Any) -> None:
    assert read_foreign_rules(as_data(system)) == system
    for switch in SWITCHES:
        for choice in switch.choices:
            try:
                played = with_changes(system, {switch.field: choice.key})
            except HouseRuleError:
                continue
            assert read_foreign_rules(as_data(played)) == played


def test_custom_name_round_trips() -> None:
    data = as_data(system_of("kooky")) | {"name": "Nonna’s 100% rules 🃏"}
    assert read_foreign_rules(data).name == "Nonna’s 100% rules 🃏"


@pytest.mark.parametrize("release", RELEASES, ids=[path.stem for path in RELEASES])
def test_rules_of_every_release_can_be_read(release: Path) -> None:
    with closing(sqlite3.connect(release)) as connection:
        stored = [json.loads(rules) for (rules,) in connection.execute("SELECT rules FROM game")]
    assert stored
    for data in stored:
        assert read_foreign_rules(data) == from_data(data)


def test_no_system_contradicts_itself() -> None:
    """Otherwise games of that system would be refused."""
    assert not [system.slug for system in SYSTEMS if objections_to(system, frozenset())]
