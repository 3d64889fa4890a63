"""Check cards against the pack: cards that are not in it, and too many copies of a card."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kalooki_ref.cards import Card, Cards, Pack
from kalooki_ref.referee.verdict import Assumption, Finding
from kalooki_ref.rules.choices import jokers_with
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Supply:
    """The pack in use, None if unknown, and the other cards on the board.

    As many of each card as any pack has are assumed if the pack is unknown.
    """

    pack: Pack | None = None
    table: Cards = ()


# An unknown pack and no other cards on the board.
UNKNOWN_SUPPLY = Supply()


def most_of_each(system: RuleSystem) -> Pack:
    """Return the pack with the most of each card, jokers too, that any number of players has."""
    packs = system.every_pack
    copies, jokers = zip(*((pack.copies, pack.jokers) for pack in packs), strict=True)
    return Pack(system.suits, max(copies), max(jokers))


def foreign_findings(cards: Sequence[Card], system: RuleSystem) -> list[Finding]:
    """Return a finding if some cards are not part of this system's pack."""
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
    """Return findings for surplus copies of cards, and the assumptions made about the pack.

    ``beside`` are other cards on the board. If only some numbers of players have a pack with enough
    copies, there is no finding but an assumption.
    """
    others = (*supply.table, *beside)
    packs = system.every_pack if supply.pack is None else (supply.pack,)
    lacking = [(at, pack) for pack in packs if (at := _too_many(cards, pack, others))]
    if not lacking:
        return [], ()
    if len(lacking) < len(packs):
        return [], (Assumption.PLAYERS_UNKNOWN,)
    fewest, pack = min(reversed(lacking), key=lambda lack: len(lack[0]))
    surplus = tuple(cards[i] for i in fewest)
    copies = pack.copies_of(surplus[0])
    return [Finding(Code.MORE_THAN_PACK, surplus, tuple(fewest), needed=copies)], ()


def is_surely_in_pack(cards: Sequence[Card], system: RuleSystem) -> bool:
    """Whether every pack of this system surely has enough copies, by a quick conservative test."""
    if system.larger_tables:
        return False
    packs = system.packs or -(-system.min_players // system.players_per_pack)
    naturals = sum([1 for card in cards if card.rank])
    return naturals <= packs and len(cards) - naturals <= (jokers_with(packs, system.jokers) or 0)


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
