"""Every fault has an example, is found, and has a clause and a sentence."""

from dataclasses import replace

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind, Owner
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.turn_rights import may_end_turn
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.choices import Ace, JokerMover
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.words.faults import SENTENCES
from kalooki_ref.words.verdicts import say, say_plain
from tests.rulebook.provocations import FULL_RUN, PROVOCATIONS, cards, judge_run, move

# Faults that exist only with house rules.
HOUSE_ONLY = {
    Code.ACE_AT_BOTH_ENDS, Code.JOKER_FIXED, Code.RUN_OVER_LIMIT,
    Code.END_OVER_LIMIT, Code.JOKER_AT_END, Code.CARDS_KEPT,
}  # fmt: skip

systems = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
codes = pytest.mark.parametrize("code", PROVOCATIONS, ids=lambda code: code.value)


def cited_in(system: RuleSystem) -> set[Code]:
    return {code for clause in system.clauses for code in clause.cites}


def finding_of(code: Code, system: RuleSystem) -> Finding | None:
    found = PROVOCATIONS[code](system).findings
    return next((finding for finding in found if finding.code is code), None)


@systems
@codes
def test_fault_is_found_exactly_where_forbidden(system: RuleSystem, code: Code) -> None:
    found = finding_of(code, system) is not None
    assert found == (code in cited_in(system))


@systems
@codes
def test_fault_sentence_shows_its_values(system: RuleSystem, code: Code) -> None:
    finding = finding_of(code, system)
    if finding is None:
        return
    words = say_plain(finding, system)
    assert words.endswith(".")
    assert "%(" not in words
    assert all(card in say(finding, system) for card in facts_to_show(finding))


def facts_to_show(finding: Finding) -> tuple[object, ...]:
    """Return the facts a sentence must show: the cards at fault, if there are few."""
    silent = {
        Code.SET_JOKERS_OUTNUMBER, Code.RUN_JOKERS_OUTNUMBER, Code.SET_NATURALS_FEW,
        Code.RUN_NATURALS_FEW, Code.JOKERS_SIDE_BY_SIDE, Code.SET_TOO_LARGE,
        Code.SUIT_AGAIN, Code.SET_JOKER_FIXED, Code.SET_LOCKED, Code.NO_FREE_END,
        Code.JOKER_DISCARDED,
    }  # fmt: skip
    return () if finding.code in silent else finding.cards


def test_every_fault_has_an_example() -> None:
    assert set(PROVOCATIONS) | HOUSE_ONLY == set(Code)


def test_every_fault_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Code)


@systems
def test_aces_at_both_ends_can_be_switched_off(system: RuleSystem) -> None:
    strict = replace(system, ace=Ace.BOTH, ace_at_both_ends=False)
    assert judge_run(cards(system, FULL_RUN), strict).codes == (Code.ACE_AT_BOTH_ENDS,)


@systems
def test_moving_jokers_can_be_switched_off(system: RuleSystem) -> None:
    strict = replace(system, joker_mover=JokerMover.NOBODY)
    assert Code.JOKER_FIXED in move("5a * 7a 8a", 1, "6a")(strict).codes


@systems
def test_run_length_can_be_limited(system: RuleSystem) -> None:
    strict = replace(system, run_max=4)
    run = cards(system, "5a 6a 7a 8a 9a")
    assert judge_run(run, strict).codes == (Code.RUN_OVER_LIMIT,)
    assert judge_run(run[:4], strict).legal
    grown = judge_tack(Meld(MeldKind.RUN, run[:4]), run[4:], strict)
    assert [(one.code, one.needed, one.found) for one in grown.findings] == [
        (Code.RUN_OVER_LIMIT, 4, 5)
    ]


def test_taken_upcard_may_be_tacked_where_the_sentence_says_so() -> None:
    sentences = {
        "meld": "If you take the upcard, you must meld it the same turn.",
        "build": "If you take the upcard, you must meld or tack it the same turn.",
    }
    for choice, sentence in sentences.items():
        system = with_changes(system_of("jamaican"), {"taken_upcard": choice})
        (finding,) = may_end_turn(system, keeps_upcard=True).findings
        assert say_plain(finding, system) == sentence


def test_joker_of_ones_own_run_is_the_only_one_for_the_hand() -> None:
    system = with_changes(system_of("jamaican"), {"own_joker_to_hand": "yes"})
    run = Meld(MeldKind.RUN, parse_cards("5H 6H * 8H"))
    (finding,) = judge_joker_move(
        run, 2, parse_cards("7H"), system, by=Owner.OTHER, to=JokerTo.HAND
    ).findings
    assert say_plain(finding, system) == (
        "Only a joker that you replace in a run of your own goes into your hand."
    )


def test_cards_that_the_pack_lacks_are_named_first() -> None:
    kooky = system_of("kooky")
    hearts, board = (Meld(MeldKind.RUN, parse_cards(text)) for text in ("7H 8H 9H", "7R 8R 9R 10R"))
    verdicts = (
        judge_meld(hearts, kooky),
        judge_lay([hearts], kooky, number=1),
        judge_tack(board, hearts.cards, kooky),
    )
    assert {verdict.codes[0] for verdict in verdicts} == {Code.NOT_IN_PACK}
