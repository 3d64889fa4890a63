"""The way a search found, written down: melds, what goes to the table, what stays in hand.

Not here: the search (sweep), and the order of acts on the table (acts).
"""

from dataclasses import dataclass

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, Card
from kalooki_ref.referee.advice.groups import Group, Home, left_cards
from kalooki_ref.referee.advice.places import rank_at
from kalooki_ref.referee.advice.stage import STATE, WIDTH, Fan, Stage
from kalooki_ref.referee.advice.strands import NEW, Loom, Step, Strand
from kalooki_ref.referee.advice.sweep import Search, Trail
from kalooki_ref.referee.meld import Meld, MeldKind

Cards = tuple[Card, ...]
Cells = tuple[tuple[int, Card], ...]
"""Places and the cards in them, low to high."""

Open = tuple[Strand, Cells]
"""A strand and the cells it has so far; a run of the table only those that came to it."""

Weaving = tuple[tuple[Open, ...], tuple[Open, ...], int, int]
"""Strands still open, strands closed, naturals and jokers used."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to lay, what stays in hand, and the jokers that have no place of their own yet.

    ``growths`` are runs of the table with what comes to them, by suit; ``homes`` are what the
    sets of the table take, with the rank and the naturals.
    """

    sets: tuple[Meld, ...] = ()
    runs: tuple[Meld, ...] = ()
    kept: Cards = ()
    growths: tuple[tuple[int, Open], ...] = ()
    homes: tuple[tuple[int, tuple[tuple[Home, Cards], ...]], ...] = ()
    spare: int = 0

    @property
    def melds(self) -> tuple[Meld, ...]:
        """All of it, sets first."""
        return self.sets + self.runs


def write_plan(search: Search, trail: Trail) -> Plan:
    """Follow a trail again and write down what it does; jokers without a place are counted."""
    plan = Plan()
    rows: list[tuple[Open, ...]] = [
        tuple([(strand, ()) for strand in strands]) for strands in _first_strands(search, trail)
    ]
    used = 0
    closed: list[tuple[int, Open]] = []
    for number, stage in enumerate(search.stages):
        here, there = trail[number], trail[number + 1]
        move = _move_between(search, number, (here, there))
        used += move[1]
        steps, group, rests = stage.detail(here[0] >> WIDTH, move)
        for suit, step in enumerate(steps):
            card = Card(rank_at(stage.place), stage.system.suits[suit])
            rows[suit], ended = _grown(stage, rows[suit], step, card)
            closed += [(suit, one) for one in ended]
        if stage.place > LOW_ACE:
            plan = _grouped(plan, stage, group, rests)
    for suit, row in enumerate(rows):
        closed += [(suit, one) for one in row]
    return _with_runs(plan, closed, search.task.jokers - used)


def _first_strands(search: Search, trail: Trail) -> list[tuple[Strand, ...]]:
    suits = trail[0][0] >> WIDTH
    loom = search.stages[0].loom
    return [
        loom.bundles[suits >> STATE * suit & 0xFFFF][2]
        for suit in range(len(search.stages[0].system.suits))
    ]


def _with_runs(plan: Plan, closed: list[tuple[int, Open]], spare: int) -> Plan:
    runs, growths = [], []
    for suit, (strand, cells) in closed:
        if strand[0] < 0:
            growths.append((suit, (strand, cells)))
        else:
            runs.append(Meld(MeldKind.RUN, tuple([card for _, card in cells])))
    return Plan(plan.sets, tuple(runs), plan.kept, tuple(growths), plan.homes, spare)


def _move_between(
    search: Search, number: int, points: tuple[tuple[int, int], tuple[int, int]]
) -> Fan:
    here, there = points
    for move in search.stages[number].fan(here[0] >> WIDTH):
        if search.takes(number, here, there, move):
            return move
    raise ValueError(points)


def _grown(
    stage: Stage, row: tuple[Open, ...], step: Step, card: Card
) -> tuple[tuple[Open, ...], tuple[Open, ...]]:
    """Return the strands after a step, and those that closed."""
    state, used, jokers, opened, _, _ = step
    wanted = stage.loom.bundles[state][2]
    is_last = stage.place == HIGH_ACE
    for grown, closed, naturals, wild in _weavings(stage.loom, row, stage.place, card):
        more, extra = used - naturals, jokers - wild
        if more < 0 or extra < 0 or more + extra != opened:
            continue
        begun = _begun(stage.loom, stage.place, card, (more, extra))
        strands = tuple(sorted([strand for strand, _ in grown + begun]))
        if strands == wanted or (is_last and all(map(stage.loom.may_close, strands))):
            return grown + begun, closed
    raise ValueError(step)


def _weavings(loom: Loom, row: tuple[Open, ...], place: int, card: Card) -> list[Weaving]:
    ways: list[Weaving] = [((), (), 0, 0)]
    for strand, cells in row:
        choices: list[Weaving] = []
        for longer, naturals, wild in loom.moves(strand, place):
            added = cells
            if naturals or wild > 0:
                added = (*cells, (place, card if naturals else JOKER))
            if longer is None:
                choices.append(((), ((strand, added),), naturals, wild))
            else:
                choices.append((((longer, added),), (), naturals, wild))
        ways = [
            (a + grown, b + closed, u + naturals, j + wild)
            for a, b, u, j in ways
            for grown, closed, naturals, wild in choices
        ]
    return ways


def _begun(loom: Loom, place: int, card: Card, counts: tuple[int, int]) -> tuple[Open, ...]:
    more, wild = counts
    begun: list[Open] = []
    for joker, added in [(0, card)] * more + [(1, JOKER)] * wild:
        strand = loom.grow(NEW, joker, place)
        if strand:
            begun.append((strand, ((place, added),)))
    return tuple(begun)


def _grouped(plan: Plan, stage: Stage, group: Group, rests: tuple[int, ...]) -> Plan:
    """Return the plan with the sets made of a rank, what goes to the table, and what is kept."""
    count, wild, naturals, _, _, homes = group
    system = stage.system
    rank = rank_at(stage.place)
    tacked = [suit for home in homes for suit in home[0]]
    free = tuple([rest - tacked.count(suit) for suit, rest in enumerate(rests)])
    most = count if system.set_suits_differ else sum(free)
    left = left_cards(free, stage.values, most, naturals)
    kept = tuple([Card(rank, system.suits[suit]) for suit in left])
    melds: list[list[Card]] = [[] for _ in range(count)]
    place = 0
    for suit, rest in enumerate(free):
        for _ in range(rest - left.count(suit)):
            melds[place % count].append(Card(rank, system.suits[suit]))
            place += 1
    for _ in range(wild - sum([home[1] - home[2] for home in homes])):
        min(melds, key=len).append(JOKER)
    made = tuple([Meld(MeldKind.SET, tuple(cards)) for cards in melds])
    at_home = tuple(
        [(home, tuple([Card(rank, system.suits[suit]) for suit in home[0]])) for home in homes]
    )
    return Plan(
        plan.sets + made,
        plan.runs,
        plan.kept + kept,
        plan.growths,
        (*plan.homes, (rank, at_home)) if at_home else plan.homes,
        plan.spare,
    )
