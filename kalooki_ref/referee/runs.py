"""Judge one run: cards of one suit in order, as they lie, and the place each of them takes.

Places go from 1 (low ace) over 2 to 13 (king) to 14 (high ace); a run that goes on past the ace is
given places beyond 14.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Card, Cards, Suit, cards_text
from kalooki_ref.referee.meld import MeldKind, Phase, joker_findings
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

_HIGH = Ace.HIGH
CIRCLE = 13
"""Ranks before they begin again."""


def run_findings(cards: Cards, system: RuleSystem, *, phase: Phase) -> list[Finding]:
    """Return every fault of these cards as a run, the pack aside; empty means legal.

    Cards that lie in one direction are judged as they lie, listed from either end; cards in no
    direction as they are sorted.
    """
    order = reading_order(cards, system)
    if order is None:
        return _upward_findings(cards, system, phase)
    found = _upward_findings(tuple([cards[i] for i in order]), system, phase)
    return [_at_given_places(finding, order, cards) for finding in found]


def run_reading(cards: Cards, system: RuleSystem) -> Cards:
    """Return the run with every joker named, in the order given; empty without sense."""
    order = reading_order(cards, system)
    upward = cards if order is None else tuple([cards[i] for i in order])
    start = agreed_start([card.rank for card in upward])
    suit = main_suit(upward)
    if suit is None or not is_on_the_line(start, len(cards)):
        return ()
    places = range(len(cards)) if order is None else order
    named = {place: card_at(start + i, suit) for i, place in enumerate(places)}
    return tuple([card if card.rank else named[i] for i, card in enumerate(cards)])


def reading_order(cards: Sequence[Card], system: RuleSystem) -> tuple[int, ...] | None:
    """Return the places of the cards of a run from low to high; None where they lie so already.

    Real cards that lie in one direction tell it. A lone one tells neither: it is read low to high
    where that can be, else high to low. Where they lie in no direction their order says nothing:
    they are sorted, and jokers keep their places.
    """
    ranks = [card.rank for card in cards]
    ranks_back = ranks[::-1]
    start, start_back = agreed_start(ranks), agreed_start(ranks_back)
    back = tuple(range(len(ranks) - 1, -1, -1))
    if start and _may_begin(start, ranks, system):
        return None
    if start_back and _may_begin(start_back, ranks_back, system):
        return back
    found = None if lies_one_way(ranks) else _sorted_order(ranks, system)
    if found or start:
        return found
    return back if start_back or max(_votes(ranks_back)) > max(_votes(ranks)) else None


def lies_one_way(ranks: Sequence[int]) -> bool:
    """Whether the naturals rise all along, or fall, an ace low or high; 0 stands for a joker."""
    naturals = [rank for rank in ranks if rank]
    return _rises(naturals) or _rises(naturals[::-1])


def longest_run(system: RuleSystem) -> int:
    """Return how many cards a run can hold: 14 with an ace at each end, else 13."""
    both = system.ace is not _HIGH and system.ace_at_both_ends
    return HIGH_ACE if both else HIGH_ACE - LOW_ACE


def is_full(run: Cards, system: RuleSystem) -> bool:
    """Whether a run has as many cards as a table allows."""
    return system.run_max is not None and len(run) >= system.run_max


def low_to_high(cards: Cards, system: RuleSystem) -> Cards:
    """Return the cards of a run as they are read, low to high.

    >>> from kalooki_ref.cards import cards_text, parse_cards
    >>> from kalooki_ref.rules.standard import STANDARD
    >>> cards_text(low_to_high(parse_cards("8S 7S 6S 5S"), STANDARD))
    '5S 6S 7S 8S'
    >>> cards_text(low_to_high(parse_cards("7S 5S 6S 8S"), STANDARD))
    '5S 6S 7S 8S'
    """
    order = reading_order(cards, system)
    return cards if order is None else tuple([cards[i] for i in order])


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


def _upward_findings(cards: Cards, system: RuleSystem, phase: Phase) -> list[Finding]:
    ranks = [card.rank for card in cards]
    jokers = ranks.count(0)
    agreed = 0
    found = _length_findings(cards, system)
    if jokers < len(cards):
        agreed = start = agreed_start(ranks)
        if not start:
            start = likely_start(ranks)
            found += _order_findings(cards, start)
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
    odd = tuple(cards[i] for i in at)
    return [Finding(Code.SUITS_DIFFER, odd, at, needed=None if suit is None else suit.value)]


def _order_findings(cards: Cards, start: int) -> list[Finding]:
    found = []
    suit = main_suit(cards)
    for i, card in enumerate(cards):
        if card.suit is None or suit is None:
            continue
        due = card_at(start + i, suit)
        if due.rank != card.rank:
            found.append(Finding(Code.OUT_OF_ORDER, (card,), (i,), str(due), str(card)))
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
    stand_for = cards_text(card_at(start + i, suit) for i in at) if suit and is_read else None
    found = Finding(Code.JOKERS_SIDE_BY_SIDE, tuple(cards[i] for i in at), at, found=stand_for)
    return [found]


def _at_given_places(finding: Finding, order: tuple[int, ...], cards: Cards) -> Finding:
    at = tuple(sorted(order[i] for i in finding.at))
    return replace(finding, cards=tuple(cards[i] for i in at), at=at)


def _rises(ranks: Sequence[int]) -> bool:
    """Whether these ranks rise, each ace taken for low at the start and for high at the end."""
    if not ranks:
        return False
    last = len(ranks) - 1
    places = [HIGH_ACE if rank == LOW_ACE and i == last else rank for i, rank in enumerate(ranks)]
    return all(low < high for low, high in pairwise(places))


def _may_begin(start: int, ranks: list[int], system: RuleSystem) -> bool:
    """Whether cards that agree on this place for the first are read from there."""
    count = len(ranks)
    if count - ranks.count(0) == 1:
        return _is_possible(start, count, system)
    return is_on_the_line(start, count) or lies_one_way(ranks)


def _is_possible(start: int, count: int, system: RuleSystem) -> bool:
    """Whether a run of so many cards may begin at this place."""
    if not is_on_the_line(start, count) or (start == LOW_ACE and system.ace is _HIGH):
        return False
    return count < HIGH_ACE or longest_run(system) == HIGH_ACE


def _sorted_order(ranks: list[int], system: RuleSystem) -> tuple[int, ...] | None:
    """Return the places in the order that makes a row of them, jokers where they are."""
    naturals = sorted(rank % CIRCLE for rank in ranks if rank)
    there, count = range(len(ranks)), len(ranks)
    for places in (tuple(there), tuple(reversed(there))):
        for start in range(LOW_ACE, HIGH_ACE + 1):
            due = {place: (start + i) % CIRCLE for i, place in enumerate(places)}
            wanted = sorted(due[place] for place in there if ranks[place])
            if wanted == naturals and _is_possible(start, count, system):
                return _filled(ranks, places, due)
    return None


def _filled(ranks: list[int], places: tuple[int, ...], due: dict[int, int]) -> tuple[int, ...]:
    """Return for each place of the row, low to high, which of the given cards is there."""
    given = {rank % CIRCLE: place for place, rank in enumerate(ranks) if rank}
    spare = [place for place, rank in enumerate(ranks) if rank == LOW_ACE]
    return tuple(
        place if not ranks[place] else spare.pop(0) if due[place] == LOW_ACE else given[due[place]]
        for place in places
    )


def _votes(ranks: Sequence[int]) -> list[int]:
    votes = [0] * CIRCLE
    for place, rank in enumerate(ranks):
        if rank:
            votes[(rank - place - 1) % CIRCLE] += 1
    return votes
