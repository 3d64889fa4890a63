"""The rulebooks of random house rules: no clause contradicts the values, or speaks of what is off.

A commit checks a share of 2,000 rule sets; `KALOOKI_WHOLE=1` checks all of them.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random

import pytest

from kalooki_ref.rules import overrides, sentences
from kalooki_ref.rules.choices import JokerMover
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, with_changes
from kalooki_ref.rules.sentences import depends_on
from kalooki_ref.rules.switch import as_key
from kalooki_ref.rules.switches import SWITCHES
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.words.own_words import clause_text
from tests.commits import share_of_this_commit
from tests.properties.own_rules import some_contract, some_points

RULE_SETS = 2_000
SEED = 43
# Numbers that a clause may name although no field has them: ranks, whole suits, sheet examples.
CONSTANTS = {
    "1.2": {1, 2, 13}, "1.3": {1, 2, 3, 4, 5}, "2.1": {3, 4}, "2.2": {1}, "2.5": {1},
    "3.5": {2, 13}, "3.6": {2, 13, 14}, "4.1": {1}, "4.2": {1}, "5.1": set(range(2, 14)),
    "5.5": {7, 8, 9, 24}, "10.1": set(range(2, 14)),
}  # fmt: skip


def rule_sets(count: int = RULE_SETS) -> Iterator[RuleSystem]:
    """Yield valid house rules of all systems, the same ones every time."""
    rng = Random(SEED)
    while count:
        system = rng.choice(SYSTEMS)
        changed = rng.sample([switch for switch in SWITCHES if switch.choices], rng.randint(1, 9))
        changes = {switch.field: rng.choice(switch.choices).key for switch in changed}
        if rng.random() < 0.3 and system.contracts:
            own = tuple(some_contract(rng, is_small=False) for _ in range(rng.randint(1, 9)))
            changes |= {"contracts": as_key(own), "run_min": "3", "suits_apart": "no"}
        if rng.random() < 0.2:
            changes["points"] = as_key(some_points(rng))
        for one in SWITCHES:
            try:
                played = with_changes(system, changes)
            except HouseRuleError as error:
                # Leave out what conflicts, rather than look for other rules.
                for name in {name for found in error.objections for name in found.fields}:
                    changes.pop(name, None)
            else:
                yield played
                count -= 1
                break
            assert one


def faults_of(system: RuleSystem) -> list[str]:
    """Return what is wrong in a rulebook, one line for each fault."""
    said = {clause.number: clause_text(clause) for clause in system.clauses}
    found = [
        f"{n}: {words}" for n, words in said.items() if speaks_of_what_is_off(n, words, system)
    ]
    for clause in system.clauses:
        strange = numbers_in(said[clause.number]) - numbers_of(clause, system)
        found += [f"{clause.number}: {number} is no value" for number in sorted(strange)]
    return found


def speaks_of_what_is_off(number: str, words: str, system: RuleSystem) -> bool:
    """Whether a clause names something that does not happen under these rules."""
    off = {
        r"\bcall(s|ed|ing|ers?)?\b|upcard by": not system.calling and number not in ("8.3", "11.1"),
        r"(?i)\bjokers?\b|Kooky Kard|real card": not any(
            pack.jokers for pack in system.every_pack
        )
        and number != "1.3",
        r"\bb[ei]n[dt]s?\b": not system.bend and number != "9.4",
        r"\bpool\b": not system.pool_share and number != "12.5",
        r"contract of the|same contract": not system.contracts,
        r"\bThe loser|losers?\b": system.next_dealer.value == "left",
        r"never goes into a hand": system.own_joker_to_hand or system.joker_leaves_its_meld
        or system.joker_mover is JokerMover.NOBODY,
        r"goes into your hand": not system.own_joker_to_hand,
        r"14 cards": system.run_max is not None or not system.ace_at_both_ends,
        r"no limit on calls": system.max_calls is not None,
        r"leaves one card": not deals_what_contracts_need(system),
        r"builders don’t count|not a builder": system.builders_open,
        r"A void round": system.reshuffles is None,
        r"missing suit in a": not system.set_suits_differ,
        r"must grant every call": system.down_draws_upcard,
        r"whether the call is granted or not": not system.refused_overcalls_count,
        r"\b(first|last) round\b": not system.contracts,
    }  # fmt: skip
    return any(is_off and re.search(what, words) for what, is_off in off.items())


def deals_what_contracts_need(system: RuleSystem) -> bool:
    needed = tuple(contract.cards for contract in system.contracts)
    return system.deals == needed and system.cards_per_call == 2


def numbers_in(words: str) -> set[int]:
    words = re.sub(r"[“”].*?[“”]|\b[34]{2,}\b", "", words)
    return {int(digits) for digits in re.findall(r"\d+", words)}


def numbers_of(clause: Clause, system: RuleSystem) -> set[int]:
    """Return the numbers that a clause may name: values of its fields, and what follows."""
    found = set(CONSTANTS.get(clause.number, ()))
    for field in depends_on(clause.number):
        found |= set(numbers_within(getattr(system, field)))
    if clause.number == "1.3":
        found |= {number for pack in system.every_pack for number in (pack.size, pack.jokers)}
    if clause.number in ("2.1", "2.2"):
        found |= {len(system.contracts), *range(1, len(system.contracts) + 1)}
    if clause.number == "8.15":
        most = system.deal_of(1) + system.cards_per_call * (system.max_calls or 0)
        found |= {most, most + 1, 1}
    return found


def numbers_within(value: object) -> Iterator[int]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield abs(value)
    elif isinstance(value, tuple):
        for item in value:
            yield from numbers_within(item)
    elif is_dataclass(value):
        for each in fields(value):
            yield from numbers_within(getattr(value, each.name))


def test_rulebooks_of_random_house_rules() -> None:
    found = [
        f"{system.slug} {overrides.changes_of(system)}: {fault}"
        for system in share_of_this_commit(tuple(rule_sets()), of=5)
        for fault in faults_of(system)
    ]
    assert not found, "\n".join(found[:20])


Plant = Callable[[pytest.MonkeyPatch], None]


def without_further(number: str, *names: str) -> Plant:
    """Return a fault: the clause no longer depends on these fields."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        kept = tuple(name for name in sentences.FURTHER.get(number, ()) if name not in names)
        patch.setitem(sentences.FURTHER, number, kept)
        following = tuple(
            replace(
                sentence,
                fields=tuple(name for name in sentence.fields if name not in names),
            )
            if sentence.number == number
            else sentence
            for sentence in sentences.FOLLOWING
        )
        patch.setattr(sentences, "FOLLOWING", following)

    return plant


def always_said(number: str, index: int = 0) -> Plant:
    """Return a fault: a following sentence of the clause is said whatever the values are."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        ones = [sentence for sentence in sentences.FOLLOWING if sentence.number == number]
        told = replace(ones[index], holds=lambda _: True)
        following = tuple(
            told if sentence is ones[index] else sentence for sentence in sentences.FOLLOWING
        )
        patch.setattr(sentences, "FOLLOWING", following)

    return plant


def choice_says(field: str, sentence: str) -> Plant:
    """Return a fault: all choices of a switch have this sentence."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        switch = next(switch for switch in SWITCHES if switch.field == field)
        choices = tuple(replace(choice, sentence=sentence) for choice in switch.choices)
        patch.setattr(sentences, "switches_at", lambda number: tuple(
            replace(other, choices=choices) if other is switch else other
            for other in SWITCHES if other.clause == number))  # fmt: skip

    return plant


PLANTED = {
    "no limit on calls, with a limit": without_further("11.1", "max_calls"),
    "one card left with 12 dealt": without_further("9.5", "deals", "contracts"),
    "limit of 15 with another deal": without_further("8.15", "deals", "contracts", "max_calls"),
    "never into a hand, and into yours": always_said("7.2"),
    "calls of a game without them": always_said("8.8"),
    "void rounds where none is": always_said("12.2"),
    "a joker’s place without jokers": always_said("3.10", 2),
    "a bent table where nothing bends": without_further("11.2", "bend"),
    "another number of calls": choice_says("max_calls", "You may make 7 granted calls."),
    "an ace at both ends of five cards": choice_says("run_max", "A run has 14 cards."),
}


@pytest.mark.parametrize("plant", PLANTED.values(), ids=PLANTED)
def test_planted_contradiction_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    depends_on.cache_clear()
    try:
        assert any(faults_of(system) for system in rule_sets())
    finally:
        depends_on.cache_clear()


@pytest.mark.parametrize("system", SYSTEMS, ids=[system.slug for system in SYSTEMS])
def test_rulebook_of_a_sheet_agrees_with_its_values(system: RuleSystem) -> None:
    assert faults_of(system) == []
