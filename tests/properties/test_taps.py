"""Legal first lays tapped in random order are legal, wherever their melds begin and end.

``KALOOKI_TAPS=10000`` asks for more of them; ``KALOOKI_SEED`` repeats a run.
"""

import os
from random import Random

from kalooki_ref.cards import JOKER, Card, Cards, cards_text, parse_cards
from kalooki_ref.referee.checking import LayFacts, check_cards
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind, cards_in
from kalooki_ref.referee.runs import card_at
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.commits import seed_of_this_run

JOKERS = 0.1  # share of cards in melds that are jokers
TAPS = int(os.environ.get("KALOOKI_TAPS", "400"))


def meld_of(kind: MeldKind, system: RuleSystem, chance: Random) -> Meld:
    if kind is MeldKind.SET:
        rank, size = chance.randint(1, 13), chance.choice((3, 3, 3, 4, 5))
        suits = chance.sample(system.suits, 4) + chance.choices(system.suits, k=1)
        cards = [Card(rank, suit) for suit in suits[:size]]
    else:
        suit, size = chance.choice(system.suits), chance.choice((system.run_min,) * 3 + (5, 6, 8))
        start = chance.randint(1, 15 - size)
        cards = [card_at(place, suit) for place in range(start, start + size)]
    return Meld(kind, tuple(JOKER if chance.random() < JOKERS else card for card in cards))


def legal_lay(chance: Random) -> tuple[RuleSystem, int | None, tuple[Meld, ...]]:
    """Return a random legal lay with its system and round."""
    while True:
        system = chance.choice(SYSTEMS)
        number = chance.randint(1, len(system.contracts)) if system.contracts else None
        contract = system.contract_of(number) if number else None
        sets, runs = (contract.sets, contract.runs) if contract else chance.choice(
            ((1, 1), (2, 1), (1, 2), (3, 0))
        )  # fmt: skip
        kinds = [MeldKind.SET] * sets + [MeldKind.RUN] * runs
        melds = tuple(meld_of(kind, system, chance) for kind in kinds)
        verdict = judge_lay(melds, system, number=number)
        if verdict.legal and not verdict.unclear and len(cards_in(melds)) <= 30:
            return system, number, melds


def tapped(melds: tuple[Meld, ...], chance: Random) -> Cards:
    """Return the cards meld by meld, or in any order with the jokers last."""
    mixed = chance.sample(melds, len(melds))
    if chance.random() < 0.4:
        return cards_in(mixed)
    cards = [card for card in cards_in(mixed) if card.rank]
    if chance.random() < 0.7:
        chance.shuffle(cards)
    return (*cards, *(JOKER,) * (len(cards_in(mixed)) - len(cards)))


def test_legal_lays_tapped_in_any_order_are_legal() -> None:
    chance = Random(seed_of_this_run())
    for _ in range(TAPS):
        system, number, melds = legal_lay(chance)
        cards = tapped(melds, chance)
        checked = check_cards((cards,), system, facts=LayFacts(number))
        assert checked.outlook.headline in ("legal", "unclear"), cards_text(cards)
        assert sorted(map(str, cards_in(checked.melds))) == sorted(map(str, cards))


def test_legal_lay_is_never_too_much_while_it_is_tapped() -> None:
    chance = Random(seed_of_this_run())
    for _ in range(TAPS):
        system, number, melds = legal_lay(chance)
        cards = cards_in(chance.sample(melds, len(melds)))
        begun = cards[: chance.randint(4, len(cards))]
        checked = check_cards((begun,), system, facts=LayFacts(number))
        too_much = {Code.EXTRA_MELD, Code.CONTRACT_EXCEEDED}
        assert not too_much.intersection(checked.verdict.codes), cards_text(begun)


def test_jokers_in_front_of_a_run_stay_in_it() -> None:
    cards = parse_cards("* * * 7H 8H 9H 5S 5D 5C")
    checked = check_cards((cards,), system_of("jamaican"))
    assert [cards_text(meld.cards) for meld in checked.melds] == ["* * * 7H 8H 9H", "5S 5D 5C"]
