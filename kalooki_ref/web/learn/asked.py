"""A question to draw: the cards in rows, the sentence, and the answers to choose from."""

from collections.abc import Iterator
from dataclasses import dataclass

from kalooki_ref.cards import Cards
from kalooki_ref.practice.examples import ContractExample
from kalooki_ref.practice.offered import offered_points
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    JokerMoved,
    LaidMeld,
    Lay,
    Subject,
    Tacked,
    TwoLays,
)
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.melds import meld_reading
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.rulings.drawn_melds import DrawnCard, drawn_wrong
from kalooki_ref.words.amounts import capital, meld_word
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.practice_words import question_words


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards drawn in a row: a meld, cards added to it, or a hand; ``wrong`` are indexes."""

    label: str
    cards: Cards
    reading: Cards = ()
    wrong: tuple[int, ...] = ()
    is_hand: bool = False

    @property
    def drawn(self) -> tuple[DrawnCard, ...]:
        """The cards with what jokers stand for, and those at fault marked."""
        return drawn_wrong(self.cards, self.wrong, self.reading)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is shown; ``lays`` are the rows of options that are lays."""

    words: Message
    rows: tuple[CardRow, ...]
    options: tuple[str, ...]
    lays: tuple[tuple[CardRow, ...], ...] = ()


def asked(subject: Subject, system: RuleSystem) -> Asked:
    """Return a question with its rows and its options."""
    return Asked(
        question_words(subject, system),
        rows_of(subject, system),
        options_of(subject, system),
        lay_options(subject, system) if isinstance(subject, TwoLays) else (),
    )


def options_of(subject: Subject, system: RuleSystem) -> tuple[str, ...]:
    """Return the answers to choose from."""
    match subject:
        case HandScored():
            return tuple(str(points) for points in offered_points(subject, system))
        case HandHeld():
            return _("Yes"), _("No")
        case TwoLays():
            return _("First lay"), _("Second lay")
    return _("Legal"), _("Not legal")


def rows_of(
    subject: Subject, system: RuleSystem, *, wrong: tuple[int, ...] = (), is_read: bool = False
) -> tuple[CardRow, ...]:
    """Return the rows of cards; ``wrong`` are at fault, ``is_read`` shows what jokers stand for."""
    match subject:
        case LaidMeld(meld):
            reading = meld_reading(meld, system) if is_read else ()
            return (CardRow(capital(meld_word(meld.kind, system)), meld.cards, reading, wrong),)
        case Lay(melds):
            return tuple(_lay_rows(melds, system, wrong, is_read=is_read))
        case Tacked(target, cards):
            reading = meld_reading(target, system) if is_read else ()
            return (
                CardRow(_("On the board"), target.cards, reading),
                CardRow(_("Cards to add"), cards, (), wrong),
            )
        case JokerMoved(target, cards=cards):
            reading = meld_reading(target, system) if is_read else ()
            return (
                CardRow(_("On the board"), target.cards, reading),
                CardRow(_("Cards to add"), cards),
            )
        case HandScored(cards) | HandHeld(cards) | TwoLays(cards):
            return (CardRow(_("Your hand"), cards, is_hand=True),)
    return ()


def lay_options(
    subject: TwoLays, system: RuleSystem, *, is_read: bool = False
) -> tuple[tuple[CardRow, ...], ...]:
    """Return the rows of each lay to choose from."""
    return tuple(tuple(_lay_rows(lay, system, (), is_read=is_read)) for lay in subject.lays)


def read_row(meld: Meld, system: RuleSystem) -> CardRow:
    """Return the row of a legal meld, with what its jokers stand for."""
    label = capital(meld_word(meld.kind, system))
    return CardRow(label, meld.cards, meld_reading(meld, system))


def example_rows(
    example: ContractExample, system: RuleSystem
) -> tuple[tuple[CardRow, ...], tuple[CardRow, ...]]:
    """Return the rows of a lay that meets the contract, and of one that just doesn't."""
    at_fault = () if example.at is None else (example.at,)
    meets = _lay_rows(example.lay.melds, system, (), is_read=True)
    return tuple(meets), tuple(_lay_rows(example.short.melds, system, at_fault, is_read=False))


def _lay_rows(
    melds: tuple[Meld, ...], system: RuleSystem, wrong: tuple[int, ...], *, is_read: bool
) -> Iterator[CardRow]:
    before = 0
    for meld in melds:
        own = range(before, before + len(meld.cards))
        at_fault = tuple(index - before for index in wrong if index in own)
        reading = meld_reading(meld, system) if is_read else ()
        yield CardRow(capital(meld_word(meld.kind, system)), meld.cards, reading, at_fault)
        before += len(meld.cards)
