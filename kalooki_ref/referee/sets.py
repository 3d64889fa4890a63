"""Judge one set: cards of the same rank."""

from collections.abc import Sequence

from kalooki_ref.cards import Card, Cards, Suit
from kalooki_ref.referee.meld import MeldKind, Phase, joker_findings
from kalooki_ref.referee.verdict import Finding
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


def set_findings(cards: Sequence[Card], system: RuleSystem, *, phase: Phase) -> list[Finding]:
    """Return all faults of these cards as a set, except those about the pack; empty if legal.

    The order of the cards is irrelevant. The phase selects which joker limits apply.
    """
    found = []
    if len(cards) < system.set_min:
        found.append(_size(Code.SET_TOO_SMALL, cards, system.set_min))
    most = largest_set(system)
    if most is not None and len(cards) > most:
        found.append(_size(Code.SET_TOO_LARGE, cards, most))
    found += _rank_findings(cards)
    if system.set_suits_differ:
        found += _suit_findings(cards)
    return found + joker_findings(MeldKind.SET, cards, system, phase=phase)


def set_reading(cards: Sequence[Card], system: RuleSystem) -> Cards:
    """Return the set with jokers replaced, by missing suits first, in the pack's order."""
    rank = set_rank(cards)
    if not rank:
        return ()
    suits = [card.suit for card in cards]
    if None not in suits:
        return tuple(cards)
    lacking = [suit for suit in system.suits if suit not in suits] + list(system.suits)
    spare = iter(lacking * (len(cards) // len(lacking) + 1))
    return tuple(card if card.rank else Card(rank, next(spare)) for card in cards)


def set_rank(cards: Sequence[Card]) -> int:
    """Return the most frequent rank of the naturals, the first if tied; 0 without naturals."""
    ranks = [card.rank for card in cards if card.rank]
    return max(ranks, key=ranks.count) if ranks else 0


def missing_suits(cards: Sequence[Card], system: RuleSystem) -> tuple[Suit, ...]:
    """Return the suits without a natural in the set, in the pack's order."""
    shown = [card.suit for card in cards]
    return tuple(suit for suit in system.suits if suit not in shown)


def largest_set(system: RuleSystem) -> int | None:
    """Return the maximum number of cards in a set; None if there is no limit."""
    if not system.set_suits_differ:
        return system.set_max
    return min(system.set_max or len(system.suits), len(system.suits))


def _size(code: Code, cards: Sequence[Card], needed: int) -> Finding:
    at = tuple(range(needed, len(cards)))
    return Finding(code, tuple(cards[i] for i in at), at, needed=needed, found=len(cards))


def _rank_findings(cards: Sequence[Card]) -> list[Finding]:
    ranks = [card.rank for card in cards if card.rank]
    if not ranks or ranks.count(ranks[0]) == len(ranks):
        return []
    rank = set_rank(cards)
    at = tuple(i for i, card in enumerate(cards) if card.rank not in (0, rank))
    odd = tuple(cards[i] for i in at)
    one_of_them = min((card for card in cards if card.rank == rank), key=str)
    return [Finding(Code.RANKS_DIFFER, odd, at, needed=(one_of_them,))]


def _suit_findings(cards: Sequence[Card]) -> list[Finding]:
    # A card of another rank is not part of the set, so its suit does not count.
    rank = set_rank(cards)
    suits = [card.suit if card.rank == rank else None for card in cards]
    at = tuple(i for i, suit in enumerate(suits) if suit is not None and suit in suits[:i])
    if not at:
        return []
    return [Finding(Code.SUIT_TWICE, tuple(cards[i] for i in at), at)]
