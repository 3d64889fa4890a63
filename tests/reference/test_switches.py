"""Each choice of each switch of the house rules makes a difference to some question.

Random questions are asked under all choices of a switch: a switch that the referee ignores, or
two choices that it takes for the same, answer all of them alike.
"""

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest

from kalooki_ref.api import judge as judging
from kalooki_ref.api.given_rules import read_system
from kalooki_ref.api.unreadable import UnreadableError
from kalooki_ref.referee.pool import share_pool
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import SWITCHES, Switch
from tests.reference.asker import Asker
from tests.reference.own_rules import MAKERS
from tests.reference.questions import KINDS
from tests.reference.rules import Rules, rules_of
from tests.reference.sheets import BY_KIND, SHEETS

# Questions for one switch; most need fewer than a hundred.
MOST_TRIES = 4_000
OWN_VALUES = 3
# Rules under which choices of a switch can be compared, where they can't by the sheets alone.
GROUNDS: dict[str, list[Rules]] = {
    "ace": [{"ace_at_both_ends": "no"}],
    "call_decider": [{"refusing_takes_upcard": "no"}],
    "fines_double": [{"not_down": "50"}],
    "joker_mover": [{"joker_goes": "hand"}],
    "max_calls": [{"overcall": "none"}],
    "max_players": [{"packs": "4"}],
    "miscount_cost": [{"miscount": "stays"}],
    "packs": [{"max_players": "4", "jokers": [2, 4, 6, 8, 10]}],
    "set_suits_differ": [{"set_max": "4"}],
}
# What a choice needs that its alternatives don't.
COMPANIONS: dict[str, Rules] = {
    "pool_share=0": {"pool_threshold": "0"},
    "pool_threshold=0": {"pool_share": "0"},
}
# Games open with contracts or with points, have calls or none: these choices have no alternative.
WITHOUT_ALTERNATIVE = {"opening=0", "contracts=none", "max_calls=0"}
# A pool and the totals of three players, for switches that only the page of the pool shows.
POOL, TOTALS = 100, (20, 70, 120)


@cache
def known_system(sheet: str, house: str) -> RuleSystem | UnreadableError:
    try:
        return read_system({"sheet": sheet, "house": json.loads(house)})
    except UnreadableError as error:
        return error


@pytest.fixture(autouse=True)
def systems_are_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def known(given: Rules) -> RuleSystem:
        found = known_system(given["sheet"], json.dumps(given["house"]))
        if isinstance(found, UnreadableError):
            raise found
        return found

    monkeypatch.setattr(judging, "read_system", known)


def choices_of(switch: Switch, chance: Random) -> list[object]:
    """Return the choices of a switch, or a few values of its own where it has no others."""
    if switch.choices:
        return [choice.key for choice in switch.choices]
    made = [MAKERS[switch.field](chance, "002")[switch.field] for _ in range(OWN_VALUES)]
    return [*made, *([[]] if switch.field == "larger_tables" else [])]


def houses_of(switch: Switch, choices: list[object]) -> Iterator[tuple[str, list[Rules]]]:
    """Yield sheets, each with house rules for all choices, of which two can be played."""
    for sheet in SHEETS:
        for more in ({}, *GROUNDS.get(switch.field, [])):
            houses = [
                {**more, switch.field: choice, **COMPANIONS.get(f"{switch.field}={choice}", {})}
                for choice in choices
            ]
            if sum(playable(sheet, house) is not None for house in houses) > 1:
                yield sheet, houses


def playable(sheet: str, house: Rules) -> RuleSystem | None:
    found = known_system(sheet, json.dumps(house))
    return None if isinstance(found, UnreadableError) else found


def kinds_about(switch: Switch) -> list[str]:
    """Return the kinds of questions that the switch affects."""
    listed = [kind for kind, fields in BY_KIND.items() if switch.field in fields.split()]
    return listed or list(KINDS)


def answer(query: Rules) -> str:
    """Return what the referee finds, without its sentences; empty where nobody can play so."""
    if playable(query["sheet"], query["house"]) is None:
        return ""
    found = judging.judge(query)
    said = {name: found.get(name) for name in ("verdict", "codes", "result", "missing", "error")}
    return json.dumps(said)


def shares(sheet: str, house: Rules) -> str:
    system = playable(sheet, house)
    return str(share_pool(POOL, TOTALS, system)) if system else ""


def told_apart(switch: Switch, choices: list[object]) -> Iterator[tuple[int, int]]:
    """Yield pairs of choices, by their places, that a question or a pool tells apart."""
    chance, grounds = Random(switch.field), list(houses_of(switch, choices))
    for sheet, houses in grounds:
        yield from differing([shares(sheet, house) for house in houses])
    for _ in range(MOST_TRIES):
        kind, (sheet, houses) = chance.choice(kinds_about(switch)), chance.choice(grounds)
        asked = {"sheet": sheet, "kind": kind, "house": chance.choice(houses)}
        if playable(sheet, asked["house"]) is None:
            continue
        asked["input"] = KINDS[kind](Asker(chance, rules_of(asked), shuffles=0.3))
        yield from differing([answer(asked | {"house": house}) for house in houses])


def differing(answers: list[str]) -> Iterator[tuple[int, int]]:
    for first, second in combinations(range(len(answers)), 2):
        if answers[first] and answers[second] and answers[first] != answers[second]:
            yield first, second


@pytest.mark.parametrize("switch", SWITCHES, ids=[switch.field for switch in SWITCHES])
def test_choices_of_a_switch_differ_in_some_question(switch: Switch) -> None:
    choices = choices_of(switch, Random(switch.field))
    places = [
        place
        for place, choice in enumerate(choices)
        if f"{switch.field}={choice}" not in WITHOUT_ALTERNATIVE
    ]
    alike = set(combinations(places, 2))
    for pair in told_apart(switch, choices):
        alike.discard(pair)
        if not alike:
            break
    assert not [(choices[first], choices[second]) for first, second in sorted(alike)]
