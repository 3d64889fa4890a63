"""Everything one meld on the table can become in a turn, act by act as the referee allows it.

It knows no rule of its own. Not here: which of it is best (exact_model).
"""

from dataclasses import dataclass
from itertools import product

from kalooki_ref.cards import JOKER, Card, Pack
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_landing import JokerTo
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, TableMeld
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]

MOST = 20_000
"""Beyond so many ways to grow, nobody wants to wait."""


class TooManyGrowthsError(Exception):
    """One meld can become more than anybody wants to look at."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What comes to a meld: naturals of the hand, and jokers; fewer than none were taken off."""

    naturals: Cards
    jokers: int


def growths_of(item: TableMeld, hand: Cards, system: RuleSystem, jokers: int) -> set[Growth]:
    """Return every growth of a meld with the naturals of a hand and so many jokers."""
    start = _settled(item.meld)
    found = {start: Growth((), 0)}
    waiting = [start]
    while waiting:
        meld = waiting.pop()
        for grown, naturals, wild in _steps(meld, item.owner, hand, system):
            after = Growth(_ordered((*found[meld].naturals, *naturals)), found[meld].jokers + wild)
            if grown in found or after.jokers > jokers or not _holds(hand, after.naturals):
                continue
            if len(found) >= MOST:
                raise TooManyGrowthsError
            found[grown] = after
            waiting.append(grown)
    return set(found.values())


def _steps(meld: Meld, owner: Owner, hand: Cards, system: RuleSystem):
    """Yield each meld one act leads to, the naturals it takes, and by how many jokers it grows."""
    fitting = sorted(set(_fitting(meld, hand)), key=_key)
    supply = Supply(Pack(system.suits, 99, 99), ())
    ends = (None,) if meld.kind is MeldKind.SET else tuple(End)
    for card, end in product((*fitting, JOKER), ends):
        told = judge_tack(meld, (card,), system, end=end, supply=supply)
        if told.legal:
            yield _after(meld, told.result, (card,) if card.rank else ())
    places = [at for at, card in enumerate(meld.cards) if not card.rank]
    for at, cards, goal in product(places, _replacements(meld, fitting), _goals(system)):
        told = judge_joker_move(meld, at, cards, system, by=owner, to=goal, supply=supply)
        if told.legal:
            yield _after(meld, told.result, cards)


def _after(meld: Meld, cards: Cards, naturals: Cards) -> tuple[Meld, Cards, int]:
    jokers = cards.count(JOKER) - meld.cards.count(JOKER)
    return _settled(Meld(meld.kind, cards)), naturals, jokers


def _goals(system: RuleSystem) -> tuple[JokerTo, ...]:
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (JokerTo.REUSE_NOW,)
    if system.joker_goes is JokerGoes.INTO_THE_HAND:
        return (JokerTo.HAND,)
    return (JokerTo.HIGH, JokerTo.LOW)


def _fitting(meld: Meld, hand: Cards) -> list[Card]:
    """Return the naturals of the hand that share the meld's rank or suit."""
    rank = set_rank(meld.cards)
    suits = {card.suit for card in meld.cards if card.rank}
    if meld.kind is MeldKind.SET:
        return [card for card in hand if card.rank == rank]
    return [card for card in hand if card.rank and card.suit in suits]


def _replacements(meld: Meld, fitting: list[Card]) -> list[Cards]:
    """Return what may be put in a joker's place: one card in a run, up to three suits in a set."""
    if meld.kind is MeldKind.RUN:
        return [(card,) for card in fitting]
    ways: list[Cards] = [()]
    for card in fitting:
        ways += [(*way, card) for way in ways]
    return [way for way in ways if 0 < len(way) <= 3]


def _settled(meld: Meld) -> Meld:
    """Return the meld with the cards of a set in one order, so that the same set is met once."""
    return Meld(meld.kind, _ordered(meld.cards)) if meld.kind is MeldKind.SET else meld


def _holds(hand: Cards, cards: Cards) -> bool:
    return all(hand.count(card) >= cards.count(card) for card in set(cards))


def _key(card: Card) -> tuple[str, int]:
    return str(card.suit), card.rank


def _ordered(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=_key))
