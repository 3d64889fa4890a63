"""Revisions: links and files keep the rules of the release that wrote them."""

import pytest

from kalooki_ref.rules import revisions
from kalooki_ref.rules.foreign_rules import read_foreign_rules
from kalooki_ref.rules.revisions import REVISION, base_data, changed_values
from kalooki_ref.rules.systems import SYSTEMS


def test_earlier_revision_is_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = ({"jamaican": {"max_calls": 7}}, {"jamaican": {"max_calls": 5, "run_min": 3}})
    monkeypatch.setattr(revisions, "EARLIER", earlier)
    monkeypatch.setattr(revisions, "REVISION", 2)
    monkeypatch.setattr(revisions, "ADDED", {})
    said = [base_data("jamaican", number) for number in range(3)]
    assert [rules["max_calls"] for rules in said] == [7, 5, 3]
    assert [rules["run_min"] for rules in said] == [3, 3, 4]
    assert base_data("kooky", 0) == base_data("kooky", 2)


def test_field_added_later_is_missing_from_earlier_revisions() -> None:
    assert "opening_values" not in base_data("kalooki40", 0)
    assert "opening_values" in base_data("kalooki40", 1)


@pytest.mark.parametrize("revision", [-1, REVISION + 1])
def test_unknown_revision_is_refused(revision: int) -> None:
    with pytest.raises(ValueError, match="revision"):
        base_data("jamaican", revision)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_system_has_no_difference_from_itself(system) -> None:  # type: ignore[no-untyped-def]
    data = base_data(system.slug)
    assert changed_values(data) == {}
    assert changed_values(data | {"max_calls": 2, "name": "Ours"}) == {
        "max_calls": 2,
        "name": "Ours",
    }
    assert read_foreign_rules(data) == system
