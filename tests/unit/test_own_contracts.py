"""Contracts that require larger melds than the smallest legal ones."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.calls import fewest_laid, hand_ceiling
from kalooki_ref.referee.counts import Counted, read_count
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.outlook import Headline, lay_outlook
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_choices
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.card_words import in_signs
from kalooki_ref.words.rulings import completion_message
from kalooki_ref.words.verdicts import say_verdict

FOUR_AND_FIVE = {"is": "Contract", "sets": 1, "runs": 1, "set_size": 4, "run_size": 5}
FIFTY_ONE = {"is": "Contract", "sets": 0, "runs": 0, "points": 51}
FOUR_SEVENS, THREE_NINES = "7H 7S 7D 7C", "9H 9S 9D"
RUN_OF_FIVE, RUN_OF_FOUR = "2H 3H 4H 5H 6H", "9C 10C JC QC"


def table(slug: str = "standard", **changes: object) -> RuleSystem:
    own = {"contracts": [FOUR_AND_FIVE, FIFTY_ONE], "deals": [9, 13], "run_min": 3}
    return with_choices(system_of(slug), own | changes)


def melds(*texts: str) -> tuple[Meld, ...]:
    return tuple(
        Meld(MeldKind.SET if len({card[:-1] for card in text.split()}) == 1 else MeldKind.RUN,
             parse_cards(text))
        for text in texts
    )  # fmt: skip


@pytest.mark.parametrize(
    ("laid", "codes"),
    [
        ((FOUR_SEVENS, RUN_OF_FIVE), ()),
        # The set of 3 and the run of 4 are legal, but too small for the contract.
        ((THREE_NINES, RUN_OF_FIVE), (Code.CONTRACT_SHORT,)),
        ((FOUR_SEVENS, RUN_OF_FOUR), (Code.CONTRACT_SHORT,)),
        # They may be laid as further melds in addition to the contract.
        ((FOUR_SEVENS, THREE_NINES, RUN_OF_FIVE, RUN_OF_FOUR), ()),
    ],
)
def test_melds_smaller_than_the_contract_do_not_count(
    laid: tuple[str, ...], codes: tuple[Code, ...]
) -> None:
    assert judge_lay(melds(*laid), table(), number=1).codes == codes


def test_smaller_meld_exceeds_an_exact_contract() -> None:
    laid = melds(FOUR_SEVENS, THREE_NINES, RUN_OF_FIVE)
    codes = judge_lay(laid, table("jamaican"), number=1).codes
    assert codes == (Code.CONTRACT_EXCEEDED,)


def test_missing_melds_are_reported_with_sizes() -> None:
    laid, system = melds(THREE_NINES, RUN_OF_FIVE), table()
    said = say_verdict(judge_lay(laid, system, number=1), system)
    assert "The contract is 1 set of 4 and 1 run of 5; this is 1 run of 5." in said


def test_melds_that_are_all_smaller_than_the_contract_have_a_sentence_of_their_own() -> None:
    laid, system = melds(THREE_NINES, RUN_OF_FOUR), table()
    said = say_verdict(judge_lay(laid, system, number=1), system)
    assert "The contract is 1 set of 4 and 1 run of 5; no meld here is large enough." in said


def test_part_of_a_contract_needs_the_contract_size() -> None:
    parts = table(contract_in_parts=True)
    assert judge_lay(melds(FOUR_SEVENS), parts, number=1).legal
    assert judge_lay(melds(THREE_NINES), parts, number=1).codes == (Code.CONTRACT_SHORT,)
    own = melds(FOUR_SEVENS)
    verdict = judge_lay(melds(RUN_OF_FIVE), parts, number=1, own=own)
    assert verdict.legal
    assert verdict.opening is None
    assert fewest_laid(parts, number=1) == 4


@pytest.mark.parametrize(
    ("laid", "codes"),
    [
        (("10H 10S 10D", "10C JC QC"), ()),
        (("10H 10S 10D",), (Code.OPENING_SHORT,)),
    ],
)
def test_round_with_points_opens_with_points(
    laid: tuple[str, ...], codes: tuple[Code, ...]
) -> None:
    assert judge_lay(melds(*laid), table(), number=2).codes == codes


def test_counts_use_the_deal_for_round_and_players() -> None:
    seven = [{"is": "LargerTable", "players": 5, "deals": [7, 8]}]
    system = table(larger_tables=seven)
    assert hand_ceiling(system, number=2) == 19
    assert hand_ceiling(system.at_table(5), number=2) == 14
    counted = Counted(10, calls=None)
    assert read_count(counted, system.at_table(5), number=2).made == 1
    assert Contract(1, 1, set_size=4, run_size=5).cards == fewest_laid(system, number=1)


@pytest.mark.parametrize(
    ("laid", "lacking", "further"),
    [
        # The set of 3 is legal, but too small for the contract.
        ((THREE_NINES, RUN_OF_FIVE), (1, 0), None),
        ((FOUR_SEVENS, RUN_OF_FOUR), (0, 1), None),
        ((FOUR_SEVENS,), (0,), Contract(0, 1, set_size=4, run_size=5)),
        ((THREE_NINES,), (1,), Contract(0, 1, set_size=4, run_size=5)),
    ],
)
def test_smaller_melds_can_be_completed(
    laid: tuple[str, ...], lacking: tuple[int, ...], further: Contract | None
) -> None:
    verdict = judge_lay(melds(*laid), table(), number=1)
    outlook = lay_outlook(melds(*laid), verdict, table(), number=1)
    assert outlook.headline is Headline.KEEP_GOING
    assert tuple(found.more if found else 0 for found in outlook.completions) == lacking
    assert outlook.melds == further


def test_size_of_the_contract_is_named_where_a_smaller_meld_is_one_already() -> None:
    said = []
    for laid in (melds(FOUR_SEVENS, RUN_OF_FOUR), melds(THREE_NINES, RUN_OF_FIVE)):
        outlook = lay_outlook(laid, judge_lay(laid, table(), number=1), table(), number=1)
        said += [completion_message(found, table()) for found in outlook.completions if found]
    assert [in_signs(words) for words in said] == [
        "One more makes a run of 5: 8♣, K♣ or a joker.",
        "One more of the 9s makes a set of 4.",
    ]


def test_points_that_open_a_single_round_cite_a_clause() -> None:
    system = table()
    (short,) = judge_lay(melds("2H 3H 4H"), system, number=2).findings
    for rules in (system, system.in_round(2)):
        clause = short.clause_in(rules)
        assert clause is not None
        assert clause.number == "5.1"
