"""Judge one run: cards of one suit in order, as they lie.

Not here: repairs (referee.mending), the pack (referee.inventory), other melds (referee.lay).
"""

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Card, cards_text
from kalooki_ref.referee.joker_limits import joker_findings
from kalooki_ref.referee.meld import MeldKind, Phase
from kalooki_ref.referee.run_order import (
    agreed_start,
    card_at,
    is_listed_downwards,
    is_on_the_line,
    likely_start,
    main_suit,
)
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

_HIGH = Ace.HIGH


def run_findings(cards: tuple[Card, ...], system: RuleSystem, *, phase: Phase) -> list[Finding]:
    """Return every fault of these cards as a run, the pack aside; empty means legal.

    They are judged in the order they lie, low to high; listed high to low they are the same run.
    """
    if not is_listed_downwards(cards):
        return _upward_findings(cards, system, phase)
    last = len(cards) - 1
    turned = _upward_findings(cards[::-1], system, phase)
    return [_turned(finding, last) for finding in turned]


def run_reading(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the run with every joker named, in the order given; empty without sense."""
    start = agreed_start([card.rank for card in cards])
    suit = main_suit(cards)
    if suit is None:
        return ()
    if not start:
        upward = run_reading(cards[::-1]) if is_listed_downwards(cards) else ()
        return upward[::-1]
    if not is_on_the_line(start, len(cards)):
        return ()
    return tuple([c if c.rank else card_at(start + i, suit) for i, c in enumerate(cards)])


def longest_run(system: RuleSystem) -> int:
    """Return how many cards a run can hold: 14 with an ace at each end, else 13."""
    both = system.ace is not _HIGH and system.ace_at_both_ends
    return HIGH_ACE if both else HIGH_ACE - LOW_ACE


def _upward_findings(cards: tuple[Card, ...], system: RuleSystem, phase: Phase) -> list[Finding]:
    ranks = [card.rank for card in cards]
    jokers = ranks.count(0)
    found = _length_findings(cards, system)
    if jokers < len(cards):
        start = agreed_start(ranks)
        if not start:
            start = likely_start(ranks)
            found += _order_findings(cards, start)
        found += _suit_findings(cards)
        found += _ace_findings(cards, start, system)
    found += joker_findings(
        MeldKind.RUN,
        cards,
        naturals=len(cards) - jokers,
        least=system.run_min_naturals,
        cap=system.run_joker_cap,
        phase=phase,
    )
    if jokers > 1 and not system.jokers_side_by_side:
        found += _neighbour_findings(cards)
    return found


def _length_findings(cards: tuple[Card, ...], system: RuleSystem) -> list[Finding]:
    count = len(cards)
    if count < system.run_min:
        return [Finding(Code.RUN_TOO_SHORT, needed=system.run_min, found=count)]
    if count > HIGH_ACE:
        return [Finding(Code.RUN_TOO_LONG, needed=longest_run(system), found=count)]
    return []


def _suit_findings(cards: tuple[Card, ...]) -> list[Finding]:
    suits = [card.suit for card in cards if card.suit is not None]
    if suits.count(suits[0]) == len(suits):
        return []
    suit = main_suit(cards)
    at = tuple(i for i, card in enumerate(cards) if card.rank and card.suit is not suit)
    odd = tuple(cards[i] for i in at)
    return [Finding(Code.SUITS_DIFFER, odd, at, needed=None if suit is None else suit.value)]


def _order_findings(cards: tuple[Card, ...], start: int) -> list[Finding]:
    found = []
    suit = main_suit(cards)
    for i, card in enumerate(cards):
        if card.suit is None or suit is None:
            continue
        due = card_at(start + i, suit)
        if due.rank != card.rank:
            found.append(Finding(Code.OUT_OF_ORDER, (card,), (i,), str(due), str(card)))
    return found


def _ace_findings(cards: tuple[Card, ...], start: int, system: RuleSystem) -> list[Finding]:
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


def _neighbour_findings(cards: tuple[Card, ...]) -> list[Finding]:
    beside = [i for i in range(1, len(cards)) if not (cards[i].rank or cards[i - 1].rank)]
    if not beside:
        return []
    at = tuple(i for i in range(len(cards)) if i in beside or i + 1 in beside)
    reading = run_reading(cards)
    stand_for = cards_text(reading[i] for i in at) if reading else None
    found = Finding(Code.JOKERS_SIDE_BY_SIDE, tuple(cards[i] for i in at), at, found=stand_for)
    return [found]


def _turned(finding: Finding, last: int) -> Finding:
    at = tuple(last - i for i in reversed(finding.at))
    cards = tuple(reversed(finding.cards))
    return Finding(finding.code, cards, at, finding.needed, finding.found)
