"""Judge one run: consecutive cards of one suit, with jokers standing for missing cards."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Card, Cards, Suit
from kalooki_ref.referee.meld import MeldKind, Phase, joker_findings
from kalooki_ref.referee.run_order import (
    CIRCLE,
    OrderedRun,
    agreed_start,
    is_on_the_line,
    likely_start,
    longest_run,
    ordered_run,
)
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

_HIGH = Ace.HIGH


class JudgedRun(NamedTuple):
    """Findings for a run, its cards as read in the given order, and its cards low to high."""

    findings: list[Finding]
    reading: Cards
    low_to_high: Cards


def judged_run(cards: Cards, system: RuleSystem, *, phase: Phase) -> JudgedRun:
    """Return findings and reading of these cards as a run, sorting them only once."""
    run = ordered_run(cards, system)
    return JudgedRun(_findings(run, cards, system, phase), _reading(run, cards), run.cards)


def run_findings(cards: Cards, system: RuleSystem, *, phase: Phase) -> list[Finding]:
    """Return all faults of these cards as a run, except those about the pack; empty if legal."""
    return _findings(ordered_run(cards, system), cards, system, phase)


def run_reading(cards: Cards, system: RuleSystem) -> Cards:
    """Return the run with jokers replaced, in the order given; empty if undetermined."""
    return _reading(ordered_run(cards, system), cards)


def is_full(run: Cards, system: RuleSystem) -> bool:
    """Whether a run has the maximum number of cards."""
    return system.run_max is not None and len(run) >= system.run_max


def card_at(place: int, suit: Suit) -> Card:
    """Return the natural card at a place in a run; the ace is at 1 and at 14."""
    return Card((place - 1) % CIRCLE + 1, suit)


def main_suit(cards: Sequence[Card]) -> Suit | None:
    """Return the most frequent suit of the naturals, the first if tied; None without naturals."""
    suits = [card.suit for card in cards if card.suit is not None]
    return max(suits, key=suits.count) if suits else None


def _findings(run: OrderedRun, cards: Cards, system: RuleSystem, phase: Phase) -> list[Finding]:
    found = _upward_findings(run.cards, system, phase)
    if run.given is None:
        return found
    return [_at_given_places(finding, run.given, cards) for finding in found]


def _reading(run: OrderedRun, cards: Cards) -> Cards:
    start = agreed_start([card.rank for card in run.cards])
    suit = main_suit(run.cards)
    if suit is None or not is_on_the_line(start, len(cards)):
        return ()
    places = range(len(cards)) if run.given is None else run.given
    named = {place: card_at(start + i, suit) for i, place in enumerate(places)}
    return tuple(card if card.rank else named[i] for i, card in enumerate(cards))


def _upward_findings(cards: Cards, system: RuleSystem, phase: Phase) -> list[Finding]:
    ranks = [card.rank for card in cards]
    jokers = ranks.count(0)
    agreed = 0
    found = _length_findings(cards, system)
    if jokers < len(cards):
        agreed = start = agreed_start(ranks)
        if not start:
            start = likely_start(ranks)
            found = _repeated_findings(cards, start) + found
            found += _gap_findings(cards, system) or _order_findings(cards, start)
        found += _suit_findings(cards)
        found += _ace_findings(cards, start, system)
    found += joker_findings(MeldKind.RUN, cards, system, phase=phase)
    if jokers > 1 and not system.jokers_side_by_side:
        found += _neighbour_findings(cards, agreed)
    return found


def _length_findings(cards: Cards, system: RuleSystem) -> list[Finding]:
    count = len(cards)
    if count < system.run_min:
        return [Finding(Code.RUN_TOO_SHORT, needed=system.run_min, found=count)]
    if system.run_max is not None and count > system.run_max:
        return [Finding(Code.RUN_OVER_LIMIT, needed=system.run_max, found=count)]
    if count > HIGH_ACE:
        return [Finding(Code.RUN_TOO_LONG, needed=longest_run(system), found=count)]
    return []


def _suit_findings(cards: Cards) -> list[Finding]:
    suits = [card.suit for card in cards if card.suit is not None]
    if suits.count(suits[0]) == len(suits):
        return []
    suit = main_suit(cards)
    at = tuple(i for i, card in enumerate(cards) if card.rank and card.suit is not suit)
    return [Finding(Code.SUITS_DIFFER, tuple(cards[i] for i in at), at, needed=suit)]


def _repeated_findings(cards: Cards, start: int) -> list[Finding]:
    """Return a finding for each card that is in the run more than once and has no place there."""
    strays = [
        i
        for i, card in enumerate(cards)
        if card.rank and cards.count(card) > 1 and (start + i - card.rank) % CIRCLE
    ]
    places = {card: tuple(i for i in strays if cards[i] == card) for card in cards}
    return [
        Finding(Code.OUT_OF_ORDER, (card,) * len(positions), positions, found=(card,))
        for card, positions in places.items()
        if positions
    ]


def _gap_findings(cards: Cards, system: RuleSystem) -> list[Finding]:
    """Return a finding for each gap between two naturals; none if some are out of order.

    ``needed`` are the missing cards, ``found`` those beside the gap. Naturals alone are never out
    of order. With jokers, the ones in a gap stand for its lowest cards.
    """
    suit, places = main_suit(cards), _closest_places(cards, system)
    naturals = [i for i, card in enumerate(cards) if card.rank]
    has_jokers = len(naturals) < len(cards)
    if not has_jokers:
        naturals.sort(key=places.__getitem__)
    found = []
    for i, j in pairwise(naturals):
        first, end = places[i] + (j - i if has_jokers else 1), places[j]
        if has_jokers and first > end:
            return []
        if suit is not None and first < end:
            missing = tuple(card_at(place, suit) for place in range(first, end))
            beside = (cards[i], cards[j])
            found.append(Finding(Code.OUT_OF_ORDER, beside, (i, j), missing, beside))
    return found


def _closest_places(cards: Cards, system: RuleSystem) -> list[int]:
    """Return the cards' places with the ace where it is closer to the others; 0 for jokers."""
    low = [card.rank for card in cards]
    high = [HIGH_ACE if rank == LOW_ACE else rank for rank in low]
    ways = (high,) if system.ace is _HIGH else (low, high)
    return min(ways, key=lambda places: max(places) - min(place for place in places if place))


def _order_findings(cards: Cards, start: int) -> list[Finding]:
    found = []
    suit = main_suit(cards)
    for i, card in enumerate(cards):
        if card.suit is None or suit is None:
            continue
        due = card_at(start + i, suit)
        if due.rank != card.rank and cards.count(card) == 1:
            found.append(Finding(Code.OUT_OF_ORDER, (card,), (i,), (due,), (card,)))
    return found


def _ace_findings(cards: Cards, start: int, system: RuleSystem) -> list[Finding]:
    count = len(cards)
    if not is_on_the_line(start, count):
        at = tuple(range(HIGH_ACE + 1 - start, count))
        return [Finding(Code.ROUND_THE_CORNER, tuple(cards[i] for i in at), at)]
    if start > LOW_ACE:
        return []
    if system.ace is _HIGH:
        return [Finding(Code.ACE_LOW, cards[:1], (0,))]
    if count == HIGH_ACE and not system.ace_at_both_ends:
        return [Finding(Code.ACE_AT_BOTH_ENDS, (cards[0], cards[-1]), (0, count - 1))]
    return []


def _neighbour_findings(cards: Cards, start: int) -> list[Finding]:
    beside = [i for i in range(1, len(cards)) if not (cards[i].rank or cards[i - 1].rank)]
    if not beside:
        return []
    at = tuple(i for i in range(len(cards)) if i in beside or i + 1 in beside)
    suit = main_suit(cards)
    is_read = suit is not None and is_on_the_line(start, len(cards))
    stand_for = tuple(card_at(start + i, suit) for i in at) if suit and is_read else None
    found = Finding(Code.JOKERS_SIDE_BY_SIDE, tuple(cards[i] for i in at), at, found=stand_for)
    return [found]


def _at_given_places(finding: Finding, order: tuple[int, ...], cards: Cards) -> Finding:
    at = tuple(sorted(order[i] for i in finding.at))
    return replace(finding, cards=tuple(cards[i] for i in at), at=at)
