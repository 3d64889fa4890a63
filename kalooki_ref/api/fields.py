"""Types and annotations for the fields of a question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, Struct

from kalooki_ref.cards import Card, Suit, card_words, parse_card
from kalooki_ref.referee.meld import Meld, MeldKind

Schema = dict[str, Any]

# More than any meld has; limits the work of one question.
MOST_CARDS = 30
# The cards of the largest pack.
MOST_HELD = 275
MOST_MELDS = 20
# Larger than any possible count or score.
MOST_NUMBER = 100_000


def note(text: str) -> Meta:
    """Return an annotation with a field's description."""
    return Meta(description=text)


@dataclass(frozen=True, slots=True, eq=False)
class Meanings:
    """Annotation for a field whose JSON words differ from its values: maps word to value."""

    meaning: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Decides:
    """Annotation for an optional fact: where it is missing, each of ``values`` is tried in turn.

    If they lead to different answers, the answer is "unclear" and names the fact as missing.
    """

    values: tuple[object, ...]


MAY_DECIDE = "Left out, the answer is unclear where it decides."
Fact = Annotated[bool, Decides((True, False))]
Number = Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]
Quantity = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]


class GivenCards(tuple[Card, ...]):
    """Cards as a list of words, or as one text with spaces."""

    __slots__ = ()


class GivenHand(GivenCards):
    """Cards that a player holds or lays, as many as the rules allow."""

    __slots__ = ()


NO_CARDS = GivenCards()


class GivenMeld(Struct, frozen=True, rename={"as_": "as"}):
    """A meld, its cards in the order they lie."""

    as_: MeldKind
    cards: GivenCards

    @property
    def meld(self) -> Meld:
        """Convert to the referee's `Meld`."""
        return Meld(self.as_, self.cards)


Melds = Annotated[tuple[GivenMeld, ...], Meta(max_length=MOST_MELDS)]

CARD: Schema = {
    "type": "string",
    "description": "Rank and suit (7H, 10S, AC; Kooky's colours 13E, AB), or * for a joker.",
    "examples": ["7H", "*"],
}
CardName = Annotated[str, Meta(description=CARD["description"], examples=CARD["examples"])]


def most_of(kind: Any) -> int:
    """Return the most cards that a value of this type can have."""
    return MOST_HELD if kind is GivenHand else MOST_CARDS


def schema_of(kind: Any) -> Schema:
    """Return the JSON Schema of a type of cards."""
    return {
        "oneOf": [{"type": "array", "items": CARD, "maxItems": most_of(kind)}, {"type": "string"}],
        "description": "A list of cards, or one text with spaces.",
    }


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a question: its keyword, its type for msgspec, what it means or may be."""

    keyword: str
    type: Any
    is_required: bool
    values: tuple[object, ...] = ()
    meaning: Mapping[str, object] | None = None

    @property
    def key(self) -> str:
        """The name in JSON."""
        return self.keyword.removesuffix("_")


def read_cards(kind: Any, value: Any, *, suits: Sequence[Suit]) -> Any:
    """Return the cards of a JSON value; raises ValueError, with an example of these suits."""
    words = card_words(value) if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        suit = suits[1]
        raise ValueError(f'must be a list of cards, such as ["7{suit}", "8{suit}", "*"]')
    if len(words) > most_of(kind):
        raise ValueError(f"holds {len(words)} cards; at most {most_of(kind)} are judged")
    return kind(parse_card(word, suits) for word in words)
