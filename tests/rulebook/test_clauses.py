"""Clauses agree with the fields, and every fault and field has one."""

import re
from difflib import SequenceMatcher

import pytest

from kalooki_ref.rules.choices import BarredFromLaying, Fine, Surcharge, TakenUpcard
from kalooki_ref.rules.clause import Clause, Provenance
from kalooki_ref.rules.clause_index import CHAPTERS, chapter_of, place_of
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.described import joined
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.sentences import sentences_of
from kalooki_ref.rules.switches import NUMBERS
from kalooki_ref.rules.systems import SYSTEMS, system_of

CLAUSES = [
    pytest.param(system, clause, id=f"{system.slug}-{clause.number}")
    for system in SYSTEMS
    for clause in system.clauses
]
NUMBERED = ("min_players", "max_players", "set_min", "run_min", "set_min_naturals")
NUMBERED += ("run_min_naturals", "cards_per_call", "winner_points", "pool_share", "pool_threshold")
NUMBERED += ("set_max", "max_calls", "opening", "reshuffles", "deals")
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=[s.slug for s in SYSTEMS])


WORDS = {"once": 1, "twice": 2}


def numbers_in(text: str) -> set[int]:
    words = {number for word, number in WORDS.items() if re.search(rf"\b{word}\b", text)}
    return words | {int(digits) for digits in re.findall(r"\d+", text)}


def numbers_of(system: RuleSystem, field: str) -> set[int]:
    """Return the numbers that a clause about this field must contain."""
    value = getattr(system, field)
    if field in NUMBERED and (value or field == "winner_points"):
        return set(value) if isinstance(value, tuple) else {abs(value)}
    if isinstance(value, tuple):
        return {item.points for item in value if isinstance(item, Fine | Surcharge)}
    return set()


@pytest.mark.parametrize(("system", "clause"), CLAUSES)
def test_clause_has_the_numbers_of_its_fields(system: RuleSystem, clause: Clause) -> None:
    if system.is_open_ended and clause.number in ("11.1",):
        return
    for field in [field for field, number in NUMBERS.items() if number == clause.number]:
        assert numbers_of(system, field) <= numbers_in(clause.text), field


@each_system
def test_clauses_have_the_points_of_every_card(system: RuleSystem) -> None:
    clause = next(clause for clause in system.clauses if clause.number == NUMBERS["points"])
    named = numbers_in(clause.text)
    points = system.points
    assert {points.joker, *points.aces} <= named
    assert max(points.ranks) in named


@each_system
def test_clauses_have_the_pack_size(system: RuleSystem) -> None:
    clause = next(clause for clause in system.clauses if clause.number == "1.3")
    sizes = {system.pack_for(system.min_players).size} if system.packs else set()
    assert sizes <= numbers_in(clause.text) | {system.pack_for(3).jokers + 104}


@each_system
def test_contracts_are_listed_in_order(system: RuleSystem) -> None:
    clause = next(clause for clause in system.clauses if clause.number == "2.1")
    listed = re.findall(r"\b[34]{3,4}\b", clause.text)
    assert listed == [contract.name for contract in system.contracts]


@each_system
def test_fault_is_cited_by_one_clause(
    system: RuleSystem,
) -> None:
    cited = [code for clause in system.clauses for code in clause.cites]
    assert len(set(cited)) == len(cited)


@each_system
def test_numbers_are_unique_ordered_and_in_a_chapter(system: RuleSystem) -> None:
    numbers = [clause.number for clause in system.clauses]
    assert len(set(numbers)) == len(numbers)
    assert numbers == sorted(numbers, key=place_of)
    assert {chapter_of(number) for number in numbers} == set(range(1, len(CHAPTERS) + 1))


@each_system
def test_clause_provenance(system: RuleSystem) -> None:
    for clause in system.clauses:
        assert clause.provenance is not Provenance.TABLE, clause
        assert clause.provenance is Provenance.OURS or "rules don’t say" not in clause.text, clause
        # A ruling is named beside the text, not in it.
        assert not re.search(r"R-\w+-\d", clause.text), clause
        assert len(clause.text) < 260, clause


@pytest.mark.parametrize(
    ("slug", "stated", "reading"),
    [
        ("kalooki40", "2.7", "2.10"),
        ("kalooki40", "7.1", "7.10"),
        ("kalooki40", "7.5", "7.9"),
        ("kalooki40", "8.2", "8.17"),
        ("kooky", "2.4", "2.11"),
        ("kooky", "7.3", "7.8"),
        ("kooky", "9.6", "9.9"),
        ("kooky", "11.1", "11.5"),
        ("standard", "7.3", "7.8"),
        ("standard", "9.3", "9.10"),
        ("standard", "9.4", "9.8"),
        ("standard", "11.1", "11.6"),
        ("caribbean", "5.3", "5.7"),
    ],
)
def test_what_the_sheet_states_and_our_reading_are_two_clauses(
    slug: str, stated: str, reading: str
) -> None:
    clauses = {clause.number: clause for clause in system_of(slug).clauses}
    assert clauses[stated].provenance is Provenance.STATED
    assert not clauses[stated].ruling
    assert clauses[reading].provenance is Provenance.OURS


# Only the sheet of Caribbean Kalooki says itself, against all others, who answers a call.
STATED_WITH_A_RULING = {("caribbean", "8.5")}


@each_system
def test_stated_clauses_are_no_readings(system: RuleSystem) -> None:
    mixed = {
        (system.slug, clause.number)
        for clause in system.clauses
        if clause.provenance is Provenance.STATED
        and (clause.ruling or re.search(r"\b[Ww]e\b|as we read it", clause.text))
    }
    assert mixed <= STATED_WITH_A_RULING


# Faults that every system must have; new codes are included by default.
ALWAYS = set(Code) - {
    Code.SET_TOO_LARGE, Code.SUIT_TWICE, Code.ACE_LOW, Code.ACE_AT_BOTH_ENDS, Code.BARRED,
    Code.SET_JOKERS_OUTNUMBER, Code.RUN_JOKERS_OUTNUMBER, Code.JOKERS_SIDE_BY_SIDE,
    Code.CONTRACT_SHORT, Code.CONTRACT_EXCEEDED,
    Code.OPENING_SHORT, Code.RANK_AGAIN, Code.SUIT_AGAIN, Code.EXTRA_MELD, Code.MELD_AFTER_TACK,
    Code.LOW_END_CLOSED, Code.JOKER_FIXED, Code.NOT_THE_OWNER, Code.SET_LOCKED, Code.NO_FREE_END,
    Code.HIGH_END_FIRST, Code.END_NEEDED, Code.JOKER_NOT_REUSED, Code.JOKER_INTO_HAND,
    Code.NO_CALLING, Code.RUN_OVER_LIMIT, Code.END_OVER_LIMIT, Code.JOKER_AT_END,
    Code.CALLER_DOWN, Code.OVERCALL, Code.OWN_DISCARD, Code.FIRST_UPCARD, Code.DEAD_CARD,
    Code.CALL_TOO_EARLY, Code.CALL_TOO_LATE,
    Code.CALL_AGAIN, Code.MUST_GRANT, Code.REFUSED_UNTAKEN, Code.NOT_THE_DECIDER,
    Code.LAYS_WHILE_CALLING, Code.UPCARD_AFTER_CALL, Code.UPCARD_WHILE_DOWN,
    Code.UPCARD_UNMELDED, Code.NO_FINAL_DISCARD, Code.JOKER_DISCARDED, Code.NO_RESHUFFLE,
    Code.POINTS_ODD, Code.NO_SHARE, Code.POINTS_GAP, Code.COUNT_ODD, Code.CARDS_KEPT,
}  # fmt: skip


@each_system
def test_every_fault_has_a_clause(system: RuleSystem) -> None:
    cited = {code for clause in system.clauses for code in clause.cites}
    needed = set(ALWAYS)
    conditions = {
        Code.SET_TOO_LARGE: system.set_max is not None,
        Code.SUIT_TWICE: system.set_suits_differ,
        Code.JOKERS_SIDE_BY_SIDE: not system.jokers_side_by_side,
        Code.RANK_AGAIN: system.ranks_apart,
        Code.SUIT_AGAIN: system.suits_apart,
        Code.OPENING_SHORT: system.opening > 0,
        Code.CONTRACT_SHORT: bool(system.contracts),
        Code.NO_CALLING: not system.calling,
        Code.CALLER_DOWN: system.calling,
        Code.CALL_TOO_EARLY: system.calling and not system.calls_in_the_air,
        Code.CALL_TOO_LATE: system.calling,
        Code.OVERCALL: system.calling and system.max_calls is not None,
        Code.UPCARD_WHILE_DOWN: not system.down_draws_upcard,
        Code.UPCARD_UNMELDED: system.taken_upcard is not TakenUpcard.MAY_STAY,
        Code.NO_FINAL_DISCARD: system.final_discard,
        Code.JOKER_DISCARDED: not system.joker_discard,
        Code.FIRST_UPCARD: system.calling and not system.first_upcard_callable,
        Code.NO_RESHUFFLE: system.reshuffles is not None,
        Code.BARRED: BarredFromLaying() in system.overcall,
    }
    needed |= {code for code in conditions if conditions[code]}
    absent = {code for code in conditions if not conditions[code]}
    assert sorted(needed - cited) == []
    assert sorted(absent & cited) == []


# Clauses that are close to the sentence of their value, and what their sheet says besides.
OWN_WORDS = {
    ("jamaican", "2.2"): "the contract's cards are dealt",
    ("jamaican", "9.4"): "it bends the board",
    ("caribbean", "2.2"): "the table, not the text, is followed",
    ("caribbean", "8.10"): "only a discarded card may be called",
    ("caribbean", "9.4"): "there is no bent board",
    ("kalooki40", "1.4"): "that it stays so is our reading, 1.5",
    ("kalooki40", "3.2"): "it is said for jokers in sets only",
    ("kalooki40", "6.1"): "opened, and builders",
    ("kalooki40", "6.2"): "builders, and the missing suit",
    ("kalooki40", "8.2"): "that the meld is one's own is our reading, 8.17",
    ("kalooki40", "12.3"): "one round is a game",
    ("kooky", "8.10"): "only a discarded card may be called",
    ("standard", "2.1"): "two cells of the table are lost",
    ("standard", "3.5"): "one ace is never both",
    ("standard", "8.10"): "it is the first of the discards",
}
# The card values of a sheet, in sentences: a table's own are a list.
SAID_IN_PROSE = {"5.1", "10.1"}


@each_system
def test_own_wording_says_something_else_than_the_value(system: RuleSystem) -> None:
    close = {clause.number for clause in system.clauses if is_close_to_the_value(system, clause)}
    assert close == {number for slug, number in OWN_WORDS if slug == system.slug}


def is_close_to_the_value(system: RuleSystem, clause: Clause) -> bool:
    """Whether a clause in words of its own nearly says the sentences of its fields' values."""
    usual = sentences_of(system, clause.number)
    if clause.sentences or not usual or clause.number in SAID_IN_PROSE:
        return False
    own = words_of(clause.text)
    said = [words_of(joined((sentence,))) for sentence in usual] + [words_of(joined(usual))]
    parts = [own, *map(words_of, re.split(r"[.;:] ", clause.text))]
    alike = (SequenceMatcher(None, part, sentence).ratio() for part in parts for sentence in said)
    return max(alike) >= 0.7


def words_of(text: str) -> list[str]:
    return re.findall(r"[\w’]+", text.lower())
