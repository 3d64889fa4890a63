"""Generates questions under house rules with own contracts, minimum sizes and card values."""

from random import Random

from kalooki_ref.cards import RANKS
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.constraints import objections_to
from kalooki_ref.rules.model import PointTable
from kalooki_ref.rules.switch import as_key
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.properties.hands import small_hand, some_table
from tests.properties.shapes import (
    SHAPES,
    Turned,
    Wanted,
    in_parts,
    near,
    some_size,
    some_switches,
)
from tests.properties.written import system_with

SLUGS = tuple(system.slug for system in SYSTEMS if system.contracts)
# Switches left unchanged, since own contracts and values replace them.
TAKEN = ("opening=", "contracts=")
MOST_TRIES = 200


def own_question(rng: Random, number: int) -> tuple[Question, Turned, bool]:
    """Return a question, its switches, and whether it suits brute force; kinds take turns."""
    kind = number % 4
    is_small, has_table = kind < 2, bool(kind % 2)
    for _ in range(MOST_TRIES):
        contract = some_contract(rng, is_small=is_small)
        slug = rng.choice(SLUGS)
        turned = own_switches(rng, slug, contract)
        if can_be_played(slug, turned):
            return asked(rng, slug, turned, contract, is_small, has_table), turned, is_small
    raise AssertionError("no rules can be played")


def some_contract(rng: Random, *, is_small: bool) -> Contract:
    """Return a contract of melds: one or two that fit a small hand, or up to five."""
    most = 2 if is_small else rng.choice((2, 3, 3, 4, 5))
    sets = rng.randint(0, most)
    runs = rng.randint(int(not sets), most - sets) if most > sets else 0
    sizes = (3, 4, 4, 5) if is_small else (3, 3, 4, 4, 5, 6, 8)
    lengths = (3, 4, 5, 6) if is_small else (3, 4, 5, 6, 7, 9, 11, 13)
    return Contract(
        sets,
        runs,
        rng.choice(sizes) if sets else 3,
        rng.choice(lengths) if runs else 4,
    )


def own_switches(rng: Random, slug: str, contract: Contract) -> Turned:
    """Return changed switches of a system, including own values."""
    turned = tuple(choice for choice in some_switches(rng, slug) if not choice.startswith(TAKEN))
    own = [f"contracts={as_key((contract,))}", f"run_min={rng.choice((3, 3, 4, 5))}"]
    if rng.random() < 0.2:
        own.append("set_min=4")
    if rng.random() < 0.5:
        own.append(f"points={as_key(some_points(rng))}")
    return (*turned, *own)


def some_points(rng: Random) -> PointTable:
    """Return card values from 0 to 100, many of them equal."""
    few = rng.sample(range(101), rng.choice((1, 3, 6)))
    ranks = tuple(rng.choice(few) for _ in RANKS[1:])
    aces = tuple(rng.choice(few) for _ in range(4))
    return PointTable(ranks, aces, rng.choice((*few, 0, 25, 50)))


def can_be_played(slug: str, turned: Turned) -> bool:
    base, played = system_of(slug), system_with(slug, turned)
    fields = {text.split("=")[0] for text in turned}
    changed = frozenset(f for f in fields if getattr(base, f) != getattr(played, f))
    return not objections_to(played, changed)


def asked(
    rng: Random, slug: str, turned: Turned, contract: Contract, is_small: bool, has_table: bool
) -> Question:
    """Return a hand under these rules, with or without a board."""
    system = system_with(slug, turned)
    down = has_table and rng.random() < 0.4
    opens = None if down else contract
    lying = some_table(rng, system, down=down) if has_table else ()
    lying = in_parts(rng, lying, Wanted(system, opens))
    if is_small:
        hand = small_hand(rng, system, most=(4 if down else 7) if has_table else 9)
        hand = (hand[: 3 if down else 6] + near(rng, lying, 3))[:8] if has_table else hand
        return Question(hand, system, opens, lying, down)
    size = some_size(rng, opens, down=down)
    hand = rng.choice(SHAPES)(rng, Wanted(system, opens, size))
    return Question((near(rng, lying, 5) + hand)[: max(size, 2)], system, opens, lying, down)
