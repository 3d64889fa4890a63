"""The hand of a day: the same for everybody, and its best lay is proved."""

from dataclasses import dataclass
from functools import lru_cache

from kalooki_ref.cards import RANKS, Card, Cards, beyond
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.makers import by_suit, melds_for
from kalooki_ref.practice.subjects import HandHeld, Lay, advice_on, judge
from kalooki_ref.referee.meld import Meld, MeldKind, cards_in
from kalooki_ref.referee.melds import arrange_run
from kalooki_ref.referee.scoring import card_points
from kalooki_ref.rules.model import RuleSystem

# Another version gives every day another hand.
VERSION = 1
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


def left_after(hand: DaysHand, melds: tuple[Meld, ...], system: RuleSystem) -> int:
    """Return the points left after laying these melds and discarding the dearest card."""
    worth = sorted(card_points(card, system) for card in beyond(hand.cards, cards_in(melds)))
    return sum(worth[:-1])


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
    if not judge(Lay(advice.lay, number), system).legal or not _has_another_way(
        cards, advice.lay, number, system
    ):
        return None
    contract = system.contracts[number - 1]
    kinds = (MeldKind.SET,) * contract.sets + (MeldKind.RUN,) * contract.runs
    hand = DaysHand(cards, number, best, advice.lay, kinds)
    return hand if left_after(hand, advice.lay, system) == best else None


def _has_another_way(cards: Cards, lay: tuple[Meld, ...], number: int, system: RuleSystem) -> bool:
    """Whether the hand comes down without a card that the best lay needs, and then worse."""
    needed = [meld.cards[0] for meld in lay]
    return any(
        advice_on(HandHeld(beyond(cards, (card,)), number), system).can_come_down for card in needed
    )
