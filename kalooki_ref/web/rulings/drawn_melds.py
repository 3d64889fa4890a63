"""Cards and melds as pages draw them: what each card stands for, what is wrong, missing or new."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from kalooki_ref.cards import Card, Cards, Pack
from kalooki_ref.referee.completion import Completion
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.melds import judge_meld, meld_reading, tidied
from kalooki_ref.referee.verdict import LEGAL, Verdict
from kalooki_ref.rules.codes import Code
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
    with that, which ``is_enough`` if the whole lay is legal then. In a plan, ``message`` is what to
    do, and ``worth`` its opening points.
    """

    label: str
    cards: tuple[DrawnCard, ...]
    is_legal: bool | None = None
    instead: tuple[DrawnCard, ...] = ()
    repair: Message = ()
    repaired: str = ""
    is_enough: bool = True
    message: Message = ()
    worth: str = ""


def drawn(
    cards: Cards,
    reading: Cards = (),
    state: CardState = CardState.PLAIN,
    places: Collection[int] = (),
) -> tuple[DrawnCard, ...]:
    """Return cards as drawn: what each stands for, if given, and the state of those at places."""
    return tuple(
        DrawnCard(card, as_card, state if place in places else CardState.PLAIN, begins=place == 0)
        for place, (card, as_card) in enumerate(zip_longest(cards, reading))
    )


def drawn_meld(meld: Meld, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return the cards of a meld as they lie, with what its jokers stand for."""
    return drawn(meld.cards, meld_reading(meld, system))


def drawn_wrong(cards: Cards, wrong: Sequence[int], reading: Cards = ()) -> tuple[DrawnCard, ...]:
    """Return cards with those at fault marked, by index."""
    return drawn(cards, reading, CardState.WRONG, wrong)


def drawn_best(meld: Meld, system: RuleSystem, wrong: Sequence[int] = ()) -> tuple[DrawnCard, ...]:
    """Return the cards of a meld in order with what its jokers stand for, or marked as wrong."""
    return drawn_wrong(meld.cards, wrong) if wrong else drawn_meld(tidied(meld, system), system)


def drawn_complete(completion: Completion, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return the cards of a meld, including the missing ones."""
    row = completion.row
    reading = meld_reading(Meld(completion.kind, row), system) or row
    return drawn(row, reading, CardState.MISSING, completion.lacking)


def drawn_in_order(meld: Meld, order: Cards, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return the cards in a legal order, with moved jokers marked."""
    both = enumerate(zip(order, meld.cards, strict=True))
    moved = [place for place, (card, old) in both if card.is_joker and card != old]
    return drawn(order, meld_reading(Meld(meld.kind, order), system), CardState.MOVED, moved)


def drawn_grown(meld: Meld, after: Cards, system: RuleSystem) -> tuple[DrawnCard, ...]:
    """Return a meld of the board after a move, with the new cards marked."""
    old, new = list(meld.cards), []
    for place, card in enumerate(after):
        if card in old:
            old.remove(card)
        else:
            new.append(place)
    return drawn(after, meld_reading(Meld(meld.kind, after), system), CardState.NEW, new)


def drawn_lay(
    melds: Sequence[Meld],
    ruling: Ruling,
    system: RuleSystem,
    pack: Pack | None = None,
    judged: Callable[[Sequence[Meld]], Verdict] | None = None,
) -> tuple[DrawnMeld, ...]:
    """Return the melds of a lay, with the cards at fault and the repairs.

    All faulty melds are repaired together. Repairs are left out if ``judged`` finds the melds wrong
    after them, such as two sets of one rank, and not just too few; None where one meld is judged
    alone.
    """
    alone = [judge_meld(meld, system, pack=pack) for meld in melds]
    forms = [verdict.instead or () for verdict in alone]
    if len(melds) == 1 and ruling.instead:
        forms = [ruling.instead]
    whole = [form or meld.cards for form, meld in zip(forms, melds, strict=True)]
    mended = [Meld(meld.kind, cards) for meld, cards in zip(melds, whole, strict=True)]
    lay = judged(mended) if judged and any(forms) else LEGAL
    is_offered = {*lay.codes} <= {Code.CONTRACT_SHORT, Code.OPENING_SHORT}
    rows, before = [], 0
    for meld, verdict, form in zip(melds, alone, forms, strict=True):
        own = range(before, before + len(meld.cards))
        before = own.stop
        wrong = [place - own.start for place in ruling.wrong if place in own]
        is_legal = verdict.legal and not wrong
        instead = form if form and is_offered else ()
        shown = tidied(meld, system) if is_legal else meld
        rows.append(
            DrawnMeld(
                capital(meld_word(meld.kind, system)),
                drawn_wrong(meld.cards, wrong) if wrong else drawn_meld(shown, system),
                is_legal,
                drawn(instead),
                repair_message(meld.cards, instead) if instead else (),
                melds_text(whole) if instead else "",
                lay.legal,
            )
        )
    return tuple(rows)
