"""Findings in detail: code, cards at fault, needed and found values."""

import pytest

from kalooki_ref.cards import Suit, cards_text, parse_cards
from kalooki_ref.referee.calls import When, calls_to_lay, fewest_calls
from kalooki_ref.referee.counts import Counted, read_count
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.melds import judge_meld, kind_of
from kalooki_ref.referee.run_growth import grow_run
from kalooki_ref.referee.runs import run_reading
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, score_hand, total
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Assumption, Fact, Finding, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import system_of

# A fault: its code, the cards at fault, what was needed and what was found.
Shown = tuple[str, str, object, object]


def as_tuple(finding: Finding) -> Shown:
    needed, found = plain(finding.needed), plain(finding.found)
    return (finding.code.value, cards_text(finding.cards), needed, found)


def plain(fact: Fact | None) -> object:
    return cards_text(fact) if isinstance(fact, tuple) else fact


def meld_of(text: str) -> Meld:
    kind, _, cards = text.partition(" ")
    return Meld(MeldKind(kind), parse_cards(cards))


@pytest.mark.parametrize(
    ("sheet", "meld", "faults"),
    [
        ("000", "set KH KD", [("set_too_small", "", 3, 2)]),
        ("002", "set KH KD KC KS *", [("set_too_large", "*", 4, 5)]),
        ("000", "set KH KD QC KS", [("ranks_differ", "QC", "KD", None)]),
        ("002", "set 8H 8C 8H", [("suit_twice", "8H", None, None)]),
        ("002", "set 7H * 9H", [("ranks_differ", "9H", "7H", None)]),
        (
            "002",
            "set 7H 7H 9H",
            [("ranks_differ", "9H", "7H", None), ("suit_twice", "7H", None, None)],
        ),
        ("000", "run 4S 5S 6S", [("run_too_short", "", 4, 3)]),
        ("000", "run 4S 5S 6H 7S", [("suits_differ", "6H", "S", None)]),
        ("000", "run 2D 3D 4D 6D", [("out_of_order", "4D 6D", "5D", "4D 6D")]),
        ("004", "run 5H 9H 6H 8H", [("out_of_order", "6H 8H", "7H", "6H 8H")]),
        ("004", "run 10H 9H 6H 5H", [("out_of_order", "9H 6H", "7H 8H", "6H 9H")]),
        (
            "000",
            "run QC AC 10C 9C",
            [
                ("out_of_order", "QC 10C", "JC", "10C QC"),
                ("out_of_order", "QC AC", "KC", "QC AC"),
            ],
        ),
        ("000", "run AC 3C 4C 5C", [("out_of_order", "AC 3C", "2C", "AC 3C")]),
        ("000", "run 5H 6H * 9H 10H", [("out_of_order", "6H 9H", "8H", "6H 9H")]),
        ("004", "run 5H * 7H 6H", [("out_of_order", "6H", "8H", "6H")]),
        ("000", "run KD AD 2D 3D", [("round_the_corner", "2D 3D", None, None)]),
        ("002", "run AD 2D 3D", [("ace_low", "AD", None, None)]),
        ("004", "set KH * *", [("set_naturals_few", "* *", 2, 1)]),
        ("000", "set KH * *", [("set_jokers_outnumber", "* *", 2, 1)]),
        ("000", "run 5H * * *", [("run_jokers_outnumber", "* * *", 3, 1)]),
        ("004", "run 7H 8H * *", [("jokers_side_by_side", "* *", None, "9H 10H")]),
        ("001", "set KH KH KH", [("more_than_pack", "KH", 2, None)]),
        ("000", "set 7H 7B 7D", [("not_in_pack", "7B", None, None)]),
    ],
)
def test_meld_findings(sheet: str, meld: str, faults: list[Shown]) -> None:
    verdict = judge_meld(meld_of(meld), system_of(sheet))
    assert [as_tuple(finding) for finding in verdict.findings] == faults
    cards = meld_of(meld).cards
    for finding in verdict.findings:
        assert tuple(cards[place] for place in finding.at) == finding.cards


THIRTEEN = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"


@pytest.mark.parametrize(
    ("meld", "house", "fault", "at"),
    [
        (f"run AC {THIRTEEN} AC", {"ace_at_both_ends": "no"}, "ace_at_both_ends AC AC", (0, 13)),
        (f"run AC {THIRTEEN} *", {"ace_at_both_ends": "no"}, "ace_at_both_ends AC *", (0, 13)),
        ("run 7H * * 10H", {"jokers_side_by_side": "no"}, "jokers_side_by_side * *", (1, 2)),
        ("run AC 2C 3C 4C", {"ace": "high", "ace_at_both_ends": "no"}, "ace_low AC", (0,)),
        ("set KH KD KH", {"set_suits_differ": "yes", "set_max": "4"}, "suit_twice KH", (2,)),
    ],
)
def test_house_rule_findings_name_the_cards_at_fault(
    meld: str, house: dict[str, str], fault: str, at: tuple[int, ...]
) -> None:
    [finding] = judge_meld(meld_of(meld), with_changes(system_of("000"), house)).findings
    assert f"{finding.code.value} {cards_text(finding.cards)}" == fault
    assert finding.at == at


def test_natural_set_makes_no_assumptions() -> None:
    verdict = judge_meld(meld_of("set 7H 7D 7C"), system_of("000"))
    assert (verdict.legal, verdict.assumes, verdict.result) == (True, (), ())
    assert cards_text(verdict.reading) == "7H 7D 7C"


def test_unordered_run_is_sorted() -> None:
    verdict = judge_meld(meld_of("run 6H 5H 7H 8H"), system_of("000"))
    assert verdict.legal
    assert cards_text(verdict.result) == "5H 6H 7H 8H"


@pytest.mark.parametrize(
    ("listed", "instead"),
    [
        ("run 7H * 6H 8H", "* 6H 7H 8H"),
        ("run 10H * JH QH", "* 10H JH QH"),
        ("run QC * KC AC", "* QC KC AC"),
        ("run 2D * AD 3D", "AD 2D 3D *"),
    ],
)
def test_repair_of_a_run_at_either_end_of_the_suit(listed: str, instead: str) -> None:
    verdict = judge_meld(meld_of(listed), system_of("000"))
    assert not verdict.legal
    assert verdict.instead is not None
    assert cards_text(verdict.instead) == instead


def tack(sheet: str, on: str, add: str, end: End | None = None, **house: str) -> Verdict:
    system = with_changes(system_of(sheet), house)
    return judge_tack(meld_of(on), parse_cards(add), system, end=end)


@pytest.mark.parametrize(
    ("on", "add", "end", "faults"),
    [
        ("run 5H 6H 7H 8H", "10H", End.HIGH, [("no_fit", "10H", "9H", "10H")]),
        ("run 5H 6H 7H 8H", "10H", None, [("no_fit", "10H", "4H 9H", "10H")]),
        ("run JC QC KC AC", "2C", End.HIGH, [("round_the_corner", "2C", None, None)]),
        ("run AC 2C 3C 4C", "KC", End.LOW, [("round_the_corner", "KC", None, None)]),
        ("set KH KD KC", "QC KS QD", None, [("no_fit", "QC QD", "KH", None)]),
    ],
)
def test_tack_findings(on: str, add: str, end: End | None, faults: list[Shown]) -> None:
    assert [as_tuple(finding) for finding in tack("000", on, add, end).findings] == faults


def test_tack_on_a_set_names_the_card_at_fault() -> None:
    twice = tack("002", "set KH KD KS", "KC KC")
    faults = [("set_too_large", "KC", 4, 5), ("suit_twice", "KC", None, None)]
    assert [as_tuple(finding) for finding in twice.findings] == faults
    assert [finding.at for finding in twice.findings] == [(1,), (1,)]


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("7H *", MeldKind.SET),
        ("7H * *", MeldKind.SET),
        ("7H * * *", MeldKind.SET),
        ("KH * * * *", MeldKind.SET),
        ("* * 7H * * *", MeldKind.SET),
        ("7H 8D *", MeldKind.RUN),
        ("7H 7D 8H 8D", MeldKind.SET),
        ("7H", MeldKind.RUN),
    ],
)
def test_kind_is_guessed_when_not_given(cards: str, kind: MeldKind) -> None:
    assert kind_of(parse_cards(cards), system_of("000")) is kind


def test_occupied_place_is_not_a_closed_end() -> None:
    verdict = tack("004", "run * 2H 3H 4H", "AH", End.LOW)
    assert verdict.codes == (Code.ROUND_THE_CORNER,)


def test_joker_limit_at_the_lay_does_not_limit_tacks() -> None:
    assert tack("000", "set KH KD *", "* *").legal
    assert tack("000", "run 5H 6H * *", "*", End.HIGH).legal
    capped = tack("000", "set KH KD *", "* *", set_joker_cap="always")
    assert [as_tuple(finding) for finding in capped.findings] == [
        ("set_jokers_outnumber", "* *", 3, 2)
    ]


def test_run_has_at_most_13_cards_without_two_aces() -> None:
    thirteen = "run 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
    assert tack("000", thirteen, "AC", End.LOW).legal
    barred = tack("000", thirteen, "AC", End.LOW, ace_at_both_ends="no")
    assert barred.codes == (Code.ACE_AT_BOTH_ENDS,)
    assert not tack("000", thirteen, "*", ace_at_both_ends="no").legal


def test_joker_that_fits_either_end_leaves_the_tack_unclear() -> None:
    verdict = tack("000", "run 5H 6H 7H 8H", "9H *")
    assert verdict.legal
    assert (verdict.assumes, verdict.result) == ((Assumption.END_UNKNOWN,), ())
    sure = tack("000", "run 5H 6H 7H 8H", "* 9H")
    assert (sure.assumes, cards_text(sure.result)) == ((), "* 5H 6H 7H 8H 9H")


def test_joker_goes_low_if_that_leaves_fewer_faults() -> None:
    eight_to_jack = parse_cards("8S 9S 10S JS")
    grown = grow_run(eight_to_jack, parse_cards("* QS 3D"), system_of("jamaican"), end=None)
    assert cards_text(grown.cards) == "* 8S 9S 10S JS QS"
    assert [cards_text(finding.cards) for finding in grown.findings] == ["3D"]


@pytest.mark.parametrize("players", [None, 3, 5, 8])
def test_repair_of_a_set_does_not_depend_on_the_pack(players: int | None) -> None:
    system = system_of("jamaican")
    pack = None if players is None else system.pack_for(players)
    instead = judge_meld(meld_of("set 2D AD AD"), system, pack=pack).instead
    assert instead is not None
    assert cards_text(instead) == "AD AD AS"


def test_repair_uses_as_many_cards_as_possible() -> None:
    verdict = tack("000", "run 5H 6H 7H 8H", "* 10H 2D", End.HIGH)
    assert verdict.instead is not None
    assert cards_text(verdict.instead) == "5H 6H 7H 8H * 10H"


@pytest.mark.parametrize(
    ("sheet", "run", "end", "taken"),
    [
        ("001", "10H * QH KH AH", JokerTo.HIGH, End.HIGH),
        ("001", "AH * 3H 4H", JokerTo.LOW, End.LOW),
        ("004", "10H * QH KH AH", JokerTo.HIGH, End.HIGH),
        ("001", "* JH QH * AH", JokerTo.HIGH, None),
        ("001", "AH * 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", None, None),
    ],
)
def test_end_without_room_is_named_where_the_other_has_some(
    sheet: str, run: str, end: JokerTo | None, taken: End | None
) -> None:
    target, system = meld_of(f"run {run}"), system_of(sheet)
    place = next(i for i, card in enumerate(target.cards) if card.is_joker and i)
    card = run_reading(target.cards, system)[place]
    verdict = judge_joker_move(target, place, (card,), system, by=Owner.OWN, to=end)
    assert [as_tuple(finding) for finding in verdict.findings] == [
        ("no_free_end", "*", taken, None)
    ]


@pytest.mark.parametrize(
    ("given", "faults"),
    [
        ("3S 3D", []),
        ("3S", [("set_joker_fixed", "3D", "3S 3D", None)]),
        ("3S 3S", [("not_the_card", "3S", "3D", None), ("set_joker_fixed", "3D", "3S 3D", None)]),
        ("3S 3D 4D", [("not_the_card", "4D", "3S 3D", None)]),
    ],
)
def test_only_missing_suits_free_a_set_joker(given: str, faults: list[Shown]) -> None:
    verdict = judge_joker_move(
        meld_of("set 3H 3C *"),
        2,
        parse_cards(given),
        system_of("002"),
        by=Owner.OTHER,
        to=JokerTo.REUSE_NOW,
    )
    assert [as_tuple(finding) for finding in verdict.findings] == faults


@pytest.mark.parametrize(
    ("counted", "faults"),
    [
        (Counted(9), []),
        (Counted(8), [("count_low", "", 9, 8)]),
        (Counted(10), [("count_odd", "", 9, 10)]),
        (Counted(17), [("overcall", "", 3, 4)]),
        (Counted(13, calls=1), [("count_high", "", 11, 13)]),
        (Counted(7, is_down=True), [("count_high", "", 6, 7)]),
        (Counted(6, is_down=True, played=5), [("laid_few", "", 9, 5)]),
        (Counted(5, is_down=True, previous=4), [("count_grew", "", 4, 5)]),
    ],
)
def test_count_findings(counted: Counted, faults: list[Shown]) -> None:
    verdict = read_count(counted, system_of("000"), number=1).verdict
    assert [as_tuple(finding) for finding in verdict.findings] == faults


def test_short_hand_proves_no_calls() -> None:
    assert fewest_calls(0, system_of("000"), number=1, when=When.BETWEEN) == 0
    assert calls_to_lay(9, system_of("000"), number=1) == 0
    assert calls_to_lay(10, system_of("000"), number=1) == 1
    assert calls_to_lay(10, system_of("004"), number=1) == 0


def test_cards_laid_while_barred_do_not_count_with_the_switch_off() -> None:
    hand = LeftHand(cards=parse_cards("2C"), is_down=True, barred=parse_cards("7H 7C 7D"))
    off = with_changes(system_of("000"), {"barred_lay_counts": "no"})
    assert total(score_hand(hand, system_of("000"), RoundFacts())) == 23
    assert total(score_hand(hand, off, RoundFacts())) == 2


@pytest.mark.parametrize("sheet", ["001", "003", "004"])
def test_joker_without_room_cites_the_clause_on_room(sheet: str) -> None:
    system = system_of(sheet)
    run, six = ("run 5R * 7R *", "6R") if sheet == "003" else ("run 5H * 7H *", "6H")
    [found] = judge_joker_move(
        meld_of(run), 1, parse_cards(six), system, by=Owner.OWN, to=JokerTo.HIGH
    ).findings
    assert plain(found.found) == ("8R 9R" if sheet == "003" else "8H 9H")
    clause = found.clause_in(system)
    assert found.code is Code.JOKERS_SIDE_BY_SIDE
    assert clause is not None
    assert clause.number == "7.3"
    tacked = judge_tack(meld_of(run), parse_cards("*"), system, end=End.HIGH).findings[0]
    tack_clause = tacked.clause_in(system)
    assert tack_clause is not None
    assert tack_clause.number == "4.5"


@pytest.mark.parametrize("sheet", ["000", "001", "003", "004"])
def test_joker_of_a_full_run_cites_a_clause(sheet: str) -> None:
    system = with_changes(system_of(sheet), {"run_max": "4"})
    suit = system.suits[0]
    target = Meld(MeldKind.RUN, parse_cards(f"5{suit} * 7{suit} 8{suit}", system.suits))
    card = parse_cards(f"6{suit}", system.suits)
    (finding,) = judge_joker_move(target, 1, card, system, by=Owner.OWN).findings
    clause = finding.clause_in(system)
    assert clause is not None
    assert "may go to no end" in clause.text


@pytest.mark.parametrize("meld", ["set * * *", "run * * * *"])
def test_joker_only_melds_repeat_no_rank_or_suit(meld: str) -> None:
    codes = judge_lay((meld_of(meld),) * 2, system_of("003"), number=1).codes
    assert not {Code.RANK_AGAIN, Code.SUIT_AGAIN} & set(codes)


@pytest.mark.parametrize(
    ("melds", "code", "cards", "found"),
    [
        (("set 7B 7R 7G", "set 7B 7R 7E"), Code.RANK_AGAIN, "7B 7R 7E", None),
        (("run 3R 4R 5R 6R", "run 9R 10R 11R 12R"), Code.SUIT_AGAIN, "9R 10R 11R 12R", Suit.RED),
    ],
)
def test_second_of_two_equal_melds_is_at_fault(
    melds: tuple[str, str], code: Code, cards: str, found: Suit | None
) -> None:
    lay = judge_lay(tuple(map(meld_of, melds)), system_of("003"), number=2)
    [finding] = [finding for finding in lay.findings if finding.code is code]
    assert (cards_text(finding.cards), finding.found) == (cards, found)
    first = len(meld_of(melds[0]).cards)
    assert finding.at == tuple(range(first, first + len(meld_of(melds[1]).cards)))
