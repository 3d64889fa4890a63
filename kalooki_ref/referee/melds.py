"""Judge one meld by itself, and read what it is."""

from dataclasses import replace
from functools import partial

from kalooki_ref.cards import Cards, Pack
from kalooki_ref.referee.inventory import (
    Supply,
    foreign_findings,
    is_surely_in_pack,
    surplus_findings,
)
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.repair import repaired
from kalooki_ref.referee.runs import low_to_high, run_findings, run_reading
from kalooki_ref.referee.scoring import hand_points
from kalooki_ref.referee.sets import set_findings, set_reading
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.model import RuleSystem

_SET = MeldKind.SET
_RUN = MeldKind.RUN
_LAY = Phase.LAY


def judge_meld(
    meld: Meld, system: RuleSystem, *, phase: Phase = _LAY, pack: Pack | None = None
) -> Verdict:
    """Return the verdict on one meld, with every fault, the reading of each joker and a repair.

    ``pack`` is what this table plays with; without it the largest pack of the system counts.
    Sheets 000 to 004, on what makes a set and a run.

    >>> from kalooki_ref.cards import parse_cards
    >>> from kalooki_ref.rules.standard import STANDARD
    >>> judge_meld(Meld(MeldKind.RUN, parse_cards("7H 8H * *")), STANDARD).codes
    (<Code.JOKERS_SIDE_BY_SIDE: 'jokers_side_by_side'>,)
    """
    found = meld_findings(meld, system, phase=phase)
    found += foreign_findings(meld.cards, system)
    assumes: tuple[Assumption, ...] = ()
    if pack is not None or not is_surely_in_pack(meld.cards, system):
        surplus, assumes = surplus_findings(meld.cards, system, supply=Supply(pack))
        found += surplus
    return Verdict(
        findings=tuple(found),
        reading=meld_reading(meld, system),
        result=() if found else _sorted_cards(meld, system),
        assumes=assumes,
        unclear=bool(assumes),
        repair=partial(repaired, meld, system, phase=phase, pack=pack) if found else None,
    )


def _sorted_cards(meld: Meld, system: RuleSystem) -> Cards:
    """Return a run low to high where its cards were given in no direction; else nothing."""
    if meld.kind is _SET:
        return ()
    cards = low_to_high(meld.cards, system)
    return () if cards in (meld.cards, meld.cards[::-1]) else cards


def judge_cards(
    cards: Cards, system: RuleSystem, *, phase: Phase = _LAY, pack: Pack | None = None
) -> Verdict:
    """Return the verdict on cards that may be a set or a run.

    They are taken for what kind_of says; legal both ways, the jokers could be read either way and
    the verdict assumes one.
    """
    kind = kind_of(cards, system, phase=phase)
    verdict = judge_meld(Meld(kind, cards), system, phase=phase, pack=pack)
    if kind is _RUN or not verdict.legal or run_findings(cards, system, phase=phase):
        return verdict
    return replace(verdict, assumes=(*verdict.assumes, Assumption.JOKER_UNKNOWN))


def kind_of(cards: Cards, system: RuleSystem, *, phase: Phase = _LAY) -> MeldKind:
    """Return what these cards are best taken for: what they legally are, else what they resemble.

    Naturals of one rank resemble a set, naturals of one suit a run; legal both ways is a set, and
    so is a lone natural among jokers where they are too few for a run.
    """
    if not set_findings(cards, system, phase=phase):
        return _SET
    if not run_findings(cards, system, phase=phase):
        return _RUN
    ranks = [card.rank for card in cards if card.rank]
    suits = [card.suit for card in cards if card.rank]
    same_rank = max((ranks.count(rank) for rank in ranks), default=0)
    same_suit = max((suits.count(suit) for suit in suits), default=0)
    if same_rank == same_suit:
        is_lone = len(ranks) == 1 < len(cards) < system.run_min
        return _SET if is_lone or len(set(ranks)) < len(ranks) else _RUN
    return _SET if same_rank > same_suit else _RUN


def meld_findings(meld: Meld, system: RuleSystem, *, phase: Phase) -> list[Finding]:
    """Return every fault of one meld, the pack aside."""
    if meld.kind is _SET:
        return set_findings(meld.cards, system, phase=phase)
    return run_findings(meld.cards, system, phase=phase)


def meld_reading(meld: Meld, system: RuleSystem) -> Cards:
    """Return the cards with every joker named, in the order given; empty without sense."""
    if meld.kind is _SET:
        return set_reading(meld.cards, system)
    return run_reading(meld.cards, system)


def meld_points(meld: Meld, system: RuleSystem) -> int:
    """Return what a meld counts toward the opening: a joker is worth the card it stands for.

    A meld that cannot be read counts its naturals only. Sheet 002, on the first lay.
    """
    cards = meld_reading(meld, system) or tuple(card for card in meld.cards if card.rank)
    return hand_points((card for card in cards if card.suit in system.suits), system)
