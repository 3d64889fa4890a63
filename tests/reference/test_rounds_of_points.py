"""Rounds of an own game that open with points, compared with the second referee.

It judges such a round as one of a game without contracts.
"""

from random import Random

from kalooki_ref.api.judge import judge
from tests.commits import seed_of_this_run
from tests.reference import card_queries, fact_queries
from tests.reference.asker import Asker
from tests.reference.compare import UNPLAYABLE
from tests.reference.facts import ERROR
from tests.reference.judge import answer_under
from tests.reference.own_rules import opening_values
from tests.reference.questions import house
from tests.reference.rules import Rules, in_round_of_points, rules_of

QUESTIONS = 400
KINDS = {
    "contract": card_queries.contract,
    "calls": fact_queries.hand_count,
    "score": fact_queries.score,
    "end": lambda ask: end_of_round(ask, ask.chance.choice(("bent_board", "kalooki", "go_out"))),
}
REPLACED = ("contracts", "deals", "opening", "last_contract_all_cards")


def end_of_round(ask: Asker, claim: str) -> Rules:
    return {"claim": claim} | fact_queries.claim_facts(ask, claim)


def own_game(chance: Random, kind: str) -> Rules:
    """Return house rules in which every round opens with points."""
    rounds = chance.choice((1, 2, 4))
    points = [chance.choice((1, 25, 40, 47, 51, 75, 120)) for _ in range(rounds)]
    kept = {name: key for name, key in house(chance, kind).items() if name not in REPLACED}
    return (
        kept
        | opening_values(chance, "002")
        | {
            "contracts": [{"is": "Contract", "sets": 0, "runs": 0, "points": n} for n in points],
            "deals": [chance.choice((10, 11, 13, 14)) for _ in range(chance.choice((1, rounds)))],
        }
    )


def test_rounds_that_open_with_points_are_judged_alike() -> None:
    chance, asked = Random(seed_of_this_run()), 0
    while asked < QUESTIONS:
        kind = chance.choice(list(KINDS))
        query: Rules = {"sheet": chance.choice(("000", "001", "003", "004")), "kind": kind}
        query["house"] = own_game(chance, kind)
        number = chance.randint(1, len(query["house"]["contracts"]))
        rules = in_round_of_points(rules_of(query), number)
        facts = KINDS[kind](Asker(chance, rules))
        ours = judge(query | {"input": facts | {"round": number}})
        if UNPLAYABLE in str(ours.get("error")):
            continue
        asked += 1
        first = ERROR if "error" in ours else ours["verdict"]
        assert first == answer_under(rules, kind, facts | {"round": None}), (query, number, facts)
