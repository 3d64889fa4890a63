"""The melds of a lay one by one: what each is meant as, how it lies, what is wrong in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from kalooki_ref.cards import Card
from kalooki_ref.referee.lay import counted
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld, kind_of
from kalooki_ref.referee.verdict import Opening
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.messages.amounts import melds_of
from kalooki_ref.web.messages.cards import Said
from kalooki_ref.web.messages.rulings import Ruling, repair_said
from kalooki_ref.web.messages.verdicts import opening_words


@dataclass(frozen=True, slots=True)
class Row:
    """One meld of a lay: where it was typed, how it lies, what is wrong in it, how to mend it."""

    field: int
    label: str
    cards: tuple[Card, ...]
    reading: tuple[Card, ...]
    wrong: tuple[int, ...]
    is_legal: bool
    instead: tuple[Card, ...]
    repair: Said


def kinds_found(
    all_cards: Sequence[tuple[Card, ...]], system: RuleSystem, contract: Contract | None
) -> tuple[Meld, ...]:
    """Return the cards as melds; what could be a set and a run is what the contract still lacks."""
    melds: list[Meld] = []
    for cards in all_cards:
        kind = kind_of(cards, system)
        other = MeldKind.RUN if kind is MeldKind.SET else MeldKind.SET
        if _is_full(melds, kind, contract) and _could_be(cards, other, system):
            kind = other
        melds.append(Meld(kind, cards))
    return tuple(melds)


def rows_of(melds: Sequence[Meld], ruling: Ruling, system: RuleSystem) -> tuple[Row, ...]:
    """Return the melds of a lay one by one, each with what is wrong in it."""
    rows = []
    before = 0
    for field, meld in enumerate(melds, 1):
        own = range(before, before + len(meld.cards))
        rows.append(_row(meld, field, own, ruling, system))
        before += len(meld.cards)
    return tuple(rows)


def laid_said(melds: Sequence[Meld], system: RuleSystem, opening: Opening | None) -> Said:
    """Return what a legal lay is: its melds counted, and its worth where that opens."""
    words = melds_of(counted(melds).name, system)
    if opening is None:
        return (_("%(melds)s: that comes down.", melds=words[:1].upper() + words[1:]),)
    how = opening_words(opening, system)
    if how:
        return (_("%(melds)s. %(how)s", melds=words[:1].upper() + words[1:], how=how),)
    return (_("%(melds)s worth %(points)s: that opens.", melds=words, points=opening.worth),)


def _row(meld: Meld, field: int, own: range, ruling: Ruling, system: RuleSystem) -> Row:
    alone = judge_meld(meld, system)
    instead = alone.instead or ()
    is_set = meld.kind is MeldKind.SET
    return Row(
        field=field,
        label=_(system.words.set if is_set else system.words.run),
        cards=meld.cards,
        reading=alone.reading,
        wrong=tuple(place - own.start for place in ruling.wrong if place in own),
        is_legal=alone.legal and not any(place in own for place in ruling.wrong),
        instead=instead,
        repair=repair_said(meld.cards, instead) if instead else (),
    )


def _could_be(cards: tuple[Card, ...], kind: MeldKind, system: RuleSystem) -> bool:
    """Whether the cards may as well be meant as this kind: legal so, or a lone natural."""
    naturals = sum(1 for card in cards if not card.is_joker)
    return naturals < 2 or judge_meld(Meld(kind, cards), system).legal


def _is_full(melds: Sequence[Meld], kind: MeldKind, contract: Contract | None) -> bool:
    if contract is None:
        return False
    laid = counted(melds)
    if kind is MeldKind.SET:
        return laid.sets >= contract.sets
    return laid.runs >= contract.runs
