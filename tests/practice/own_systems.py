"""Own rules to practise under: each choice of a switch alone, and many of them together."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, with_choices
from kalooki_ref.rules.switches import SWITCHES
from kalooki_ref.rules.systems import SYSTEMS

# Changed switches, at most, of rules with several.
MOST_CHANGED = 6


def turned_alone() -> Iterator[tuple[str, RuleSystem]]:
    """Yield the name and rules of each choice of a switch that can be played by itself."""
    for system in SYSTEMS:
        for switch in SWITCHES:
            for choice in switch.choices:
                with suppress(HouseRuleError):
                    house = {switch.field: choice.key}
                    yield f"{system.slug} {switch.field}={choice.key}", with_choices(system, house)


def turned_together(count: int, seed: int) -> Iterator[tuple[str, RuleSystem]]:
    """Yield the name and rules of several changes at once, own contracts and openings among them.

    The same seed gives the same rules.
    """
    chance = Random(seed)
    while count:
        system = chance.choice(tuple(SYSTEMS))
        house = {
            switch.field: chance.choice(switch.choices).key
            for switch in chance.sample(SWITCHES, chance.randint(2, MOST_CHANGED))
            if switch.choices
        } | (some_demand(chance, system) if chance.random() < 0.5 else {})
        with suppress(HouseRuleError):
            yield f"{system.slug} {house}", with_choices(system, house)
            count -= 1


def some_demand(chance: Random, system: RuleSystem) -> dict[str, Any]:
    """Return an own opening in points, or one to three own contracts with their deals."""
    if not system.contracts:
        return {"opening": chance.choice((1, 25, 75, 100, 130))}
    contracts = [some_contract(chance) for _ in range(chance.randint(1, 3))]
    return {"contracts": contracts, "deals": [chance.randint(9, 16) for _ in contracts]}


def some_contract(chance: Random) -> dict[str, Any]:
    sets = chance.randint(0, 3)
    runs = chance.randint(0 if sets else 1, 2)
    made: dict[str, Any] = {"is": "Contract", "sets": sets, "runs": runs}
    if sets and chance.random() < 0.3:
        made["set_size"] = chance.choice((4, 5, 8))
    if runs and chance.random() < 0.3:
        made["run_size"] = chance.choice((5, 7, 13))
    return made
