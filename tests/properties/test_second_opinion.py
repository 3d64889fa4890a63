"""Compares the referee with a simple one that enumerates all legal melds."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from kalooki_ref.cards import Card, cards_text
from kalooki_ref.referee.inventory import surplus_findings
from kalooki_ref.referee.meld import End, Meld, MeldKind, Phase
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.choices import Ace, JokerCap, TackEnds
from kalooki_ref.rules.model import RuleSystem
from tests.properties.near_legal import Cards, additions, law, melds, standing_melds, tables

LINE = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1)


def windows(system: RuleSystem, length: int) -> list[Cards]:
    """Return every run of natural cards of this length, low to high."""
    line = LINE[1:] if system.ace is Ace.HIGH else LINE
    found = []
    for suit in system.suits:
        for start in range(len(line) - length + 1):
            ranks = line[start : start + length]
            if system.ace_at_both_ends or ranks.count(1) < 2:
                found.append(tuple(Card(rank, suit) for rank in ranks))
    return found


def fits(cards: Cards, window: Cards) -> bool:
    return all(c.is_joker or c == named for c, named in zip(cards, window, strict=True))


def is_a_run(cards: Cards, system: RuleSystem, phase: Phase) -> bool:
    naturals = [card for card in cards if not card.is_joker]
    jokers = len(cards) - len(naturals)
    text = cards_text(cards)
    if len(cards) < system.run_min or not naturals:
        return False
    if jokers and len(naturals) < system.run_min_naturals:
        return False
    if "* *" in text and not system.jokers_side_by_side:
        return False
    if jokers > len(naturals) and binds(system.run_joker_cap, phase):
        return False
    return bool(as_it_lies(cards, system))


def as_it_lies(cards: Cards, system: RuleSystem) -> Cards:
    """Return the cards of a run low to high, sorted if allowed; else empty."""
    ways, rows = (cards, cards[::-1]), windows(system, len(cards))
    for way in ways:
        if any(fits(way, window) for window in rows):
            return way
    has_joker = any(card.is_joker for card in cards)
    for way in ways if not (has_joker and lies_one_way(cards)) else ():
        for window in rows:
            due = [named for card, named in zip(way, window, strict=True) if not card.is_joker]
            if sorted(map(str, due)) == sorted(str(card) for card in cards if not card.is_joker):
                return tuple(
                    card if card.is_joker else named
                    for card, named in zip(way, window, strict=True)
                )
    return ()


def lies_one_way(cards: Cards) -> bool:
    ranks = [(1, 14) if card.rank == 1 else (card.rank,) for card in cards if card.rank]
    return any(
        list(way) in (sorted(set(way)), sorted(set(way), reverse=True)) for way in product(*ranks)
    )


def is_a_set(cards: Cards, system: RuleSystem, phase: Phase) -> bool:
    naturals = [card for card in cards if not card.is_joker]
    jokers = len(cards) - len(naturals)
    if len(cards) < system.set_min or len({card.rank for card in naturals}) > 1:
        return False
    if system.set_max is not None and len(cards) > system.set_max:
        return False
    if system.set_suits_differ:
        suits = {card.suit for card in naturals}
        if len(suits) < len(naturals) or len(cards) > len(system.suits):
            return False
    if jokers and len(naturals) < system.set_min_naturals:
        return False
    return jokers <= len(naturals) or not binds(system.set_joker_cap, phase)


def binds(cap: JokerCap, phase: Phase) -> bool:
    return cap is JokerCap.ALWAYS or (cap is JokerCap.AT_THE_LAY and phase is Phase.LAY)


def exists(cards: Cards, system: RuleSystem) -> bool:
    pack = system.pack_for(system.max_players)
    return all(cards.count(card) <= pack.copies_of(card) for card in cards)


def is_legal(meld: Meld, system: RuleSystem, phase: Phase) -> bool:
    judge = is_a_run if meld.kind is MeldKind.RUN else is_a_set
    return exists(meld.cards, system) and judge(meld.cards, system, phase)


@law
@given(st.data(), tables(), st.sampled_from(Phase))
def test_referees_agree_on_a_meld(data: st.DataObject, system: RuleSystem, phase: Phase) -> None:
    meld = data.draw(melds(system))
    assert judge_meld(meld, system, phase=phase).legal == is_legal(meld, system, phase)


@law
@given(st.data(), tables(), st.sampled_from(End))
def test_referees_agree_on_a_tack(data: st.DataObject, system: RuleSystem, end: End) -> None:
    target = data.draw(standing_melds(system))
    card = data.draw(additions(target, system))[0]
    is_set = target.kind is MeldKind.SET
    lying = target.cards if is_set else as_it_lies(target.cards, system)
    high = is_set or end is End.HIGH
    grown = (*lying, card) if high else (card, *lying)
    after = Meld(target.kind, grown)
    goes_on = is_set or ascends(after, system)
    is_open = high or low_end_is_open(lying, system)
    expected = goes_on and is_open and is_legal(after, system, Phase.TACK)
    assert judge_tack(target, (card,), system, end=end).legal == expected
    assert bool(surplus_findings(grown, system)[0]) == (not exists(grown, system))


def ascends(meld: Meld, system: RuleSystem) -> bool:
    return any(fits(meld.cards, window) for window in windows(system, len(meld.cards)))


def low_end_is_open(lying: Cards, system: RuleSystem) -> bool:
    if system.tack_ends is TackEnds.EITHER:
        return True
    if not (system.joker_as_ace or lying[-1].rank):
        return False
    reached = [window for window in windows(system, len(lying)) if window[-1].rank == 1]
    return any(fits(lying, window) for window in reached)


@law
@given(st.data(), tables())
def test_every_finding_has_a_clause(data: st.DataObject, system: RuleSystem) -> None:
    meld = data.draw(melds(system))
    plain = judge_meld(meld, system)
    cited = {code for clause in system.clauses for code in clause.cites}
    turned = {code.value for code in plain.codes} - {code.value for code in cited}
    assert turned <= switched_on(system)


def switched_on(system: RuleSystem) -> set[str]:
    """Return the faults added by the drawn switches; the base system has no clause for them."""
    faults = {
        "ace_low": system.ace is Ace.HIGH,
        "ace_at_both_ends": not system.ace_at_both_ends,
        "jokers_side_by_side": not system.jokers_side_by_side,
        "set_jokers_outnumber": system.set_joker_cap is JokerCap.ALWAYS,
        "run_jokers_outnumber": system.run_joker_cap is JokerCap.ALWAYS,
        "suit_twice": system.set_suits_differ,
        "set_too_large": system.set_max is not None or system.set_suits_differ,
    }
    return {fault for fault, known in faults.items() if known}
