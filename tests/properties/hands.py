"""Random hands and rules for tests of the advice: few ranks, many jokers, doubles, one suit."""

from dataclasses import replace
from random import Random

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, RANKS, Card
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.near_legal import some_meld
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.lay import distinctness_findings
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, Phase, TableMeld
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.referee.run_order import agreed_start
from kalooki_ref.rules.choices import (
    Ace,
    Contract,
    ExtraMelds,
    JokerCap,
    JokerGoes,
    JokerMover,
    TackEnds,
)
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
    """Return one of the five systems, half the time with some changed switches."""
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
    """Return an opening that a small hand can meet."""
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
    size = min(rng.randint(min(5, most), most), len(deck) + jokers)
    return (*rng.sample(deck, max(0, size - jokers)), *(JOKER,) * jokers)


def dealt_hand(rng: Random, system: RuleSystem, size: int) -> tuple[Card, ...]:
    """Return a random hand from the system's pack."""
    pack = system.pack_for(rng.choice((system.min_players, system.max_players)))
    naturals = [Card(rank, suit) for suit in pack.suits for rank in RANKS]
    return tuple(rng.sample(naturals * pack.copies + [JOKER] * pack.jokers, size))


def hard_hand(rng: Random, system: RuleSystem, size: int) -> tuple[Card, ...]:
    """Return a large hand with many possible melds: few suits, doubles, many jokers."""
    suits = rng.sample(system.suits, rng.choice((1, 1, 2, 3, 4)))
    low = rng.randint(1, 7)
    ranks = [(rank - 1) % len(RANKS) + 1 for rank in range(low, low + rng.randint(5, 13))]
    jokers = rng.randint(0, min(8, system.jokers[-1]))
    deck = [Card(rank, suit) for suit in suits for rank in ranks] * rng.choice((2, 2, 3, 4))
    naturals = rng.sample(deck, min(len(deck), size - jokers))
    spoilt = rng.randint(0, 3)
    return (*naturals[spoilt:], *dealt_hand(rng, system, spoilt), *(JOKER,) * jokers)


def some_table(rng: Random, system: RuleSystem, *, down: bool) -> tuple[TableMeld, ...]:
    """Return one to three melds on the board."""
    melds: list[TableMeld] = []
    while len(melds) < rng.choice((1, 1, 2, 3)):
        kind, jokers = rng.choice(tuple(MeldKind)), rng.choice((0, 0, 1, 1, 2))
        meld = some_meld(Chance(rng.getrandbits(64)), system, kind, jokers=jokers)
        if meld_findings(meld, system, phase=Phase.TACK):
            continue
        owner = Owner.OWN if down and rng.random() < 0.5 else Owner.OTHER
        own = [item.meld for item in melds if item.owner is Owner.OWN]
        if owner is Owner.OTHER or not distinctness_findings((meld,), system, own=own):
            melds.append(TableMeld(meld, owner))
    return tuple(melds)


def small_question(rng: Random, *, table: bool) -> Question:
    """Return a question with a small hand, with or without a board."""
    system, contract = small_opening(rng, some_system(rng))
    if not table:
        return Question(small_hand(rng, system), system, contract)
    system = replace(
        system,
        joker_mover=rng.choice((system.joker_mover, *JokerMover)),
        joker_goes=rng.choice((system.joker_goes,) * 4 + tuple(JokerGoes)),
    )
    down = rng.random() < 0.6
    lying = some_table(rng, system, down=down)
    hand = small_hand(rng, system, most=4 if down else 7)
    near = [card for item in lying for card in neighbours(item.meld)]
    hand = hand[: 3 if down else 6] + tuple(rng.sample(near, min(len(near), rng.randint(0, 3))))
    return Question(hand, system, contract, lying, down)


def neighbours(meld: Meld) -> list[Card]:
    """Return naturals that can be added to a meld or replace one of its jokers."""
    naturals = [card for card in meld.cards if card.rank]
    if meld.kind is MeldKind.SET:
        return naturals
    start = agreed_start([card.rank for card in meld.cards])
    places = range(max(LOW_ACE, start - 2), min(HIGH_ACE, start + len(meld.cards) + 1) + 1)
    return [Card(LOW_ACE if place == HIGH_ACE else place, naturals[0].suit) for place in places]
