"""Determine the kinds of melds when the player did not say them."""

from collections.abc import Sequence
from enum import StrEnum

from kalooki_ref.cards import Cards
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.melds import is_set_and_run, judge_meld, kind_of, tidied
from kalooki_ref.referee.verdict import Assumption
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem

_TAKEN_AS = {MeldKind.SET: Assumption.TAKEN_AS_SET, MeldKind.RUN: Assumption.TAKEN_AS_RUN}


class PlayedAs(StrEnum):
    """What cards are played as if no meld on the board was selected."""

    SET = "set"
    RUN = "run"
    LAY = "lay"


def as_melds(
    parts: Sequence[Cards], system: RuleSystem, contract: Contract | None
) -> tuple[Meld, ...]:
    """Return the cards as melds; ambiguous ones get the kind that the contract still requires."""
    melds: list[Meld] = []
    for cards in parts:
        kind = kind_of(cards, system)
        other = MeldKind.RUN if kind is MeldKind.SET else MeldKind.SET
        if _is_full(melds, kind, contract, system) and _could_be(cards, other, system):
            kind = other
        melds.append(Meld(kind, cards))
    return tuple(melds)


def kinds_assumed(melds: Sequence[Meld], system: RuleSystem) -> tuple[Assumption, ...]:
    """Return the kinds that were chosen for melds that could be of either kind."""
    kinds = {meld.kind for meld in melds if is_set_and_run(meld.cards, system)}
    return tuple(_TAKEN_AS[kind] for kind in MeldKind if kind in kinds)


def board_meld(cards: Cards, kind: MeldKind | None, system: RuleSystem) -> Meld | None:
    """Return cards on the board as a meld, or None if there are no cards."""
    if not cards:
        return None
    return tidied(Meld(kind or kind_of(cards, system, phase=Phase.TACK), cards), system)


def is_alike(cards: Cards) -> bool:
    """Whether the naturals are all of one rank or all of one suit."""
    naturals = [card for card in cards if not card.is_joker]
    return len({card.rank for card in naturals}) < 2 or len({card.suit for card in naturals}) < 2


def _could_be(cards: Cards, kind: MeldKind, system: RuleSystem) -> bool:
    """Whether the cards can be of this kind: a legal meld, or a single natural among jokers."""
    naturals = sum(1 for card in cards if not card.is_joker)
    return naturals < 2 or judge_meld(Meld(kind, cards), system).legal


def _is_full(
    melds: Sequence[Meld], kind: MeldKind, contract: Contract | None, system: RuleSystem
) -> bool:
    if contract is None:
        return False
    missing = still_missing(contract, melds, system)
    return not (missing.sets if kind is MeldKind.SET else missing.runs)
