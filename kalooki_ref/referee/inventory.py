"""Which cards exist: cards of another pack, and more copies than the pack holds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kalooki_ref.cards import Card, Cards, Pack
from kalooki_ref.referee.verdict import Assumption, Finding
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Supply:
    """The pack a table plays with, None where unknown, and the cards others have on the table.

    Without a pack the largest the system knows counts.
    """

    pack: Pack | None = None
    table: Cards = ()


# An unknown pack, and nothing else on the table.
UNKNOWN_SUPPLY = Supply()


def foreign_findings(cards: Sequence[Card], system: RuleSystem) -> list[Finding]:
    """Return a finding when some cards belong to another game's pack."""
    suits = system.suits
    at = [i for i, card in enumerate(cards) if card.rank and card.suit not in suits]
    if not at:
        return []
    return [Finding(Code.NOT_IN_PACK, tuple(cards[i] for i in at), tuple(at))]


def surplus_findings(
    cards: Sequence[Card],
    system: RuleSystem,
    *,
    supply: Supply = UNKNOWN_SUPPLY,
    beside: Sequence[Card] = (),
) -> tuple[list[Finding], tuple[Assumption, ...]]:
    """Return a finding for cards there are too many of, and what was taken on trust about the pack.

    ``beside`` are on the table too. Where only some packs make the cards possible it depends on
    how many play, and nobody can tell.
    """
    others = (*supply.table, *beside)
    packs = system.every_pack if supply.pack is None else (supply.pack,)
    lacking = [at for pack in packs if (at := _too_many(cards, pack, others))]
    if not lacking:
        return [], ()
    if len(lacking) < len(packs):
        return [], (Assumption.PLAYERS_UNKNOWN,)
    surplus = tuple(cards[i] for i in lacking[-1])
    copies = packs[-1].copies_of(surplus[0])
    return [Finding(Code.MORE_THAN_PACK, surplus, tuple(lacking[-1]), needed=copies)], ()


def is_surely_in_pack(cards: Sequence[Card], system: RuleSystem) -> bool:
    """Whether no pack of this system could be too small, seen without counting card by card."""
    if system.larger_tables:
        return False
    packs = system.packs or -(-system.min_players // system.players_per_pack)
    naturals = sum([1 for card in cards if card.rank])
    return naturals <= packs and len(cards) - naturals <= system.jokers[packs - 1]


def _too_many(cards: Sequence[Card], pack: Pack, others: Iterable[Card]) -> list[int]:
    left: dict[Card, int] = {}
    for card in others:
        left[card] = left.get(card, pack.copies_of(card)) - 1
    surplus = []
    for i, card in enumerate(cards):
        left[card] = left.get(card, pack.copies_of(card)) - 1
        if left[card] < 0 and (card.suit is None or card.suit in pack.suits):
            surplus.append(i)
    return surplus
