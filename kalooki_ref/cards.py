"""Cards: ranks, suits, jokers and packs; parsing and formatting."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import category, normalize

LOW_ACE = 1
HIGH_ACE = 14
# Ace (1), 2 to 10, then jack, queen, king, or Kooky's 11, 12, 13.
RANKS = range(1, 14)


class Suit(StrEnum):
    """The four suits, and the four colours that stand for suits in a Kooky pack."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    BLACK = "B"
    RED = "R"
    GOLD = "G"
    GREEN = "E"


STANDARD_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
KOOKY_SUITS = (Suit.BLACK, Suit.RED, Suit.GOLD, Suit.GREEN)

_COURT_NAMES = {11: "J", 12: "Q", 13: "K"}
_COURT_RANKS = {"J": 11, "Q": 12, "K": 13, "T": 10}
_JOKER_NAMES = ("*", "★", "JOKER", "JKR")
_SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
# Emoji keyboards append these to a suit.
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
LONGEST_WORD = 20


class CardError(ValueError):
    """The text is not a card; the message names the word and shows right ones of these suits."""

    def __init__(self, word: str, suits: Sequence[Suit] = STANDARD_SUITS) -> None:
        self.word = word
        self.examples = str(Card(7, suits[1])), str(Card(10, suits[0]))
        super().__init__(f"{word!r} is not a card; write one like {', '.join(self.examples)} or *")


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank from 1 (ace) to 13 and a suit, or the joker (rank 0, no suit).

    >>> str(Card(10, Suit.SPADES)), str(Card(11, Suit.GREEN)), str(JOKER)
    ('10S', '11E', '*')
    """

    rank: int
    suit: Suit | None

    @property
    def is_joker(self) -> bool:
        """Whether this card stands in for any other."""
        return self.rank == 0

    def __str__(self) -> str:
        if self.suit is None:
            return "*"
        return rank_name(self.rank, self.suit) + self.suit.value


JOKER = Card(0, None)
Cards = tuple[Card, ...]


def rank_name(rank: int, suit: Suit) -> str:
    """Return the rank as printed on a card of that suit: ``A``, ``7``, ``J``, or Kooky's ``11``."""
    if rank in (LOW_ACE, HIGH_ACE):
        return "A"
    if suit in KOOKY_SUITS:
        return str(rank)
    return _COURT_NAMES.get(rank, str(rank))


def parse_card(word: str, suits: Sequence[Suit] = STANDARD_SUITS) -> Card:
    """Read one card, such as ``7H``, ``10♠``, ``13E`` or ``*``; case does not matter.

    Raises CardError, with an example of these suits, when the word names no card.

    >>> str(parse_card("10s")), str(parse_card("7♥️"))
    ('10S', '7H')
    """
    if len(word) > LONGEST_WORD:
        raise CardError(word, suits)
    plain = normalize("NFKC", word).strip().rstrip(_EMOJI_SELECTORS).upper()
    card = _KNOWN.get(plain)
    if card is None and plain:
        card = _KNOWN.get(plain[:-1] + _SUIT_SIGNS.get(plain[-1], plain[-1]))
    if card is None:
        raise CardError(word, suits)
    return card


def parse_cards(text: str, suits: Sequence[Suit] = STANDARD_SUITS) -> Cards:
    """Read cards in order, as `card_words` splits them; raises CardError as `parse_card`.

    >>> [str(card) for card in parse_cards("7h, 8H *")]
    ['7H', '8H', '*']
    """
    return tuple(parse_card(word, suits) for word in card_words(text))


def card_words(text: str) -> list[str]:
    """Split a text at spaces and commas; format characters are ignored.

    Those are pasted along unseen, such as marks of direction.
    """
    seen = "".join(sign for sign in text if category(sign) != "Cf")
    return seen.replace(",", " ").split()


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards so that parse_cards reads them back."""
    return " ".join(str(card) for card in cards)


def beyond(cards: Iterable[Card], others: Iterable[Card]) -> Cards:
    """Return the multiset difference: the cards without the others, in their order.

    >>> cards_text(beyond(parse_cards("7H 8H 7H *"), parse_cards("7H 9H")))
    '8H 7H *'
    """
    left = list(cards)
    for card in others:
        if card in left:
            left.remove(card)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Pack:
    """The full deck: ``copies`` of each suit plus ``jokers``."""

    suits: tuple[Suit, ...]
    copies: int
    jokers: int

    @property
    def size(self) -> int:
        """The number of cards in all."""
        return self.copies * len(self.suits) * len(RANKS) + self.jokers

    def copies_of(self, card: Card) -> int:
        """Return how many of this card exist; 0 for a suit that isn't in the pack."""
        if card.is_joker:
            return self.jokers
        return self.copies if card.suit in self.suits else 0

    def surplus(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards in excess of the pack, once per extra copy."""
        seen: dict[Card, int] = {}
        extra = []
        for card in cards:
            seen[card] = seen.get(card, 0) + 1
            if seen[card] > self.copies_of(card):
                extra.append(card)
        return tuple(extra)


def _spellings() -> dict[str, Card]:
    known = dict.fromkeys(_JOKER_NAMES, JOKER)
    for suit in STANDARD_SUITS + KOOKY_SUITS:
        for rank in RANKS:
            known[rank_name(rank, suit) + suit.value] = Card(rank, suit)
    for suit in STANDARD_SUITS:
        for name, rank in _COURT_RANKS.items():
            known[name + suit.value] = Card(rank, suit)
    return known


_KNOWN = _spellings()
