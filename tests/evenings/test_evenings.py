"""Random evenings of every game: no page breaks, and the totals are those of the sheets."""

import logging
import os
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.evenings.evening import Broken, Evening, Step, random_steps
from tests.evenings.sheets import SHEETS
from tests.evenings.shortest import shortest

EVENINGS = int(os.environ.get("KALOOKI_EVENINGS", "20"))
SEED = int(os.environ.get("KALOOKI_SEED", "0"))


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
        steps = random_steps(seed)
        fault = fault_of(app, rules, steps, [])
        if fault:
            kind = kind_of(fault)
            few = shortest(steps, lambda some: kind_of(fault_of(app, rules, some, [])) == kind)  # noqa: B023
            says: list[str] = []
            fault = fault_of(app, rules, few, says)
            lines = "\n".join([*says, *map(repr, few)])
            pytest.fail(f"seed {seed}: {fault}\n{lines}", pytrace=False)
