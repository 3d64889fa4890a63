"""Examples of a contract: melds with which a player comes down, and melds that just don't do."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import cycle, islice

from kalooki_ref.cards import RANKS, Card, Cards
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.makers import melds_for
from kalooki_ref.practice.near_legal import some_meld
from kalooki_ref.practice.subjects import Lay, judge
from kalooki_ref.referee.meld import Meld, MeldKind, cards_in
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

MOST_ATTEMPTS = 1_000
# Attempts to find melds just short of an opening in points; after them any other reason will do,
# since no meld is worth as little as an opening of a few points.
MOST_FOR_POINTS = 400


@dataclass(frozen=True, slots=True)
class ContractExample:
    """A lay that meets the contract of a round, and one that doesn't because of a card.

    ``at`` is the index of that card in the concatenated melds of ``short``; None if the card is
    missing there.
    """

    lay: Lay
    met: Verdict
    short: Lay
    verdict: Verdict
    at: int | None


@lru_cache(maxsize=64)
def contract_example(number: int, system: RuleSystem, seed: int = 0) -> ContractExample | None:
    """Return an example for a round; None if the rules are such that none is found."""
    chance = Chance(seed, number)
    for attempt in range(MOST_ATTEMPTS):
        melds = melds_for(chance, system, number, jokers=True)
        if system.takes_all_cards(number):
            melds = _with_all_cards(melds, chance, system, number)
        lay = Lay(melds, number)
        met = judge(lay, system)
        if melds and met.legal and not _has_doubles(melds, system):
            example = _just_short(lay, met, system, by_points=attempt < MOST_FOR_POINTS)
            if example:
                return example
    return None


def _with_all_cards(
    melds: tuple[Meld, ...], chance: Chance, system: RuleSystem, number: int
) -> tuple[Meld, ...]:
    """Return melds of the same kinds that hold a hand after the draw.

    The runs are larger for it, or the sets where there are no runs.
    """
    kinds = [meld.kind for meld in melds]
    sizes = [len(meld.cards) for meld in melds]
    grown = MeldKind.RUN if MeldKind.RUN in kinds else MeldKind.SET
    at = cycle(index for index, kind in enumerate(kinds) if kind is grown)
    for index in islice(at, max(0, system.deal_of(number) + 1 - sum(sizes))):
        sizes[index] += 1
    return tuple(
        some_meld(chance, system, kind, size=size) for kind, size in zip(kinds, sizes, strict=True)
    )


def _has_doubles(melds: tuple[Meld, ...], system: RuleSystem) -> bool:
    """Whether a card occurs twice, which looks like a mistake, or more often than in the pack.

    A set of more cards than there are suits can't do without.
    """
    cards = [card for card in cards_in(melds) if card.rank]
    has_large_set = any(
        meld.kind is MeldKind.SET and len(meld.cards) > len(system.suits) for meld in melds
    )
    is_twice = not has_large_set and len(set(cards)) < len(cards)
    return is_twice or bool(system.every_pack[0].surplus(cards_in(melds)))


def _just_short(
    lay: Lay, met: Verdict, system: RuleSystem, *, by_points: bool
) -> ContractExample | None:
    """Return the lay with one card changed, or left out, so that a single reason forbids it.

    ``by_points`` if that reason is the points of an opening, where there is no contract.
    """
    is_any = not by_points or system.contract_of(lay.number) is not None
    for index, melds in _changed(lay.melds, system):
        short = replace(lay, melds=melds)
        verdict = judge(short, system)
        if len(verdict.codes) == 1 and (is_any or verdict.codes == (Code.OPENING_SHORT,)):
            return ContractExample(lay, met, short, verdict, index)
    return None


def _changed(
    melds: tuple[Meld, ...], system: RuleSystem
) -> Iterator[tuple[int | None, tuple[Meld, ...]]]:
    """Yield the melds with a card of the last one changed, or a card of any one left out."""
    if system.contracts:
        last = melds[-1]
        before = len(cards_in(melds[:-1]))
        for index in range(len(last.cards) - 1, -1, -1):
            for card in _neighbours(last, index, system):
                changed = replace(last, cards=(*last.cards[:index], card, *last.cards[index + 1 :]))
                yield before + index, (*melds[:-1], changed)
    for place, meld in enumerate(melds):
        fewer = replace(meld, cards=meld.cards[:-1])
        yield None, (*melds[:place], fewer, *melds[place + 1 :])


def _neighbours(meld: Meld, at: int, system: RuleSystem) -> Cards:
    """Return cards that a player might take for the one at an index."""
    card = meld.cards[at]
    if card.suit is None:
        return ()
    if meld.kind is MeldKind.SET:
        return (Card(card.rank % len(RANKS) + 1, card.suit),)
    others = [suit for suit in system.suits if suit is not card.suit]
    return tuple(Card(card.rank, suit) for suit in others)
