"""The way a search found, written down as melds, and what stays in hand.

Not here: the search (sweep), and tacks on the table's melds (board).
"""

from dataclasses import dataclass, field

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, Card
from kalooki_ref.referee.advice.groups import Group, left_cards
from kalooki_ref.referee.advice.stage import WIDTH, Fan, Stage
from kalooki_ref.referee.advice.strands import NEW, Loom, Step, Strand
from kalooki_ref.referee.advice.sweep import Search, Trail
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]
Thread = tuple[Strand, Cards]
"""A strand and the cards in it so far."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to lay, what stays in hand, and the jokers that have no place of their own yet."""

    sets: tuple[Meld, ...]
    runs: tuple[Meld, ...]
    kept: Cards
    spare: int

    @property
    def melds(self) -> tuple[Meld, ...]:
        """All of it, sets first."""
        return self.sets + self.runs


@dataclass(frozen=True, slots=True)
class _Draft:
    """What has been written down up to some position."""

    sets: tuple[Meld, ...] = ()
    runs: tuple[Meld, ...] = ()
    kept: Cards = ()
    open: tuple[tuple[Thread, ...], ...] = field(default=((), (), (), ()))


def write_plan(search: Search, trail: Trail, system: RuleSystem) -> Plan:
    """Follow a trail again and write down what it lays; jokers without a place are counted."""
    draft = _Draft()
    used = 0
    for place, stage in enumerate(search.stages):
        here, there = trail[place], trail[place + 1]
        move = _move_between(search, place, (here, there))
        used += move[1]
        draft = _drafted(draft, stage, (here[0] >> WIDTH, move), system)
    runs = draft.runs + tuple([_run(cards) for row in draft.open for _, cards in row])
    return Plan(draft.sets, runs, draft.kept, search.task.jokers - used)


def _move_between(
    search: Search, place: int, points: tuple[tuple[int, int], tuple[int, int]]
) -> Fan:
    here, there = points
    for move in search.stages[place].fan(here[0] >> WIDTH):
        if search.takes(place, here, there, move):
            return move
    raise ValueError(points)


def _drafted(draft: _Draft, stage: Stage, at: tuple[int, Fan], system: RuleSystem) -> _Draft:
    suits, move = at
    steps, group, rests = stage.detail(suits, move)
    rows = []
    done = list(draft.runs)
    for suit, step in enumerate(steps):
        card = Card(_rank(stage.place), system.suits[suit])
        grown, closed = _grown(stage, draft.open[suit], step, card)
        rows.append(grown)
        done += [_run(cards) for cards in closed]
    sets, kept = ((), ()) if stage.place == LOW_ACE else _grouped(stage, group, rests, system)
    return _Draft(draft.sets + sets, tuple(done), draft.kept + kept, tuple(rows))


def _grown(
    stage: Stage, threads: tuple[Thread, ...], step: Step, card: Card
) -> tuple[tuple[Thread, ...], tuple[Cards, ...]]:
    """Return the threads after a step, and the cards of those that closed."""
    state, used, jokers, opened, _ = step
    wanted = stage.loom.bundles[state][2]
    is_last = stage.place == HIGH_ACE
    for grown, closed in _weavings(stage.loom, threads, stage.place, card):
        more = used - sum([1 for _, cards in grown if cards[-1] is card])
        wild = jokers - sum([1 for _, cards in grown if cards[-1] is JOKER])
        if more < 0 or wild < 0 or more + wild != opened:
            continue
        begun = _begun(stage.loom, stage.place, card, (more, wild))
        strands = tuple(sorted([strand for strand, _ in grown + begun]))
        if strands == wanted or (is_last and all(map(stage.loom.may_close, strands))):
            return grown + begun, closed
    raise ValueError(step)


def _weavings(
    loom: Loom, threads: tuple[Thread, ...], place: int, card: Card
) -> list[tuple[tuple[Thread, ...], tuple[Cards, ...]]]:
    ways: list[tuple[tuple[Thread, ...], tuple[Cards, ...]]] = [((), ())]
    for strand, cards in threads:
        choices: list[tuple[tuple[Thread, ...], tuple[Cards, ...]]] = []
        if loom.may_close(strand):
            choices.append(((), (cards,)))
        for joker, added in ((0, card), (1, JOKER)):
            longer = loom.grow(strand, joker, place)
            if longer:
                choices.append((((longer, (*cards, added)),), ()))
        ways = [(a + grown, b + closed) for a, b in ways for grown, closed in choices]
    return ways


def _begun(loom: Loom, place: int, card: Card, counts: tuple[int, int]) -> tuple[Thread, ...]:
    more, wild = counts
    begun: list[Thread] = []
    for joker, added in [(0, card)] * more + [(1, JOKER)] * wild:
        strand = loom.grow(NEW, joker, place)
        if strand:
            begun.append((strand, (added,)))
    return tuple(begun)


def _grouped(
    stage: Stage, group: Group, rests: tuple[int, ...], system: RuleSystem
) -> tuple[tuple[Meld, ...], Cards]:
    """Return the sets made of a rank, jokers spread evenly, and the cards of the rank kept."""
    count, wild, naturals, _, _ = group
    most = count if system.set_suits_differ else sum(rests)
    left = left_cards(rests, stage.values, most, naturals)
    rank = _rank(stage.place)
    kept = tuple([Card(rank, system.suits[suit]) for suit in left])
    melds: list[list[Card]] = [[] for _ in range(count)]
    place = 0
    for suit, rest in enumerate(rests):
        for _ in range(rest - left.count(suit)):
            melds[place % count].append(Card(rank, system.suits[suit]))
            place += 1
    for _ in range(wild):
        min(melds, key=len).append(JOKER)
    return tuple([Meld(MeldKind.SET, tuple(cards)) for cards in melds]), kept


def _run(cards: Cards) -> Meld:
    return Meld(MeldKind.RUN, cards)


def _rank(place: int) -> int:
    return LOW_ACE if place == HIGH_ACE else place
