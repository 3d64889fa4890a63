"""Random evenings of every game: no page breaks, and the totals are those of the sheets."""

import logging
import os
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.evenings.checked_game import Broken
from tests.evenings.evening import Evening
from tests.evenings.openings import opening
from tests.evenings.sheets import SHEETS
from tests.evenings.shortest import shortest
from tests.evenings.step import Step, random_steps

EVENINGS = int(os.environ.get("KALOOKI_EVENINGS", "14"))
SEED = int(os.environ.get("KALOOKI_SEED", "0"))
IS_CUT = "KALOOKI_UNCUT" not in os.environ


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Log no request; an evening has hundreds."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def kind_of(fault: str) -> str:
    """Return a fault without its numbers and the id of its game."""
    return re.sub(r"-?\d+|/g/[\w-]+", "", fault)[:50]


def fault_of(app: Flask, rules: str, steps: list[Step], says: list[str]) -> str:
    """Play an evening; return what is wrong with it, empty if nothing is."""
    try:
        Evening(app, rules, says=says).play(steps)
    except Broken as broken:
        return str(broken)
    return ""


@pytest.mark.parametrize("rules", SHEETS)
def test_evening_breaks_no_page_and_adds_up_by_the_sheets(app: Flask, rules: str) -> None:
    for seed in range(SEED + [*SHEETS].index(rules), SEED + EVENINGS, len(SHEETS)):
        begun, steps = opening(seed, seed), random_steps(seed)
        fault = fault_of(app, rules, [*begun, *steps], [])
        if fault:
            few = [*begun, *steps]
            if IS_CUT:
                few = shortest_that(app, rules, fault, begun, steps)
            says: list[str] = []
            fault = fault_of(app, rules, few, says)
            lines = "\n".join([*says, *map(repr, few)])
            pytest.fail(f"seed {seed}: {fault}\n{lines}", pytrace=False)


def shortest_that(
    app: Flask, rules: str, fault: str, begun: list[Step], steps: list[Step]
) -> list[Step]:
    """Return as few steps as have the same fault; the opening stays whole or isn't needed."""

    def fails(some: list[Step]) -> bool:
        return kind_of(fault_of(app, rules, some, [])) == kind_of(fault)

    if fails(steps):
        return shortest(steps, fails)
    return [*begun, *shortest(steps, lambda some: fails([*begun, *some]))]
