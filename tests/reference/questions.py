"""Random questions of every kind, under every sheet, with and without a table's own rules."""

from random import Random

from tests.reference import cards_asked, facts_asked
from tests.reference.asker import Asker
from tests.reference.sheets import SHEETS, Rules, rules_of
from tests.reference.switches import BY_KIND, CHOICES

KINDS = {
    "meld": cards_asked.meld,
    "contract": cards_asked.contract,
    "tack": cards_asked.tack,
    "joker_replace": cards_asked.joker_replace,
    "calls": facts_asked.calls,
    "score": facts_asked.score,
    "laydown": facts_asked.laydown,
    "end": facts_asked.end,
}

POOL = {"pool_share", "pool_threshold"}
"""Switches that only stand together."""


def question(chance: Random) -> Rules:
    """Return one question, drawn at random."""
    kind = chance.choice(list(KINDS))
    asked: Rules = {"sheet": chance.choice(list(SHEETS)), "kind": kind}
    turned = house(chance, kind)
    if turned:
        asked["house"] = turned
    return asked | {"input": KINDS[kind](Asker(chance, rules_of(asked)))}


def house(chance: Random, kind: str) -> Rules:
    """Return up to two switches turned, mostly those that the kind of question can feel."""
    if chance.random() < 0.35:
        return {}
    names = BY_KIND[kind].split() if chance.random() < 0.9 else list(CHOICES)
    chosen = chance.sample(names, chance.choice((1, 1, 2)))
    if POOL & set(chosen):
        chosen = sorted(POOL)
    return {name: chance.choice(CHOICES[name].split()) for name in chosen}
