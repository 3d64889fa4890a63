"""Hands and rules to try the advice on: small decks, many jokers, doubles, nearly one suit.

Not here: what is right (brute, exact_model).
"""

from dataclasses import replace
from random import Random

from kalooki_ref.cards import JOKER, RANKS, Card
from kalooki_ref.rules.choices import Ace, ExtraMelds, JokerCap, TackEnds
from kalooki_ref.rules.contracts import Contract
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS

SMALL_CONTRACTS = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
YES_OR_NO = (
    "ranks_apart",
    "suits_apart",
    "jokers_side_by_side",
    "ace_at_both_ends",
    "set_suits_differ",
    "final_discard",
    "joker_discard",
)
CHOICES = {
    "set_joker_cap": tuple(JokerCap),
    "run_joker_cap": tuple(JokerCap),
    "set_min_naturals": (1, 2),
    "run_min_naturals": (1, 2),
    "ace": tuple(Ace),
    "extra_melds": tuple(ExtraMelds),
    "tack_ends": tuple(TackEnds),
    "run_min": (3, 4),
    "set_max": (None, None, 4, 5),
}


def some_system(rng: Random) -> RuleSystem:
    """Return one of the five systems, half the time with some of its switches turned."""
    system = rng.choice(tuple(SYSTEMS))
    if rng.random() < 0.5:
        return system
    turned: dict[str, object] = {}
    for name in YES_OR_NO:
        if rng.random() < 0.3:
            turned[name] = rng.random() < 0.5
    for name, values in CHOICES.items():
        if rng.random() < 0.25:
            turned[name] = rng.choice(values)
    return replace(system, **turned)


def small_opening(rng: Random, system: RuleSystem) -> tuple[RuleSystem, Contract | None]:
    """Return a demand that a small hand may meet."""
    if system.contracts:
        return system, Contract(*rng.choice(SMALL_CONTRACTS))
    return replace(system, opening=rng.choice((10, 20, 30, 40))), None


def small_hand(rng: Random, system: RuleSystem, most: int = 9) -> tuple[Card, ...]:
    """Return five cards or more, close together, with up to four jokers."""
    suits = system.suits[: rng.choice((1, 2, 2, 3, 4))]
    low = rng.randint(1, 8)
    ranks = [(rank - 1) % len(RANKS) + 1 for rank in range(low, low + rng.randint(3, 7))]
    deck = [Card(rank, suit) for suit in suits for rank in ranks] * rng.choice((1, 2, 2, 3))
    jokers = rng.choice((0, 1, 1, 2, 2, 3, 4))
    size = min(rng.randint(5, most), len(deck) + jokers)
    return (*rng.sample(deck, max(0, size - jokers)), *(JOKER,) * jokers)


def dealt_hand(rng: Random, system: RuleSystem, size: int) -> tuple[Card, ...]:
    """Return a hand as the table would deal it."""
    pack = system.pack_for(rng.choice((system.min_players, system.max_players)))
    naturals = [Card(rank, suit) for suit in pack.suits for rank in RANKS]
    return tuple(rng.sample(naturals * pack.copies + [JOKER] * pack.jokers, size))


def hard_hand(rng: Random, system: RuleSystem, size: int) -> tuple[Card, ...]:
    """Return a large hand that almost everything fits into: few suits, doubles, many jokers."""
    suits = rng.sample(system.suits, rng.choice((1, 1, 2, 3, 4)))
    low = rng.randint(1, 7)
    ranks = [(rank - 1) % len(RANKS) + 1 for rank in range(low, low + rng.randint(5, 13))]
    jokers = rng.randint(0, 8)
    deck = [Card(rank, suit) for suit in suits for rank in ranks] * rng.choice((2, 2, 3, 4))
    naturals = rng.sample(deck, min(len(deck), size - jokers))
    spoilt = rng.randint(0, 3)
    return (*naturals[spoilt:], *dealt_hand(rng, system, spoilt), *(JOKER,) * jokers)
