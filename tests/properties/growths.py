"""Enumerates everything a meld on the board can become in a turn, asking the referee.

It has no rules of its own.
"""

from dataclasses import dataclass, replace
from itertools import product

from kalooki_ref.cards import JOKER, KOOKY_SUITS, STANDARD_SUITS, Card, Pack
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import builder_points
from kalooki_ref.referee.meld import End, Meld, MeldKind, TableMeld
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]

PLENTY = Supply(Pack((*STANDARD_SUITS, *KOOKY_SUITS), 99, 99), ())

# Limit on the enumeration, which would otherwise take too long.
MOST = 20_000


class TooManyGrowthsError(Exception):
    """A meld can become more than `MOST` different melds."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The cards added to a meld: naturals, and a number of jokers, negative if taken off.

    ``built`` are the points of cards tacked first, ``early`` the jokers among them; both are used
    only if builders count towards the opening.
    """

    naturals: Cards = ()
    jokers: int = 0
    built: int = 0
    early: int = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards available for additions: naturals, and jokers from the hand or the board."""

    cards: Cards
    jokers: int

    def allows(self, growth: Growth) -> bool:
        """Return whether the hand has the cards of a growth."""
        taken = growth.naturals
        enough = all(self.cards.count(card) >= taken.count(card) for card in set(taken))
        return enough and growth.jokers <= self.jokers


Grown = dict[Meld, Growth]


def growths_of(item: TableMeld, hand: Hand, system: RuleSystem) -> set[Growth]:
    """Return every growth of a meld with these cards."""
    return set(_grown(item, Growth(), hand, system, _steps).values())


def growths_with_builders(item: TableMeld, hand: Hand, system: RuleSystem) -> set[Growth]:
    """Return every growth of a meld that starts with tacks counting towards the opening."""
    found = set()
    own = Hand(hand.cards, hand.cards.count(JOKER))
    for meld, built in _grown(item, Growth(), own, system, _tacks).items():
        worth = builder_points(item.meld, meld, system)
        first = replace(built, built=worth, early=built.jokers)
        found |= set(_grown(TableMeld(meld, item.owner), first, hand, system, _steps).values())
        if len(found) > MOST:
            raise TooManyGrowthsError
    return found


def _grown(item: TableMeld, first: Growth, hand: Hand, system: RuleSystem, steps) -> Grown:
    start = _settled(item.meld)
    found = {start: first}
    waiting = [start]
    while waiting:
        meld = waiting.pop()
        for grown, naturals, wild in steps(TableMeld(meld, item.owner), hand.cards, system):
            before = found[meld]
            cards = _ordered((*before.naturals, *naturals))
            after = replace(before, naturals=cards, jokers=before.jokers + wild)
            if grown in found or not hand.allows(after):
                continue
            if len(found) >= MOST:
                raise TooManyGrowthsError
            found[grown] = after
            waiting.append(grown)
    return found


def _steps(item: TableMeld, hand: Cards, system: RuleSystem):
    """Yield each meld after one move, with its naturals and number of jokers added."""
    yield from _tacks(item, hand, system)
    meld, owner = item.meld, item.owner
    places = [place for place, card in enumerate(meld.cards) if not card.rank]
    replacements = _replacements(meld, _fitting(meld, hand))
    for place, cards, goal in product(places, replacements, _goals(system)):
        verdict = judge_joker_move(meld, place, cards, system, by=owner, to=goal, supply=PLENTY)
        if verdict.legal:
            yield _after(meld, verdict.result, cards)


def _tacks(item: TableMeld, hand: Cards, system: RuleSystem):
    meld = item.meld
    ends = (None,) if meld.kind is MeldKind.SET else tuple(End)
    for card, end in product((*_fitting(meld, hand), JOKER), ends):
        verdict = judge_tack(meld, (card,), system, end=end, supply=PLENTY)
        if verdict.legal:
            yield _after(meld, verdict.result, (card,) if card.rank else ())


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
    """Return the naturals of the hand that share the meld's rank or suit, each once."""
    rank = set_rank(meld.cards)
    suits = {card.suit for card in meld.cards if card.rank}
    is_set = meld.kind is MeldKind.SET
    fitting = {card for card in hand if (card.rank == rank if is_set else card.suit in suits)}
    return sorted(fitting, key=_key)


def _replacements(meld: Meld, fitting: list[Card]) -> list[Cards]:
    """Return the possible replacements of a joker: one card in a run, up to three in a set."""
    if meld.kind is MeldKind.RUN:
        return [(card,) for card in fitting]
    ways: list[Cards] = [()]
    for card in fitting:
        ways += [(*way, card) for way in ways]
    return [way for way in ways if 0 < len(way) <= 3]


def _settled(meld: Meld) -> Meld:
    """Return a set in canonical order, so that equal sets are visited once."""
    return Meld(meld.kind, _ordered(meld.cards)) if meld.kind is MeldKind.SET else meld


def _key(card: Card) -> tuple[str, int]:
    return str(card.suit), card.rank


def _ordered(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=_key))
