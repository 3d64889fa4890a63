"""Judge one run: cards of one suit in order, as they lie, and the place each of them takes.

Places go from 1 (low ace) over 2 to 13 (king) to 14 (high ace); a run that goes on past the ace is
given places beyond 14.
"""

from collections.abc import Sequence

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Card, Suit, cards_text
from kalooki_ref.referee.meld import MeldKind, Phase, joker_findings
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

_HIGH = Ace.HIGH
CIRCLE = 13
"""Ranks before they begin again."""


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


def low_to_high(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a run listed either way, low to high.

    Only naturals tell the way: with fewer than two of them the cards stay as they lie.

    >>> from kalooki_ref.cards import cards_text, parse_cards
    >>> cards_text(low_to_high(parse_cards("8S 7S 6S 5S")))
    '5S 6S 7S 8S'
    """
    return cards[::-1] if is_listed_downwards(cards) else cards


def is_listed_downwards(cards: Sequence[Card]) -> bool:
    """Whether more naturals of the run follow one another when it is read from its far end."""
    ranks = [card.rank for card in cards]
    if agreed_start(ranks):
        return False
    ranks_back = ranks[::-1]
    return agreed_start(ranks_back) > 0 or _most_votes(ranks_back) > _most_votes(ranks)


def agreed_start(ranks: Sequence[int]) -> int:
    """Return the place of the first card (1 to 13) when every natural agrees on it, else 0.

    ``ranks`` are listed low to high, 0 for a joker.
    """
    first = -1
    for place, rank in enumerate(ranks):
        if rank:
            start = (rank - place - 1) % CIRCLE
            if first >= 0 and start != first:
                return 0
            first = start
    return first + 1


def likely_start(ranks: Sequence[int]) -> int:
    """Return the place of the first card (1 to 13) that most naturals agree on; 0 without any."""
    votes = _votes(ranks)
    most = max(votes)
    return votes.index(most) + 1 if most else 0


def card_at(place: int, suit: Suit) -> Card:
    """Return the natural card of a place in a run, the ace at 1 and at 14."""
    return Card((place - 1) % CIRCLE + 1, suit)


def main_suit(cards: Sequence[Card]) -> Suit | None:
    """Return the suit most naturals share, the first seen among equals; None without naturals."""
    suits = [card.suit for card in cards if card.suit is not None]
    return max(suits, key=suits.count) if suits else None


def is_on_the_line(start: int, length: int) -> bool:
    """Whether so many cards from this place stay between the low and the high ace."""
    return start >= LOW_ACE and start + length - 1 <= HIGH_ACE


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


def _most_votes(ranks: Sequence[int]) -> int:
    return max(_votes(ranks))


def _votes(ranks: Sequence[int]) -> list[int]:
    votes = [0] * CIRCLE
    for place, rank in enumerate(ranks):
        if rank:
            votes[(rank - place - 1) % CIRCLE] += 1
    return votes
