"""The first word on cards: legal, not legal, keep going, move a joker, not enough."""

import pytest

from kalooki_ref.cards import cards_text, parse_cards
from kalooki_ref.referee.checking import Checked, LayFacts, check_cards
from kalooki_ref.referee.recognition import Taken
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.systems import system_of


def checked(
    slug: str, cards: str, *, number: int | None = None, taken: Taken | None = None
) -> Checked:
    parts = [parse_cards(part) for part in cards.split("/")]
    return check_cards(parts, system_of(slug), taken=taken, facts=LayFacts(number))


# The sheets' own examples of melds that are legal or not, and of cards that aren't one yet.
EXAMPLES = [
    ("standard", "3C 4C 5C 6C", "legal"),
    ("standard", "KD AD 2D 3D", "illegal"),
    ("standard", "7H 8H * *", "move_joker"),
    ("standard", "7H * 9H *", "legal"),
    ("kooky", "12B 12R 12G", "legal"),
    ("kooky", "8B 8R 8G 8E 8B", "legal"),
    ("kooky", "8R 9R 10R 11R 12R", "legal"),
    ("kooky", "AR 2R 3R 4R", "legal"),
    ("kooky", "11R 12R 13R AR", "legal"),
    ("kooky", "13R AR 2R 3R", "illegal"),
    ("kooky", "5R * 7R *", "legal"),
    ("kooky", "5R * * 8R", "illegal"),
    ("kooky", "13R 13B *", "legal"),
    ("kooky", "6R 6B * *", "legal"),
    ("kooky", "13R * *", "illegal"),
    ("caribbean", "9H * * QH", "illegal"),
    ("caribbean", "9H * JH *", "legal"),
    ("caribbean", "3H 4H 5H *", "legal"),
    ("caribbean", "7H 8H 9H 10H", "legal"),
    ("jamaican", "KH * * *", "illegal"),
    ("kalooki40", "QH KH AH", "legal"),
    ("kalooki40", "AH 2H 3H", "illegal"),
    ("kalooki40", "7H * 9H", "legal"),
    ("kalooki40", "3H 3C *", "legal"),
    ("kalooki40", "* AC QC KC", "legal"),
    ("standard", "KH KD", "keep_going"),
    ("standard", "5H 6H 7H", "keep_going"),
    ("standard", "5H 7H 9H", "keep_going"),
    ("standard", "KD AD 2D", "illegal"),
    ("standard", "5H 6H 7H 7H", "illegal"),
    ("kalooki40", "5H 6H 8H", "illegal"),
    ("kalooki40", "5H 6H", "keep_going"),
]
# First lays: the system, the round, the cards in the order tapped.
LAYS = [
    ("jamaican", 3, "KH KD KC 3H 4H 5H 6H 7H 8H 9H 10H", "legal"),
    ("jamaican", 1, "8H 8D 8C 8S 8H 8D KH KD KC", "legal"),
    ("jamaican", 1, "2H 2D 5H 5D 9H 9D * * *", "legal"),
    ("jamaican", 1, "2H 5D 9H 9D 2D 5H * * *", "legal"),
    ("jamaican", 1, "2H 2D * * * 5H 5D 9H 9D", "keep_going"),
    ("standard", 1, "2H 2D 5H 5D 9H 9D * * *", "legal"),
    ("standard", 2, "3H 3D 3C 4H 4D 4C 7H 8H * *", "legal"),
    ("standard", 2, "3H 3D 3C / 4H 4D 4C / 7H 8H * *", "move_joker"),
    ("standard", 2, "3H 3D 3C 4H 4D 4C / 7H 8H * *", "move_joker"),
    ("jamaican", 3, "KH KD KC / 3H 4H 5H 6H 7H 8H 9H 10H", "legal"),
    ("jamaican", 2, "3H 3D 3C 4H 4D 4C", "keep_going"),
    ("jamaican", 2, "3H 3D 3C 4H 4D 4C 5H 6H", "keep_going"),
    ("jamaican", 2, "3H 3D 3C 4H 4D 4C / 7H 8H *", "keep_going"),
    ("jamaican", 2, "3H 3D 3C 4H 4D 4C / 7H 8H 9D", "illegal"),
    ("jamaican", 1, "3H 3D 3C 4H 4D 4C 5H 5D 5C QH", "illegal"),
    ("standard", 1, "3H 3D 3C 4H 4D 4C 5H 5D 5C QH", "keep_going"),
    ("jamaican", None, "3H 3D 3C 4H 4D 4C 5H 5D 5C", "unclear"),
    ("kooky", 1, "3R 3G 3B 4R 4G 4B 3R 3G 3E", "illegal"),
    ("kalooki40", None, "QH KH AH 2H 2D 2C", "not_enough"),
    ("kalooki40", None, "QH KH AH 3H 3D 3C", "legal"),
]


@pytest.mark.parametrize(("system", "cards", "headline"), EXAMPLES)
def test_cards_checked_as_whatever_fits(system: str, cards: str, headline: str) -> None:
    assert checked(system, cards).outlook.headline == headline


def test_chosen_kind_alone_decides_what_cards_can_become() -> None:
    # As a set 13-joker-joker is no longer begun, as a run it is.
    assert checked("kooky", "13R * *", taken=Taken.SET).outlook.headline == "illegal"
    assert checked("kooky", "13R * *", taken=Taken.RUN).outlook.headline == "keep_going"
    assert checked("standard", "KH QH", taken=Taken.SET).outlook.headline == "illegal"


@pytest.mark.parametrize(("system", "number", "cards", "headline"), LAYS)
def test_melds_of_a_first_lay(system: str, number: int | None, cards: str, headline: str) -> None:
    assert checked(system, cards, number=number).outlook.headline == headline


def test_card_beyond_the_contract_is_named_as_such() -> None:
    found = checked("jamaican", "3H 3D 3C 4H 4D 4C 5H 5D 5C QH", number=1)
    assert found.verdict.codes == (Code.EXTRA_MELD,)
    assert [clause.number for one in found.verdict.findings
            if (clause := one.clause_in(system_of("jamaican")))] == ["5.3"]  # fmt: skip


def test_faulty_meld_between_legal_ones_is_found() -> None:
    found = checked("jamaican", "KH KD KC 5H 6H 6H 7H QH QD QC", number=2)
    assert [cards_text(meld.cards) for meld in found.melds] == [
        "KH KD KC", "QH QD QC", "5H 6H 6H 7H",
    ]  # fmt: skip
    assert Code.OUT_OF_ORDER in found.verdict.codes


@pytest.mark.parametrize(
    ("system", "cards", "number", "further", "more"),
    [
        ("standard", "7H 7D 7C KH KC *", 1, Contract(1, 0), [0, 0]),
        ("jamaican", "7H 7D 7C KH KC KD 5H 6H 7H", 2, None, [0, 0, 1]),
    ],
)
def test_cards_that_complete_a_first_lay(
    system: str, cards: str, number: int, further: Contract | None, more: list[int]
) -> None:
    outlook = checked(system, cards, number=number).outlook
    assert outlook.headline == "keep_going"
    assert outlook.melds == further
    assert [one.more if one else 0 for one in outlook.completions] == more


def test_points_of_an_opening_that_are_too_few() -> None:
    opening = checked("kalooki40", "QH KH AH 2H 2D 2C").outlook.opening
    assert opening is not None
    assert (opening.worth, opening.needed) == (37, 40)


def test_meld_legal_in_another_order() -> None:
    outlook = checked("standard", "7H 9H * *").outlook
    assert outlook.orders == (parse_cards("7H * 9H *"),)
