"""Random questions of every kind, with and without house rules."""

from collections.abc import Sequence
from random import Random

from tests.reference import card_queries, fact_queries
from tests.reference.asker import Asker
from tests.reference.features import ORDER_UNDER_HOUSE, features
from tests.reference.own_rules import SHARE, own_values
from tests.reference.rules import Rules, rules_of
from tests.reference.sheets import BY_KIND, CHOICES, SHEETS

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

ORDER_KINDS = ("meld", "contract", *("tack",) * 5, "joker_replace", "laydown")
# Share of questions about the order of cards or both ends, under house rules.
ORDER_SHARE = 0.35
# Other switches that a choice, or any choice of a switch (""), needs to have an effect.
TOGETHER = {
    ("pool_share", ""): {"pool_threshold": "0 50 100 150 200"},
    ("pool_threshold", ""): {"pool_share": "0 50 60 75 90 100"},
    ("loser_tie", ""): {"next_dealer": "loser"},
    ("fines_double", ""): {"bend": "all"},
    ("joker_mover", "everyone"): {"joker_goes": "reused hand"},
}


def question(chance: Random) -> Rules:
    """Return one question, drawn at random."""
    if chance.random() < ORDER_SHARE:
        return order_question(chance)
    return one_question(chance, list(KINDS))


def order_question(chance: Random) -> Rules:
    """Return a question about the order of cards or both ends of a run, under house rules."""
    while True:
        query = one_question(chance, ORDER_KINDS, plain=0, shuffles=0.8)
        if ORDER_UNDER_HOUSE in features(query):
            return query


def one_question(
    chance: Random, kinds: Sequence[str], *, plain: float = 0.35, shuffles: float = 0.1
) -> Rules:
    """Return a question of one of the kinds; ``plain`` is the share without house rules."""
    kind = chance.choice(kinds)
    query: Rules = {"sheet": chance.choice(list(SHEETS)), "kind": kind}
    if chance.random() >= plain:
        query["house"] = house(chance, kind)
        if chance.random() < SHARE:
            query["house"] |= own_values(chance, kind, query["sheet"])
    ask = Asker(chance, rules_of(query), shuffles=shuffles)
    return query | {"input": KINDS[kind](ask)}


def house(chance: Random, kind: str) -> Rules:
    """Return one to three changed switches, mostly ones that affect the kind of question."""
    names = BY_KIND[kind].split() if chance.random() < 0.9 else list(CHOICES)
    chosen = chance.sample(names, chance.choice((1, 1, 2, 2, 3)))
    turned = {name: chance.choice(CHOICES[name].split()) for name in chosen}
    for name, choice in list(turned.items()):
        for needed, choices in (
            TOGETHER.get((name, "")) or TOGETHER.get((name, choice), {})
        ).items():
            turned[needed] = chance.choice(choices.split())
    return turned
