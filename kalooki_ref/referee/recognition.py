"""Divide cards into melds and determine their kinds when the player specified neither."""

from collections.abc import Sequence
from enum import StrEnum

from kalooki_ref.cards import Cards
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.referee.meld import Meld, MeldKind, Phase
from kalooki_ref.referee.melds import judge_meld, kind_of, tidied
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.model import RuleSystem

LEAST = 3  # minimum cards in a meld in any system


class Taken(StrEnum):
    """What cards can be interpreted as if no meld on the board was selected."""

    SET = "set"
    RUN = "run"
    LAY = "lay"


def parted(parts: Sequence[Cards], system: RuleSystem) -> tuple[Cards, ...]:
    """Divide the cards into melds, in the order tapped, keeping given separators.

    Cards are split after each legal meld; the rest stays together. Cards of one suit or of one rank
    that can't be split completely are treated as one illegal meld.
    """
    found = tuple(part for part in parts if part)
    if len(found) != 1:
        return found
    (cards,) = found
    if len(cards) <= LEAST or _is_legal(cards, system):
        return found
    cuts = _best_cuts(cards, system)
    cut = tuple(cards[start:end] for start, end in zip(cuts, (*cuts[1:], len(cards)), strict=True))
    return found if is_alike(cards) and not _is_legal(cut[-1], system) else cut


def is_unfinished(parts: Sequence[Cards], system: RuleSystem) -> bool:
    """Whether the cards are still undetermined: after legal melds, too few for another one."""
    *others, last = parts
    return len(last) < LEAST and all(_is_legal(cards, system) for cards in others)


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


def board_meld(cards: Cards, kind: MeldKind | None, system: RuleSystem) -> Meld | None:
    """Return cards on the board as a meld, or None if there are no cards."""
    if not cards:
        return None
    return tidied(Meld(kind or kind_of(cards, system, phase=Phase.TACK), cards), system)


def is_alike(cards: Cards) -> bool:
    """Whether the naturals are all of one rank or all of one suit."""
    naturals = [card for card in cards if not card.is_joker]
    return len({card.rank for card in naturals}) < 2 or len({card.suit for card in naturals}) < 2


def _is_legal(cards: Cards, system: RuleSystem) -> bool:
    if len(cards) < LEAST or not is_alike(cards):
        return False
    return judge_meld(Meld(kind_of(cards, system), cards), system).legal


def _best_cuts(cards: Cards, system: RuleSystem) -> tuple[int, ...]:
    """Return the start indexes of melds that cover all cards, or else the longest prefix.

    Of several solutions, one with the fewest melds.
    """
    cuts: dict[int, tuple[int, ...]] = {0: ()}
    for end in range(LEAST, len(cards) + 1):
        starts = [start for start in cuts if _is_legal(cards[start:end], system)]
        if starts:
            best = min(starts, key=lambda start: (len(cuts[start]), -start))
            cuts[end] = (*cuts[best], best)
    reached = max(cuts)
    return cuts[reached] if reached == len(cards) else (*cuts[reached], reached)


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
