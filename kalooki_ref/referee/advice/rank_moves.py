"""What a search may do at one place: how the suits' runs go on, and which sets the rest makes."""

from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.hand_counts import rank_at
from kalooki_ref.referee.advice.open_runs import PAST
from kalooki_ref.referee.advice.position import Position, SearchSpec
from kalooki_ref.referee.advice.rank_sets import (
    NO_SETS,
    RankCards,
    RankSets,
    counted_sets,
    open_sets,
)
from kalooki_ref.referee.advice.run_states import Ahead, RunStep, SuitCards, SuitState, automaton_of

# The number of each suit's state, packed: read by ``suit_state``.
Suits = int
# Bits for the state of one suit.
STATE = 20

# The steps of those suits that can do anything at all, each with its suit.
SuitSteps = tuple[tuple[int, RunStep], ...]


class RunWay(NamedTuple):
    """How suits go on together: their next states, the cards they leave, sums over their steps."""

    suits: Suits
    rests: int
    jokers: int
    needed: int
    begun: int
    room: int
    points: int
    steps: SuitSteps


# More sets than a hand makes.
ANY_NUMBER = 99
# Bits for the cards of one suit that no run took.
REST = 5
# The work of a move made, and how many ways on can be tried for a unit of it.
MOVE, TRIED = 4, 8


def suit_state(suits: Suits, suit: int) -> int:
    """Return the number of one suit's state."""
    return suits >> STATE * suit & (1 << STATE) - 1


class RankMove(NamedTuple):
    """One way on from a place.

    ``load`` are the jokers used and those its runs still take; ``lost`` is the price of the cards
    left over, ``dearest`` of the dearest, NO_CARD where there is none. ``steps`` are the suits',
    ``made`` what is done with the cards they leave, which are ``rests``.
    """

    load: int
    jokers: int
    suits: Suits
    sets: int
    runs: int
    room: int
    points: int
    lost: int
    dearest: int
    steps: SuitSteps
    made: RankSets
    rests: int


class RankMoves:
    """The moves of one hand at each place, found as the search comes there."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        self.hand, self.targets, self.spec = position.hand, position.targets, spec
        self.budget, targets = position.budget, position.targets
        self.automaton = automaton_of(
            spec.system, spec.run_sizes, has_room=spec.has_room, counts_points=spec.opening > 0
        )
        self.most, reach = spec.most_jokers, max(spec.run_sizes)
        self._counts_cards, self._most_sets = spec.counts_cards, _most_sets(spec)
        self.start: Suits = 0
        for suit, runs in enumerate(targets.runs):
            state = SuitState(0, targets.own_runs[suit], runs)
            self.start |= self.automaton.number_of(state) << STATE * suit
        self._ahead = [_next_naturals(row, reach) for row in self.hand.counts]
        self._idle = [[False] * len(self.hand.counts) for _ in range(PAST + 1)]
        self._moves: list[dict[Suits, list[RankMove]]] = [{} for _ in range(PAST + 1)]
        self._sets: list[dict[int, tuple[RankSets, ...]]] = [{} for _ in range(PAST + 1)]

    def moves(self, place: int, suits: Suits) -> list[RankMove]:
        """Return every way on from the suits' states, fewest jokers first."""
        known = self._moves[place].get(suits)
        if known is None:
            known = self._moves[place][suits] = self._find(place, suits)
        return known

    def _find(self, place: int, suits: Suits) -> list[RankMove]:
        best: dict[tuple[int, ...], RankMove] = {}
        ways = self._run_ways(place, suits)
        for after, rests, used, needed, begun, room, points, steps in ways:
            choices = self.sets(place, rests)
            self.budget.spend(1 + len(choices) // TRIED)
            for made in choices:
                sets, wild, more, lost, dearest, gain, *_ = made
                load = used + needed + wild
                if load > self.most:
                    continue
                key = (load, used + wild, after, sets, begun, room + more, points + gain, dearest)
                known = best.get(key)
                if known is None or lost < known.lost:
                    best[key] = RankMove(*key[:7], lost, dearest, steps, made, rests)
        self.budget.spend(MOVE * len(best))
        return sorted(best.values())

    def _run_ways(self, place: int, suits: Suits) -> list[RunWay]:
        """Return how the runs of all suits go on together, as sums of their steps."""
        most, idle = self.most, self._idle[place]
        active, untaken = [], 0
        for suit, row in enumerate(self.hand.counts):
            state, here = suit_state(suits, suit), row[place] if place < PAST else 0
            if state or (here and not idle[suit]):
                active.append((suit, state, here))
            else:
                untaken |= here << REST * suit
        ways = [RunWay(0, untaken, 0, 0, 0, 0, 0, ())]
        for suit, state, here in active:
            low, shift = REST * suit, STATE * suit
            cards = SuitCards(here, self._ahead[suit][place], most, suit)
            steps = self.automaton.steps(state, place, cards, self.budget)
            self.budget.spend(len(ways) * len(steps) // TRIED)
            idle[suit] = idle[suit] or (not state and len(steps) == 1)
            free = here - (self.automaton.states[state].low_aces if place == HIGH_ACE else 0)
            ways = [
                RunWay(
                    after | step.state << shift,
                    rests | free - step.naturals << low,
                    used + step.jokers,
                    needed + step.needed,
                    begun + step.begun,
                    room + step.room,
                    points + step.points,
                    (*taken, (suit, step)),
                )
                for after, rests, used, needed, begun, room, points, taken in ways
                for step in steps
                if used + needed + step.jokers + step.needed <= most
            ]
            self.budget.spend(len(ways))
        return ways

    def sets(self, place: int, rests: int) -> tuple[RankSets, ...]:
        """Return what can be done with the cards of a rank that the runs left."""
        if place in (LOW_ACE, PAST):
            return (NO_SETS,)
        known = self._sets[place].get(rests)
        if known is None:
            system, cards = self.spec.system, self.cards_of(place, rests)
            if self._counts_cards:
                known = counted_sets(system, cards, self.most, self.budget.spend)
            else:
                known = open_sets(system, cards, self.most)
            self._sets[place][rests] = known
        return known

    def cards_of(self, place: int, rests: int) -> RankCards:
        """Return the cards of a rank that the runs left, as sets see them."""
        rank = rank_at(place)
        return RankCards(
            tuple(rests >> REST * suit & 31 for suit in range(len(self.hand.counts))),
            tuple(row[place] for row in self.hand.prices),
            self.targets.sets[rank],
            0 if rank in self.targets.own_sets else self._most_sets,
            self.automaton.runs.points_at(place, 0),
            self.spec.borrowable > 0,
            self.spec.set_size,
            self.spec.smallest_set,
        )


def _most_sets(spec: SearchSpec) -> int:
    """Return how many sets of one rank are worth trying."""
    most = ANY_NUMBER if spec.counts_cards and not spec.contract_only else spec.most_sets
    return min(most, 1) if spec.system.ranks_apart else most


def _next_naturals(row: tuple[int, ...], reach: int) -> list[Ahead]:
    """Return for each place how many naturals lie at the next ones, as far as a shortest run goes.

    Where there are none, but some later, a 1 stands beyond.
    """
    longer = row + (0,) * reach
    rows = []
    for place in range(PAST + 1):
        ahead = longer[place + 1 : place + reach]
        is_later = not any(ahead) and any(row[place + 1 :])
        rows.append((*ahead, 1) if is_later else ahead)
    return rows
