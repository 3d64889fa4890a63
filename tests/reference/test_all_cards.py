"""The advice on a last contract that takes all cards, compared with the second referee.

Hands are legal lays, half of them with one card exchanged.
"""

import os
from random import Random

from kalooki_ref.api.advice_questions import advise
from tests.commits import seed_of_this_run
from tests.reference.asker import Asker
from tests.reference.cards import JOKER, every_card, naturals, numbers_of_players
from tests.reference.cutting import is_small, sorted_melds, tapped
from tests.reference.facts import LEGAL
from tests.reference.lays import judge_contract
from tests.reference.rules import Rules, rules_of

HANDS = int(os.environ.get("KALOOKI_ALL_CARDS", "60"))
# Sets and runs of contracts that small hands can meet.
DEMANDS = ((1, 0), (0, 1), (1, 1), (2, 0), (0, 2))


def question(chance: Random) -> Rules:
    """Return rules with a single round whose contract takes all cards, and a small hand."""
    sets, runs = chance.choice(DEMANDS)
    house: Rules = {
        "contracts": [{"is": "Contract", "sets": sets, "runs": runs}],
        "last_contract_all_cards": "yes",
        "extra_melds": chance.choice(("never", "any")),
        "joker_discard": chance.choice(("yes", "no")),
    }
    asked = {"sheet": chance.choice(("000", "001", "003", "004")), "house": house}
    ask, pack = Asker(chance, rules_of(asked)), {*every_card(rules_of(asked)), JOKER}
    while True:
        hand = tapped(ask.melds_for(1))
        if len(hand) <= 10 and is_small(hand) and naturals(hand) and pack.issuperset(hand):
            break
    if ask.yes():
        hand[chance.randrange(len(hand))] = chance.choice(sorted(pack))
    house["deals"] = [len(hand) - 1]
    return asked | {"hand": hand, "round": 1}


def can_lay_all(asked: Rules) -> bool:
    rules, hand = rules_of(asked), asked["hand"]
    facts = {"round": 1, "goes_out": True, "players": numbers_of_players(rules)[-1]}
    lays = sorted_melds(naturals(hand), hand.count(JOKER), rules)
    return any(judge_contract(facts | {"melds": melds}, rules) == LEGAL for melds in lays)


def test_advice_lays_all_cards_where_the_second_referee_can() -> None:
    chance = Random(seed_of_this_run())
    legal = 0
    for _ in range(HANDS):
        asked = question(chance)
        answer = advise(asked)
        assert "error" not in answer, (asked, answer)
        if not answer.get("warnings"):
            expected = can_lay_all(asked)
            legal += expected
            found = (answer["can_come_down"], answer["goes_out"], answer["proved"])
            assert found == (expected, expected, True), asked
    assert legal
