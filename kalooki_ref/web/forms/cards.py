"""Fields of cards: what was typed, how it reads, and what a picker must know of the pack."""

from dataclasses import dataclass

from flask_babel import gettext as _

from kalooki_ref.cards import KOOKY_SUITS, Card, CardError, Pack, parse_cards
from kalooki_ref.rules.model import RuleSystem

MOST_CARDS = 30
"""As many cards as one field is judged for."""
LONGEST_TEXT = 300


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as typed, as read, and what is wrong with the text."""

    text: str = ""
    cards: tuple[Card, ...] = ()
    fault: str = ""


def cards_read(text: str) -> Cards:
    """Return the cards that were typed; a fault names the word that is none."""
    try:
        cards = parse_cards(text)
    except CardError as error:
        said = _("“%(word)s” is not a card; write one like 7H, 10S or *.", word=error.word[:20])
        return Cards(text[:LONGEST_TEXT], fault=said)
    if len(cards) > MOST_CARDS:
        most = _("You can check at most %(most)s cards at a time.", most=MOST_CARDS)
        return Cards(text[:LONGEST_TEXT], fault=most)
    return Cards(text, cards)


def picker_facts(system: RuleSystem, pack: Pack | None) -> dict[str, object]:
    """Return what a field of cards must know: suits, copies, jokers, and how cards are written."""
    most = pack or system.pack_for(system.max_players)
    return {
        "suits": "".join(most.suits),
        "copies": most.copies,
        "jokers": most.jokers,
        "example": "7{suit} 8{suit} *".format(suit=most.suits[1]),
    }


def has_colours(system: RuleSystem) -> bool:
    """Whether the pack has Kooky's colours instead of suits."""
    return system.suits == KOOKY_SUITS
