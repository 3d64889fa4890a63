"""Where the cards of a run stand: the place each takes between the low and the high ace.

Not here: whether the run is legal (referee.runs). Places go from 1 (low ace) over 2 to 13 (king)
to 14 (high ace); a run that goes on past the ace is given places beyond 14.
"""

from collections.abc import Sequence

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Card, Suit

CIRCLE = 13
"""Ranks before they begin again."""


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


def _most_votes(ranks: Sequence[int]) -> int:
    return max(_votes(ranks))


def _votes(ranks: Sequence[int]) -> list[int]:
    votes = [0] * CIRCLE
    for place, rank in enumerate(ranks):
        if rank:
            votes[(rank - place - 1) % CIRCLE] += 1
    return votes
