"""Melds as drawn in an answer: card by card, or meld by meld with their repairs."""

from collections.abc import Sequence

from kalooki_ref.cards import Cards
from kalooki_ref.referee.completion import Completion
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.melds import judge_meld, meld_reading, tidied
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.rulings.check_answer import MeldRow, Spot
from kalooki_ref.web.rulings.check_query import melds_text
from kalooki_ref.words.amounts import capital, meld_word
from kalooki_ref.words.rulings import Ruling, repair_message


def meld_rows(melds: Sequence[Meld], ruling: Ruling, system: RuleSystem) -> tuple[MeldRow, ...]:
    """Return a row per meld, with the cards at fault and the repair."""
    rows, before = [], 0
    for at, meld in enumerate(melds):
        own = range(before, before + len(meld.cards))
        rows.append(_row(melds, at, own, ruling, system))
        before += len(meld.cards)
    return tuple(rows)


def spots_of(meld: Meld, system: RuleSystem, wrong: Sequence[int] = ()) -> tuple[Spot, ...]:
    """Return the cards of a meld: in order with what each joker represents, or marked as wrong."""
    shown = meld if wrong else tidied(meld, system)
    reading = () if wrong else meld_reading(shown, system)
    return tuple(
        Spot(card, reading[at] if reading else None, "wrong" if at in wrong else "", at == 0)
        for at, card in enumerate(shown.cards)
    )


def completed_spots(completion: Completion, system: RuleSystem) -> tuple[Spot, ...]:
    """Return the cards of a meld, including the missing ones."""
    reading = meld_reading(Meld(completion.kind, completion.row), system) or completion.row
    return tuple(
        Spot(card, reading[at], "missing" if at in completion.lacking else "", at == 0)
        for at, card in enumerate(completion.row)
    )


def ordered_spots(meld: Meld, order: Cards, system: RuleSystem) -> tuple[Spot, ...]:
    """Return the cards in a legal order, with moved jokers marked."""
    reading = meld_reading(Meld(meld.kind, order), system)
    return tuple(
        Spot(card, reading[at], "moved" if card.is_joker and card != old else "", at == 0)
        for at, (card, old) in enumerate(zip(order, meld.cards, strict=True))
    )


def _row(melds: Sequence[Meld], at: int, own: range, ruling: Ruling, system: RuleSystem) -> MeldRow:
    meld = melds[at]
    alone = judge_meld(meld, system)
    instead = (ruling.instead if len(melds) == 1 else alone.instead) or ()
    wrong = tuple(place - own.start for place in ruling.wrong if place in own)
    others = [other.cards for other in melds]
    shown = tidied(meld, system) if alone.legal and not wrong else meld
    return MeldRow(
        label=capital(meld_word(meld.kind, system)),
        cards=shown.cards,
        reading=meld_reading(shown, system),
        wrong=wrong,
        is_legal=alone.legal and not wrong,
        instead=instead,
        repair=repair_message(meld.cards, instead) if instead else (),
        repaired=melds_text([*others[:at], instead, *others[at + 1 :]]) if instead else "",
    )
