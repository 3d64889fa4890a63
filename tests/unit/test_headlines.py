"""The first word on cards: legal, not legal, keep going, move a joker, not enough."""

from collections.abc import Iterator
from typing import Any

import pytest

from kalooki_ref.cards import cards_text, parse_cards
from kalooki_ref.referee import partition
from kalooki_ref.referee.checking import Checked, LayFacts, check_cards
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.recognition import PlayedAs
from kalooki_ref.referee.verdict import Assumption
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.card_words import in_signs
from kalooki_ref.words.rulings import completion_message


def checked(
    slug: str, cards: str, *, number: int | None = None, played_as: PlayedAs | None = None
) -> Checked:
    parts = [parse_cards(part) for part in cards.split("/")]
    return check_cards(parts, system_of(slug), played_as=played_as, facts=LayFacts(number))


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
FOUR_RUNS = "6S 7S 8S 9S 10S JS QS 6D 7D 8D 9D 10D JD QD KD 9H 10H JH QH KH AH JH QH KH AH * *"
# Four runs as well, but in no order.
TOO_MANY_WAYS = (
    "9S 8C 5D 9C 10C 6S 10S 5S 6C 9D QD 7S 4C 5C 7D 3C 10D QS 6D 2C 9C JD 8D JS 8S JC * *"
)
# First lays: the system, the round, the cards in the order tapped.
LAYS = [
    ("jamaican", 3, "KH KD KC 3H 4H 5H 6H 7H 8H 9H 10H", "legal"),
    ("jamaican", 1, "8H 8D 8C 8S 8H 8D KH KD KC", "legal"),
    ("jamaican", 1, "2H 2D 5H 5D 9H 9D * * *", "legal"),
    ("jamaican", 1, "2H 5D 9H 9D 2D 5H * * *", "legal"),
    ("jamaican", 1, "2H 2D * * * 5H 5D 9H 9D", "keep_going"),
    ("standard", 1, "2H 2D 5H 5D 9H 9D * * *", "legal"),
    ("jamaican", 3, "2D 3D 4D 5D 6D 7D 8D 9D 10D 10C 10H 3H 4H 5H", "keep_going"),
    ("jamaican", 7, "AS 2S 3S 4S 5S 4C 5C 6C 7C 8C 9C 10C JC 6S", "keep_going"),
    ("standard", 4, "4H 5H 6H 7H / 9H 10H JH", "illegal"),
    ("standard", 4, "4H 5H 6H 7H / 9D 10D JD", "keep_going"),
    ("kooky", 1, "8R 8G 8B / 8R 8E", "illegal"),
    ("kooky", 1, "8R 8G 8B / 8R *", "keep_going"),
    ("jamaican", 9, FOUR_RUNS, "legal"),
    ("jamaican", 9, TOO_MANY_WAYS, "unclear"),
    ("standard", 2, "3H 3D 3C 4H 4D 4C 7H 8H * *", "legal"),
    ("standard", 2, "3H 3D 3C / 4H 4D 4C / 7H 8H * *", "move_joker"),
    ("standard", 2, "3H 3D 3C 4H 4D 4C / 7H 8H * *", "move_joker"),
    ("jamaican", 3, "KH KD KC / 3H 4H 5H 6H 7H 8H 9H 10H", "legal"),
    ("jamaican", 2, "3H 3D 3C 4H 4D 4C", "keep_going"),
    ("jamaican", 2, "3H 3D 3C 4H 4D 4C 5H 6H", "keep_going"),
    ("jamaican", 2, "3H 3D 3C 4H 4D 4C / 7H 8H *", "keep_going"),
    ("jamaican", 2, "3H 3D 3C 4H 4D 4C / 7H 8H 9D", "illegal"),
    ("jamaican", 1, "3H 3D 3C 4H 4D 4C 5H 5D 5C QH", "illegal"),
    ("jamaican", 2, "5H 5D 5C KH KD KC 9S 9H", "illegal"),
    ("jamaican", 2, "5H 5D 5C / KH KD KC / 9S 9H", "illegal"),
    ("jamaican", 1, "5H 5D 5C KH KD KC 9S 8S", "illegal"),
    ("jamaican", 1, "5H 5D 5C 9S 8S", "keep_going"),
    ("jamaican", 3, "KH KD KC 3C 4C 5C 6C 9D 7C", "keep_going"),
    ("jamaican", 3, "KH KD KC 8S * *", "keep_going"),
    ("jamaican", 3, "KH KD KC / 8S * *", "keep_going"),
    ("standard", 2, "5H 5D 5C KH KD KC 9S 9H", "keep_going"),
    ("standard", 1, "3H 3D 3C 4H 4D 4C 5H 5D 5C QH", "keep_going"),
    ("jamaican", None, "3H 3D 3C 4H 4D 4C 5H 5D 5C", "unclear"),
    ("kooky", 1, "3R 3G 3B 4R 4G 4B 3R 3G 3E", "illegal"),
    # No key of the page taps cards that the pack doesn’t have, only typing enters them.
    ("standard", None, "6E", "illegal"),
    ("kooky", None, "KH QH", "illegal"),
    ("standard", 2, "5H 5D 5C KH KH KD 6E", "illegal"),
    ("standard", 2, "5H 5D 5C KH KH KD QH KH", "illegal"),
    ("kalooki40", None, "QH KH AH 2H 2D 2C", "not_enough"),
    ("kalooki40", None, "QH KH AH 3H 3D 3C", "legal"),
]


@pytest.mark.parametrize(("system", "cards", "headline"), EXAMPLES)
def test_cards_checked_as_whatever_fits(system: str, cards: str, headline: str) -> None:
    assert checked(system, cards).outlook.headline == headline


def test_chosen_kind_alone_decides_what_cards_can_become() -> None:
    # As a set 13-joker-joker is no longer begun, as a run it is.
    assert checked("kooky", "13R * *", played_as=PlayedAs.SET).outlook.headline == "illegal"
    assert checked("kooky", "13R * *", played_as=PlayedAs.RUN).outlook.headline == "keep_going"
    assert checked("standard", "KH QH", played_as=PlayedAs.SET).outlook.headline == "illegal"


@pytest.mark.parametrize(("system", "number", "cards", "headline"), LAYS)
def test_melds_of_a_first_lay(system: str, number: int | None, cards: str, headline: str) -> None:
    assert checked(system, cards, number=number).outlook.headline == headline


def test_begun_meld_of_cards_that_do_not_exist_is_named_as_such() -> None:
    assert checked("standard", "6E").verdict.codes == (Code.NOT_IN_PACK,)
    verdict = checked("standard", "5H 5D 5C KH KH KD QH KH", number=2).verdict
    assert verdict.codes == (Code.MORE_THAN_PACK, Code.CONTRACT_SHORT)
    assert verdict.findings[0].at == (7,)
    # With three packs there is a third king of hearts.
    assert checked("jamaican", "5H 5D 5C KH KH KD QH KH", number=2).outlook.headline == "keep_going"


def test_card_beyond_the_contract_is_named_as_such() -> None:
    found = checked("jamaican", "3H 3D 3C 4H 4D 4C 5H 5D 5C QH", number=1)
    assert found.verdict.codes == (Code.EXTRA_MELD,)
    assert [clause.number for finding in found.verdict.findings
            if (clause := finding.clause_in(system_of("jamaican")))] == ["5.3"]  # fmt: skip


def test_meld_begun_is_one_that_the_contract_lacks() -> None:
    found = checked("jamaican", "5H 5D 5C KH KD KC 9S 9H", number=2)
    assert found.verdict.codes == (Code.CONTRACT_SHORT, Code.EXTRA_MELD)
    completion = checked("jamaican", "KH KD KC 8S * *", number=3).outlook.completions[-1]
    assert in_signs(completion_message(completion, system_of("jamaican"))) == (
        "One more makes a run: 5♠, 6♠, 7♠, 9♠, 10♠ or J♠."
    )
    # Two sets are still to come, but no run.
    assert checked("jamaican", "5H 5D 5C 9S 8S", number=1).outlook.completions == (None, None)


@pytest.mark.parametrize("cards", ["KH KD KC 8S * * *", "KH KD KC / 8S * * *"])
def test_last_meld_is_judged_as_the_kind_that_the_contract_lacks(cards: str) -> None:
    found = checked("jamaican", cards, number=3)
    assert found.melds[-1].kind == "run"
    assert found.verdict.codes == (Code.RUN_JOKERS_OUTNUMBER, Code.CONTRACT_SHORT)


def test_repeated_rank_comes_before_what_is_missing() -> None:
    found = checked("kooky", "8R 8G 8B / 8R 8E 8G", number=1)
    assert found.verdict.codes == (Code.RANK_AGAIN, Code.CONTRACT_SHORT)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("7H 8H *", "One more makes a four: 5♥, 6♥, 9♥, 10♥ or a joker."),
        ("2H 3H *", "One more makes a four: A♥, 4♥, 5♥ or a joker."),
        ("7H 7S", "One more of the 7s makes a three."),
    ],
)
def test_cards_that_complete_a_meld_are_named(cards: str, message: str) -> None:
    completion = checked("standard", cards).outlook.completions[0]
    assert in_signs(completion_message(completion, system_of("standard"))) == message


def test_cards_left_over_are_the_last_tapped() -> None:
    check = checked("standard", "JC QC KC AC 8S 9S * JS 10S *", number=7)
    assert check.outlook.headline == "keep_going"
    assert [cards_text(meld.cards) for meld in check.melds] == [
        "JC QC KC AC", "8S 9S * JS", "10S *"
    ]  # fmt: skip


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
    assert [completion.more if completion else 0 for completion in outlook.completions] == more


def test_points_of_an_opening_that_are_too_few() -> None:
    opening = checked("kalooki40", "QH KH AH 2H 2D 2C").outlook.opening
    assert opening is not None
    assert (opening.worth, opening.needed) == (37, 40)


def test_meld_legal_in_another_order() -> None:
    outlook = checked("standard", "7H 9H * *").outlook
    assert outlook.orders == (parse_cards("7H * 9H *"),)


def test_joker_to_move_is_not_called_legal_while_the_round_is_unknown() -> None:
    cards = "7H 8H * * / QS QH QD"
    assert checked("standard", cards).outlook.assumes == (Assumption.ROUND_UNKNOWN,)
    assert checked("standard", cards, number=2).outlook.headline == "illegal"
    assert not checked("standard", "7H 8H * * / QS QH QD / KS KH KD", number=2).outlook.assumes


def test_cards_within_the_contract_are_sorted_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Melds beyond the contract can't be laid, so they only matter if there are no others."""
    searched = []
    search = partition._Search.around_jokers

    def around_jokers(self: partition._Search, *row: Any) -> Iterator[tuple[Meld, ...]]:
        searched.append(self.most)
        return search(self, *row)

    monkeypatch.setattr(partition._Search, "around_jokers", around_jokers)
    jamaican = system_of("jamaican")
    short = partition.partition(parse_cards("3H KD 4H KH 5H KC 6H"), jamaican, number=2)
    assert [meld.kind for meld in short.melds] == ["run", "set"]
    assert searched == [jamaican.contract_of(2)]
    searched.clear()
    five = "3H 3D 3C 5H 5D 5C 7H 7D 7C 9H 9D 9C JH JD JC"
    partition.partition(parse_cards(five), jamaican, number=1)
    assert searched == [jamaican.contract_of(1), None]


@pytest.mark.parametrize(
    ("cards", "assumes"),
    [
        ("QH * * / KS KH KC", [Assumption.TAKEN_AS_RUN]),
        ("AH * * / KS KH KC", [Assumption.TAKEN_AS_SET]),
        ("QH KH * / KS KH KC", []),
    ],
)
def test_kind_chosen_for_a_meld_of_either_kind_is_said(
    cards: str, assumes: list[Assumption]
) -> None:
    assert list(checked("kalooki40", cards).verdict.assumes) == assumes
