"""Conditions under which a rule has an effect."""

from dataclasses import replace

import pytest

from kalooki_ref.rules import conditions
from kalooki_ref.rules.conditions import Condition
from kalooki_ref.rules.model import LargerTable
from kalooki_ref.rules.switches import SWITCHES
from kalooki_ref.rules.systems import SYSTEMS

CONDITIONS = {
    name: value for name, value in vars(conditions).items() if isinstance(value, Condition)
}


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=CONDITIONS)
def test_condition_names_the_fields_it_tests(condition: Condition) -> None:
    values = {switch.field: {choice.value for choice in switch.choices} for switch in SWITCHES}
    for field in condition.fields:
        values[field] = values.get(field, set()) | {getattr(each, field) for each in SYSTEMS}
    values["larger_tables"] = {(), (LargerTable(4, jokers=4),)}
    tested = {
        field
        for system in (*SYSTEMS, replace(SYSTEMS[0], jokers=(0,) * 4))
        for field, choices in values.items()
        if len({condition.holds(replace(system, **{field: value})) for value in choices}) > 1
    }
    assert tested == {*condition.fields}
