"""The hand of a day: the same for everybody, and its best lay is proved."""

from dataclasses import dataclass
from functools import lru_cache

from kalooki_ref.cards import RANKS, Card, Cards, beyond
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.makers import by_suit, melds_for
from kalooki_ref.practice.subjects import HandHeld, Lay, advice_on, judge, points_left
from kalooki_ref.referee.meld import Meld, MeldKind, cards_in
from kalooki_ref.referee.melds import arrange_run
from kalooki_ref.rules.model import RuleSystem

# Another version gives every day another hand.
VERSION = 2
SIZE = 13
MELDS = 3


@dataclass(frozen=True, slots=True)
class DaysHand:
    """A hand, the round it is held in, and the fewest points that can be left after coming down."""

    cards: Cards
    number: int
    best: int
    lay: tuple[Meld, ...]
    kinds: tuple[MeldKind, ...]


@lru_cache(maxsize=32)
def hand_of_day(day: int, system: RuleSystem) -> DaysHand:
    """Return the hand of a day (its proleptic ordinal), for a system with contracts of 3 melds."""
    chance = Chance(VERSION, day)
    numbers = [
        number
        for number, contract in enumerate(system.contracts, 1)
        if contract.sets and contract.runs and contract.sets + contract.runs == MELDS
    ]
    while True:
        number = chance.choice(numbers)
        hand = _dealt(chance, number, system)
        found = None if system.every_pack[0].surplus(hand) else _proved(hand, number, system)
        if found:
            return found


def arranged(kind: MeldKind, cards: Cards, system: RuleSystem) -> Meld:
    """Return the cards as a meld; a run in a legal order if there is one."""
    order = next(arrange_run(cards, system), cards) if kind is MeldKind.RUN else cards
    return Meld(kind, order)


def _dealt(chance: Chance, number: int, system: RuleSystem) -> Cards:
    """Return a hand that comes down, with more cards that go with it in other ways."""
    cards = list(cards_in(melds_for(chance, system, number, jokers=True)))
    while len(cards) < SIZE:
        near = chance.choice(cards)
        rank = near.rank or chance.choice(RANKS)
        step = chance.choice((0, 0, 1, len(RANKS) - 1))
        suit = near.suit if step and near.suit else chance.choice(system.suits)
        cards.append(Card((rank - 1 + step) % len(RANKS) + 1, suit))
    return tuple(sorted(cards, key=by_suit))


def _proved(cards: Cards, number: int, system: RuleSystem) -> DaysHand | None:
    """Return the hand with its best lay; None if it isn't proved, or there is only one way."""
    advice = advice_on(HandHeld(cards, number), system)
    best = advice.leftover_after_discard
    if not (advice.proved and advice.can_come_down) or advice.moves or best is None:
        return None
    if not judge(Lay(advice.lay, number), system).legal:
        return None
    contract = system.contracts[number - 1]
    kinds = (MeldKind.SET,) * contract.sets + (MeldKind.RUN,) * contract.runs
    hand = DaysHand(cards, number, best, advice.lay, kinds)
    is_best = points_left(cards, advice.lay, system) == best
    return hand if is_best and _has_worse_way(hand, system) else None


def _has_worse_way(hand: DaysHand, system: RuleSystem) -> bool:
    """Whether the hand comes down without a card that the best lay needs, and then leaves more."""
    for meld in hand.lay:
        others = beyond(hand.cards, meld.cards[:1])
        other = advice_on(HandHeld(others, hand.number), system)
        if other.can_come_down and points_left(hand.cards, other.lay, system) > hand.best:
            return True
    return False
