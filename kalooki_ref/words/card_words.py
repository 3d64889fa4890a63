"""Messages that contain cards: pages draw them, plain text shows symbols."""

import re
from collections.abc import Iterable

from kalooki_ref.cards import KOOKY_SUITS, Card, Suit, rank_name
from kalooki_ref.words.language import agreeing
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l

# A sentence as a sequence of text and cards.
Message = tuple[str | Card, ...]

_BLANK = re.compile(r"%\((\w+)\)s")
_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


def filled(sentence: str, **values: object) -> Message:
    """Fill the placeholders of a translated sentence; cards stay `Card` objects.

    >>> from kalooki_ref.cards import parse_card
    >>> filled("Discard %(card)s now.", card=parse_card("7H"))
    ('Discard ', Card(rank=7, suit=<Suit.HEARTS: 'H'>), ' now.')
    """
    parts = enumerate(_BLANK.split(agreeing(sentence, values)))
    return tuple(
        piece
        for index, part in parts
        for piece in (_pieces(values[part]) if index % 2 else (part,))
        if piece != ""
    )


def listed(cards: Iterable[Card]) -> Message:
    """Return the cards as a list in a sentence: "A", "A and B", "A, B and C"."""
    *others, last = cards
    if not others:
        return (last,)
    return filled(_("%(first)s and %(last)s"), first=commas(others), last=last)


def listed_or(cards: Iterable[Card]) -> Message:
    """Return alternative cards as a list in a sentence: "A", "A or B", "A, B or C"."""
    *others, last = cards
    if not others:
        return (last,)
    return filled(_("%(first)s or %(last)s"), first=commas(others), last=last)


def commas(cards: Iterable[Card]) -> Message:
    """Return the cards separated by commas."""
    return tuple(piece for card in cards for piece in (", ", card))[1:]


def in_signs(message: Message) -> str:
    """Return the message as plain text: 7♥, ★, gold 13."""
    return "".join(piece if isinstance(piece, str) else card_sign(piece) for piece in message)


def row_of(cards: Iterable[Card]) -> Message:
    """Return cards in order, separated by spaces."""
    cards = tuple(cards)
    separator = ", " if any(card.suit in KOOKY_SUITS for card in cards) else " "
    return tuple(piece for card in cards for piece in (separator, card))[1:]


def row_in_signs(cards: Iterable[Card]) -> str:
    """Return cards in order, as plain text."""
    return in_signs(row_of(cards))


def card_sign(card: Card) -> str:
    """Return one card as plain text."""
    if card.suit is None:
        return "★"
    rank = rank_name(card.rank, card.suit)
    if card.suit in _SIGNS:
        return rank + _SIGNS[card.suit]
    return _("%(colour)s %(rank)s", colour=suit_word(card.suit), rank=rank)


def suit_word(suit: Suit) -> str:
    """Return the name of a suit or colour."""
    return str(_SUIT_WORDS[suit])


def rank_word(rank: str) -> str:
    """Return the plural of a rank: kings, aces, 7s."""
    return str(_RANK_WORDS[rank]) if rank in _RANK_WORDS else _("%(rank)ss", rank=rank)


def _pieces(value: object) -> Message:
    if isinstance(value, tuple):
        return value
    return (value if isinstance(value, Card) else str(value),)


_SUIT_WORDS = {
    Suit.SPADES: _l("spades"),
    Suit.HEARTS: _l("hearts"),
    Suit.DIAMONDS: _l("diamonds"),
    Suit.CLUBS: _l("clubs"),
    Suit.BLACK: _l("black"),
    Suit.RED: _l("red"),
    Suit.GOLD: _l("gold"),
    Suit.GREEN: _l("green"),
}
_RANK_WORDS = {
    "A": _l("aces"),
    "J": _l("jacks"),
    "Q": _l("queens"),
    "K": _l("kings"),
}
