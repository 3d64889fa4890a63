"""Completions of melds and first lays, compared with an exhaustive search over single cards."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalooki_ref.cards import JOKER, RANKS, Card, Cards, cards_text, parse_cards
from kalooki_ref.referee.completion import completion_of, further_melds
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import arrange_run, judge_meld, kind_of
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS, system_of


@pytest.mark.parametrize(
    ("system", "cards", "row", "ways"),
    [
        ("jamaican", "5C 6C 7C", "4C 5C 6C 7C 8C", "4C 8C *"),
        ("jamaican", "5C 7C 8C", "5C 6C 7C 8C", "6C *"),
        ("jamaican", "KH KC", "KH KC KS", "KS KD KH KC *"),
        ("jamaican", "JH QH KH", "10H JH QH KH AH", "10H AH *"),
        ("jamaican", "5C 6C", "5C 6C 7C 8C", ""),
        ("kalooki40", "KH KC", "KH KC KS", "KS KD *"),
        ("kooky", "5R 6R 7R", "4R 5R 6R 7R 8R", "4R 8R *"),
    ],
)
def test_fewest_cards_that_complete_a_meld(system: str, cards: str, row: str, ways: str) -> None:
    found = completion_of(parse_cards(cards), system_of(system))
    assert found is not None
    assert set(found.ways) == set(parse_cards(ways))
    assert cards_text(found.row) == row
    assert judge_meld(Meld(found.kind, found.cards), system_of(system)).legal


@pytest.mark.parametrize("cards", ["5H 6H 6H 7H 8H", "5H 6H 7C", "KH QC 3D", "7H 7H 7H"])
def test_meld_that_no_card_completes(cards: str) -> None:
    assert completion_of(parse_cards(cards), system_of("kalooki40")) is None


def every_card(system: RuleSystem) -> Cards:
    return (*(Card(rank, suit) for suit in system.suits for rank in RANKS), JOKER)


def is_legal(cards: Cards, kind: MeldKind, system: RuleSystem) -> bool:
    if kind is MeldKind.RUN:
        return any(judge_meld(Meld(kind, run), system).legal for run in arrange_run(cards, system))
    return judge_meld(Meld(kind, cards), system).legal


@st.composite
def near_melds(draw: st.DrawFn) -> tuple[RuleSystem, Cards]:
    system = draw(st.sampled_from(SYSTEMS))
    suits = draw(st.lists(st.sampled_from(system.suits), min_size=1, max_size=2))
    ranks = draw(st.lists(st.integers(1, 13), min_size=1, max_size=6))
    cards = tuple(Card(rank, suits[place % len(suits)]) for place, rank in enumerate(ranks))
    return system, (*cards, *(JOKER,) * draw(st.integers(0, 3)))


@given(near_melds())
def test_completion_is_minimal(given: tuple[RuleSystem, Cards]) -> None:
    system, cards = given
    found = completion_of(cards, system)
    fewest = found.more if found else 9
    for more in range(1, min(3, fewest)):
        for added in combinations_with_replacement(every_card(system), more):
            assert not any(is_legal(cards + added, kind, system) for kind in MeldKind), added
    if fewest == 1 and found:
        singles = {
            card for card in every_card(system) if is_legal((*cards, card), found.kind, system)
        }
        assert set(found.ways) == (singles if any(card.rank for card in cards) else set())


def melds_of(system: RuleSystem, *texts: str) -> list[Meld]:
    return [Meld(kind_of(cards, system), cards) for cards in map(parse_cards, texts)]


def test_melds_missing_from_a_first_lay() -> None:
    jamaican, caribbean = system_of("jamaican"), system_of("caribbean")
    two = melds_of(jamaican, "7H 7D 7C", "5H 6H 7H 8H")
    assert further_melds(two, Contract(2, 1), jamaican) == Contract(1, 0)
    assert further_melds(two, Contract(3, 0), jamaican) is None
    runs = melds_of(caribbean, "5H 6H 7H 8H", "5S 6S 7S 8S", "5D 6D 7D 8D", "5C 6C 7C 8C")
    assert further_melds(runs[:3], Contract(0, 4), caribbean) == Contract(0, 1)
