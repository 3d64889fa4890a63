"""Cards inside a sentence: marked where they stand, then spoken as signs or drawn by the page."""

import re
from collections.abc import Iterable

from flask_babel import gettext as _

from kalooki_ref.cards import KOOKY_SUITS, Card, Suit, parse_card, rank_name

Said = tuple[str | Card, ...]
"""A sentence in pieces: text, and cards where the page draws them."""

_OPEN, _CLOSE = "\N{START OF HEADING}", "\N{END OF TEXT}"
_MARKED = re.compile(f"{_OPEN}(.*?){_CLOSE}")
_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


def marked(card: Card) -> str:
    """Return a mark that stands for the card inside a sentence until said_in finds it."""
    return f"{_OPEN}{card}{_CLOSE}"


def marked_all(cards: Iterable[Card]) -> str:
    """Return the cards as a list in words: one, one and another, one, another and a third."""
    marks = [marked(card) for card in cards]
    if len(marks) < 2:
        return "".join(marks)
    return _("%(first)s and %(last)s", first=", ".join(marks[:-1]), last=marks[-1])


def said_in(sentence: str) -> Said:
    """Return the sentence in pieces, its marks turned back into cards."""
    pieces: list[str | Card] = []
    for i, piece in enumerate(_MARKED.split(sentence)):
        if i % 2:
            pieces.append(parse_card(piece))
        elif piece:
            pieces.append(piece)
    return tuple(pieces)


def in_signs(said: Said) -> str:
    """Return the sentence as plain text: 7♥, ★, gold 13."""
    return "".join(piece if isinstance(piece, str) else card_sign(piece) for piece in said)


def row_in_signs(cards: Iterable[Card]) -> str:
    """Return cards as they lie, parted by spaces."""
    cards = tuple(cards)
    parting = ", " if any(card.suit in KOOKY_SUITS for card in cards) else " "
    return parting.join(card_sign(card) for card in cards)


def card_sign(card: Card) -> str:
    """Return one card for plain text; pages draw it instead."""
    if card.suit is None:
        return "★"
    rank = rank_name(card.rank, card.suit)
    if card.suit in _SIGNS:
        return rank + _SIGNS[card.suit]
    return _("%(colour)s %(rank)s", colour=suit_word(card.suit), rank=rank)


def suit_word(suit: Suit) -> str:
    """Return the suit's name, or the colour's, in words."""
    return _SUIT_WORDS[suit]()


def rank_word(rank: str) -> str:
    """Return what cards of a rank are called together: kings, aces, 7s."""
    return _RANK_WORDS[rank]() if rank in _RANK_WORDS else _("%(rank)ss", rank=rank)


_SUIT_WORDS = {
    Suit.SPADES: lambda: _("spades"),
    Suit.HEARTS: lambda: _("hearts"),
    Suit.DIAMONDS: lambda: _("diamonds"),
    Suit.CLUBS: lambda: _("clubs"),
    Suit.BLACK: lambda: _("black"),
    Suit.RED: lambda: _("red"),
    Suit.GOLD: lambda: _("gold"),
    Suit.GREEN: lambda: _("green"),
}
_RANK_WORDS = {
    "A": lambda: _("aces"),
    "J": lambda: _("jacks"),
    "Q": lambda: _("queens"),
    "K": lambda: _("kings"),
}
