"""Contracts laid in parts: valid parts, and completion."""

import pytest

from kalooki_ref.api.judge import judge
from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.calls import is_out_at_once
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.plausibility import hand_sizes
from kalooki_ref.referee.scoring import LeftHand, RoundFacts
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.overrides import HouseRuleError, with_changes
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.own_words import clause_text
from kalooki_ref.words.verdicts import say_verdict

SHEET = system_of("caribbean")
PARTS = with_changes(SHEET, {"contract_in_parts": "yes"})
SEVENS = Meld(MeldKind.SET, parse_cards("7H 7C 7D"))
NINES = Meld(MeldKind.SET, parse_cards("9H 9C 9D"))
JACKS = Meld(MeldKind.SET, parse_cards("JH JC JD"))
HEARTS = Meld(MeldKind.RUN, parse_cards("3H 4H 5H 6H"))


@pytest.mark.parametrize(
    ("laid", "now", "legal"),
    [
        ((), (SEVENS,), True),
        ((), (SEVENS, NINES), True),
        ((), (HEARTS,), True),
        ((), (SEVENS, NINES, HEARTS), True),
        ((SEVENS,), (HEARTS,), True),
        ((SEVENS, NINES), (HEARTS,), True),
        ((SEVENS, HEARTS), (NINES, JACKS), True),
        ((), (SEVENS, NINES, JACKS), False),
        ((SEVENS, NINES), (JACKS,), False),
        ((), (), False),
    ],
)
def test_part_must_not_exceed_the_contract(
    laid: tuple[Meld, ...], now: tuple[Meld, ...], legal: bool
) -> None:
    verdict = judge_lay(now, PARTS, number=2, own=laid)
    assert verdict.legal is legal
    assert legal or verdict.codes == (Code.CONTRACT_SHORT,)


def test_contract_must_be_complete_by_default() -> None:
    assert judge_lay((SEVENS,), SHEET, number=2).codes == (Code.CONTRACT_SHORT,)


def test_missing_melds_are_reported() -> None:
    verdict = judge_lay((SEVENS,), PARTS, number=2)
    assert "A part of the contract: 1 three and 1 four still to come." in say_verdict(
        verdict, PARTS
    )
    whole = judge_lay((HEARTS,), PARTS, number=2, own=(SEVENS, NINES))
    assert "still to come" not in say_verdict(whole, PARTS)


def test_parts_must_differ_where_melds_must() -> None:
    kooky = with_changes(system_of("kooky"), {"contract_in_parts": "yes"})
    first = Meld(MeldKind.SET, parse_cards("7B 7R 7G"))
    again = Meld(MeldKind.SET, parse_cards("7E 7R 7G"))
    assert judge_lay((again,), kooky, number=1, own=(first,)).codes == (Code.RANK_AGAIN,)


def test_hand_size_is_free_after_laying_a_part() -> None:
    hand, facts = LeftHand(is_down=False), RoundFacts(number=1, players=4)
    assert min(hand_sizes(SHEET, hand, facts)) == 9
    assert min(hand_sizes(PARTS, hand, facts)) == 1
    assert is_out_at_once(SHEET, number=1, calls=0)
    assert not is_out_at_once(PARTS, number=1, calls=0)


def test_api_accepts_parts_laid_before() -> None:
    seven, nine, run = (
        {"as": meld.kind.value, "cards": [str(card) for card in meld.cards]}
        for meld in (SEVENS, NINES, HEARTS)
    )
    question = {"system": "caribbean", "house": {"contract_in_parts": "yes"}, "kind": "contract"}
    part = judge({**question, "input": {"round": 2, "melds": [run], "laid_before": [seven]}})
    assert (part["verdict"], "1 three still to come" in part["says"]) == ("legal", True)
    full = judge({**question, "input": {"round": 2, "melds": [nine, run], "laid_before": [seven]}})
    assert (full["verdict"], full["says"]) == ("legal", "Legal.")


def test_opening_points_cannot_be_laid_in_parts() -> None:
    with pytest.raises(HouseRuleError, match="no contract to lay in parts"):
        with_changes(system_of("kalooki40"), {"contract_in_parts": "yes"})


def test_first_part_ends_calling_only_where_coming_down_does() -> None:
    while_down = with_changes(PARTS, {"calls_while_down": "yes"})
    sentence = "After the first part you can’t call."
    for system, is_said in ((PARTS, True), (while_down, False)):
        (clause,) = (clause for clause in system.clauses if clause.number == "5.1")
        assert (sentence in clause_text(clause)) is is_said
