"""Cards and melds as pages draw them: what each card stands for, what is wrong, missing or new."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from kalooki_ref.cards import Card, Cards
from kalooki_ref.referee.completion import Completion
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.melds import judge_meld, meld_reading, tidied
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.shared.query import melds_text
from kalooki_ref.words.amounts import capital, meld_word
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.rulings import Ruling, repair_message


class CardState(StrEnum):
    """How a card is marked."""

    PLAIN = ""
    WRONG = "wrong"
    MISSING = "missing"
    NEW = "new"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as drawn: what a joker stands for, its state, and whether a meld begins with it."""

    card: Card
    as_card: Card | None = None
    state: CardState = CardState.PLAIN
    begins: bool = False


@dataclass(frozen=True, slots=True)
class DrawnMeld:
    """A meld as drawn, with its name and what is said about it.

    ``instead`` is a legal form of it, ``repair`` how that differs, ``repaired`` the text of a field
    with that. In a plan, ``message`` is what to do, and ``worth`` its opening points.
    """

    label: str
    cards: tuple[DrawnCard, ...]
    is_legal: bool | None = None
    instead: tuple[DrawnCard, ...] = ()
    repair: Message = ()
    repaired: str = ""
    message: Message = ()
    worth: str = ""


def drawn(
    cards: Cards, reading: Cards = (), states: Sequence[CardState] = ()
) -> tuple[DrawnCard, ...]:
    """Return cards as drawn, with what each stands for and its state, as far as given."""
    return tuple(
        DrawnCard(card, as_card, state or CardState.PLAIN, begins=at == 0)
        for at, (card, as_card, state) in enumerate(zip_longest(cards, reading, states))
    )


def drawn_meld(meld: Meld, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return the cards of a meld as they lie, with what its jokers stand for."""
    return drawn(meld.cards, meld_reading(meld, system))


def drawn_wrong(cards: Cards, wrong: Sequence[int], reading: Cards = ()) -> tuple[DrawnCard, ...]:
    """Return cards with those at fault marked, by index."""
    places = range(len(cards))
    states = [CardState.WRONG if at in wrong else CardState.PLAIN for at in places]
    return drawn(cards, reading, states)


def drawn_best(meld: Meld, system: RuleSystem, wrong: Sequence[int] = ()) -> tuple[DrawnCard, ...]:
    """Return the cards of a meld in order with what its jokers stand for, or marked as wrong."""
    return drawn_wrong(meld.cards, wrong) if wrong else drawn_meld(tidied(meld, system), system)


def drawn_complete(completion: Completion, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return the cards of a meld, including the missing ones."""
    row = completion.row
    lacking = [
        CardState.MISSING if at in completion.lacking else CardState.PLAIN for at in range(len(row))
    ]
    return drawn(row, meld_reading(Meld(completion.kind, row), system) or row, lacking)


def drawn_in_order(meld: Meld, order: Cards, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return the cards in a legal order, with moved jokers marked."""
    moved = [
        CardState.MOVED if card.is_joker and card != old else CardState.PLAIN
        for card, old in zip(order, meld.cards, strict=True)
    ]
    return drawn(order, meld_reading(Meld(meld.kind, order), system), moved)


def drawn_grown(meld: Meld, after: Cards, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return a meld of the board after a move, with the new cards marked."""
    old, states = list(meld.cards), []
    for card in after:
        states.append(CardState.PLAIN if card in old else CardState.NEW)
        if card in old:
            old.remove(card)
    return drawn(after, meld_reading(Meld(meld.kind, after), system), states)


def drawn_lay(melds: Sequence[Meld], ruling: Ruling, system: RuleSystem) -> tuple[DrawnMeld, ...]:
    """Return the melds of a lay, with the cards at fault and the repairs."""
    rows, before = [], 0
    others = [meld.cards for meld in melds]
    for at, meld in enumerate(melds):
        alone = judge_meld(meld, system)
        own = range(before, before + len(meld.cards))
        before = own.stop
        wrong = [place - own.start for place in ruling.wrong if place in own]
        is_legal = alone.legal and not wrong
        instead = (ruling.instead if len(melds) == 1 else alone.instead) or ()
        shown = tidied(meld, system) if is_legal else meld
        rows.append(
            DrawnMeld(
                capital(meld_word(meld.kind, system)),
                drawn_wrong(meld.cards, wrong) if wrong else drawn_meld(shown, system),
                is_legal,
                drawn(instead),
                repair_message(meld.cards, instead) if instead else (),
                melds_text([*others[:at], instead, *others[at + 1 :]]) if instead else "",
            )
        )
    return tuple(rows)
