"""Random questions of every kind, under every sheet, with and without a table's own rules."""

from random import Random

from tests.reference import card_queries, fact_queries
from tests.reference.asker import Asker
from tests.reference.sheets import SHEETS, Rules, rules_of
from tests.reference.switches import BY_KIND, CHOICES

KINDS = {
    "meld": card_queries.meld,
    "contract": card_queries.contract,
    "tack": card_queries.tack,
    "joker_replace": card_queries.joker_replace,
    "calls": fact_queries.calls,
    "score": fact_queries.score,
    "laydown": fact_queries.laydown,
    "end": fact_queries.end,
}

POOL = {"pool_share", "pool_threshold"}
"""Switches that only stand together."""


def question(chance: Random) -> Rules:
    """Return one question, drawn at random."""
    kind = chance.choice(list(KINDS))
    query: Rules = {"sheet": chance.choice(list(SHEETS)), "kind": kind}
    turned = house(chance, kind)
    if turned:
        query["house"] = turned
    return query | {"input": KINDS[kind](Asker(chance, rules_of(query)))}


def house(chance: Random, kind: str) -> Rules:
    """Return up to two switches turned, mostly those that the kind of question can feel."""
    if chance.random() < 0.35:
        return {}
    names = BY_KIND[kind].split() if chance.random() < 0.9 else list(CHOICES)
    chosen = chance.sample(names, chance.choice((1, 1, 2)))
    if POOL & set(chosen):
        chosen = sorted(POOL)
    return {name: chance.choice(CHOICES[name].split()) for name in chosen}
