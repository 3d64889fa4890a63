"""Generates large hands of various shapes, with boards and switches, for proofs."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from kalooki_ref.cards import JOKER, RANKS, Card
from kalooki_ref.practice.chance import Chance
from kalooki_ref.practice.near_legal import some_meld
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, Phase, TableMeld
from kalooki_ref.referee.melds import meld_findings
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.constraints import objections_to
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import switch_of
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.properties.hands import SMALL_CONTRACTS, dealt_hand, neighbours, small_hand, some_table
from tests.properties.written import system_with

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Parameters of a hand to generate."""

    system: RuleSystem
    contract: Contract | None
    size: int = 0


Turned = tuple[str, ...]
Lying = tuple[TableMeld, ...]

# Switches that affect what a hand can do.
FIELDS = (
    "set_suits_differ", "set_max", "run_max", "ace", "ace_at_both_ends", "ranks_apart",
    "suits_apart",
    "set_min_naturals", "run_min_naturals", "set_joker_cap", "run_joker_cap",
    "jokers_side_by_side", "opening", "contract_in_parts", "builders_open", "going_out_opens",
    "extra_melds", "tack_ends", "joker_as_ace", "joker_mover", "joker_goes", "set_joker",
    "final_discard", "joker_discard",
)  # fmt: skip

# Other switches that a switch requires.
NEEDED = {
    "set_suits_differ=yes": {"set_max": "4"},
    "set_joker=suits": {"set_suits_differ": "yes", "set_max": "4", "joker_goes": "reused"},
    "ace=high": {"ace_at_both_ends": "no"},
    "joker_as_ace=no": {"tack_ends": "high"},
    "joker_mover=everyone": {"joker_goes": "hand"},
}

MOST_CARDS = 23


def some_switches(rng: Random, slug: str) -> Turned:
    """Return a random compatible combination of changed switches of a system."""
    turned: Turned = ()
    share = rng.choice((0, 0.1, 0.2, 0.4, 0.6))
    for field in rng.sample(FIELDS, len(FIELDS)):
        more = (*turned, *turned_with(rng, slug, field)) if rng.random() < share else turned
        if is_possible(slug, more):
            turned = more
    return turned


def turned_with(rng: Random, slug: str, field: str) -> Turned:
    """Return a changed switch, with the other switches it requires."""
    system = system_of(slug)
    others = [c.key for c in switch_of(field).choices if c.value != getattr(system, field)]
    text = f"{field}={rng.choice(others)}"
    needed = [f"{name}={key}" for name, key in NEEDED.get(text, {}).items()]
    return (text, *(more for more in needed if is_news(slug, more)))


def is_news(slug: str, turned: str) -> bool:
    field = turned.split("=", maxsplit=1)[0]
    return getattr(system_with(slug, (turned,)), field) != getattr(system_of(slug), field)


def is_possible(slug: str, turned: Turned) -> bool:
    """Return whether each switch differs from the system and all are compatible."""
    base, played = system_of(slug), system_with(slug, turned)
    fields = {*FIELDS, *(text.partition("=")[0] for text in turned)}
    changed = frozenset(f for f in fields if getattr(base, f) != getattr(played, f))
    return len(changed) == len(turned) and not objections_to(played, changed)


def small_one(rng: Random, slug: str, *, table: bool) -> tuple[Question, Turned]:
    """Return a question small enough for brute force, and its changed switches."""
    turned = some_switches(rng, slug)
    system = system_with(slug, turned)
    down = table and rng.random() < 0.6
    contract = Contract(*rng.choice(SMALL_CONTRACTS)) if system.contracts and not down else None
    if system.opening and not any(text.startswith("opening") for text in turned):
        turned = (*turned, f"opening={rng.choice((10, 20, 30, 40))}")
        system = system_with(slug, turned)
    if not table:
        return Question(small_hand(rng, system), system, contract), turned
    lying = in_parts(rng, some_table(rng, system, down=down), Wanted(system, contract))
    hand = small_hand(rng, system, most=4 if down else 7)
    hand = (hand[: 3 if down else 6] + near(rng, lying, 3))[:8]
    return Question(hand, system, contract, lying, down), turned


def large_one(rng: Random, slug: str, *, table: bool) -> tuple[Question, Turned]:
    """Return a question with a hand of up to 23 cards, and its changed switches."""
    turned = some_switches(rng, slug)
    system = system_with(slug, turned)
    down = table and rng.random() < 0.4
    contract = rng.choice(system.contracts) if system.contracts and not down else None
    lying = some_table(rng, system, down=down) if table else ()
    lying = in_parts(rng, lying, Wanted(system, contract))
    size = some_size(rng, contract, down=down)
    hand = rng.choice(SHAPES)(rng, Wanted(system, contract, size))
    if lying:
        hand = (near(rng, lying, 5) + hand)[: max(size, 2)]
    return Question(hand, system, contract, lying, down), turned


def in_parts(rng: Random, lying: Lying, wanted: Wanted) -> Lying:
    """Return the board with some melds marked as parts of the contract from an earlier turn."""
    contract, system = wanted.contract, wanted.system
    if contract is None or not system.contract_in_parts:
        return lying
    place = rng.randrange(len(lying)) if lying else 0
    for item in lying[place : place + 1]:
        is_set = item.meld.kind is MeldKind.SET
        is_part = contract.sets if is_set else contract.runs
        is_whole = contract.sets + contract.runs == 1
        if is_part and not is_whole and not meld_findings(item.meld, system, phase=Phase.LAY):
            own = replace(item, owner=Owner.OWN)
            return (*lying[:place], own, *lying[place + 1 :])
    return lying


def some_size(rng: Random, contract: Contract | None, *, down: bool) -> int:
    """Return a possible hand size during a turn."""
    if rng.random() < 0.1:
        return MOST_CARDS
    if down:
        return rng.randint(1, 10)
    if contract is None:
        return rng.choice((13, 14, 14, 14, 16, 18))
    return min(MOST_CARDS, contract.cards + 1 + 2 * rng.choice((0, 0, 1, 1, 2, 3)))


def near(rng: Random, lying, most: int) -> Cards:
    """Return some cards that may fit the melds on the board."""
    cards = [card for item in lying for card in neighbours(item.meld)]
    return tuple(rng.sample(cards, min(len(cards), rng.randint(0, most))))


def as_dealt(rng: Random, wanted: Wanted) -> Cards:
    """Return a dealt hand."""
    return dealt_hand(rng, wanted.system, wanted.size)


def nearly_one_suit(rng: Random, wanted: Wanted) -> Cards:
    """Return mostly cards of one suit, most of them twice."""
    suit = rng.choice(wanted.system.suits)
    jokers, others = rng.choice((0, 1, 2, 4)), rng.randint(0, 4)
    deck = [Card(rank, suit) for rank in RANKS] * rng.choice((2, 2, 3, 4))
    cards = rng.sample(deck, min(len(deck), max(0, wanted.size - jokers - others)))
    return (*cards, *dealt_hand(rng, wanted.system, others), *(JOKER,) * jokers)[: wanted.size]


def many_doubles(rng: Random, wanted: Wanted) -> Cards:
    """Return cards of nearby ranks, many of them three or four times."""
    low, span = rng.randint(1, 8), rng.randint(3, 6)
    ranks = [(rank - 1) % len(RANKS) + 1 for rank in range(low, low + span)]
    suits = rng.sample(wanted.system.suits, rng.choice((2, 3, 4)))
    deck = [Card(rank, suit) for suit in suits for rank in ranks] * rng.choice((3, 4))
    jokers = min(wanted.size, rng.choice((0, 0, 1, 2, 3)))
    return (*rng.sample(deck, min(len(deck), wanted.size - jokers)), *(JOKER,) * jokers)


def many_jokers(rng: Random, wanted: Wanted) -> Cards:
    """Return four to eight jokers with dealt cards or cards of nearby ranks."""
    jokers = min(wanted.size // 2, rng.randint(4, 8))
    shape = rng.choice((as_dealt, many_doubles, nearly_one_suit))
    cards = [card for card in shape(rng, replace(wanted, size=2 * wanted.size)) if card.rank]
    return (*cards[: wanted.size - jokers], *(JOKER,) * jokers)


def sparse_with_jokers(rng: Random, wanted: Wanted) -> Cards:
    """Return some ranks of one or two suits, mostly twice, with jokers for the gaps."""
    suits = rng.sample(wanted.system.suits, rng.choice((1, 1, 2)))
    ranks = rng.sample(RANKS, rng.randint(5, 11))
    jokers = min(wanted.size // 2, rng.randint(3, 8))
    deck = [Card(rank, suit) for suit in suits for rank in ranks] * 2
    cards = rng.sample(deck, min(len(deck), wanted.size - jokers))
    others = dealt_hand(rng, wanted.system, wanted.size - jokers - len(cards))
    return (*cards, *others, *(JOKER,) * jokers)


def all_but(rng: Random, wanted: Wanted) -> Cards:
    """Return a lay that meets the contract with one or two cards changed, and other cards."""
    contract = wanted.contract or _some_melds(rng, wanted.system)
    kinds = [MeldKind.SET] * contract.sets + [MeldKind.RUN] * contract.runs
    sizes = {MeldKind.SET: contract.set_size, MeldKind.RUN: contract.run_size}
    melds = [legal_meld(rng, wanted.system, kind, sizes[kind]) for kind in kinds]
    cards = [card for meld in melds for card in meld.cards]
    others = list(dealt_hand(rng, wanted.system, MOST_CARDS))
    for _ in range(rng.choice((0, 1, 1, 2))):
        if cards:
            cards[rng.randrange(len(cards))] = others.pop()
    return tuple((cards + others)[: wanted.size])


def _some_melds(rng: Random, system: RuleSystem) -> Contract:
    return Contract(rng.randint(0, 2), rng.randint(0, 2), system.set_min, system.run_min)


def legal_meld(rng: Random, system: RuleSystem, kind: MeldKind, size: int) -> Meld:
    """Return a legal meld of this size, sometimes with jokers."""
    while True:
        chance, jokers = Chance(rng.getrandbits(64)), rng.choice((0, 0, 0, 1, 2))
        meld = some_meld(chance, system, kind, jokers=jokers, size=size)
        if not meld_findings(meld, system, phase=Phase.LAY):
            return meld


Shape = Callable[[Random, Wanted], Cards]
SHAPES: tuple[Shape, ...] = (
    as_dealt, nearly_one_suit, many_doubles, many_jokers, sparse_with_jokers, all_but, all_but,
)  # fmt: skip


def some_question(rng: Random, number: int) -> tuple[Question, Turned, bool]:
    """Return a question, its switches, and whether it suits brute force; kinds take turns."""
    slug = SYSTEMS[number % len(SYSTEMS)].slug
    kind = number // len(SYSTEMS) % 4
    make = small_one if kind < 2 else large_one
    question, turned = make(rng, slug, table=bool(kind % 2))
    return question, turned, kind < 2
