"""Moves of the search at one place: transitions of all suits' runs, and sets of the other cards."""

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

# The state numbers of all suits, packed into one integer; see ``suit_state``.
Suits = int
# Bits per suit in ``Suits``.
STATE = 20

# Steps of the suits that have any runs or cards here, each with the index of its suit.
SuitSteps = tuple[tuple[int, RunStep], ...]


class RunWay(NamedTuple):
    """A joint transition of all suits: next states, unused cards, and sums over the steps."""

    suits: Suits
    rests: int
    jokers: int
    needed: int
    begun: int
    room: int
    points: int
    steps: SuitSteps


# More sets than any hand makes.
ANY_NUMBER = 99
# Bits per suit for the number of cards not used in runs.
REST = 5
# Budget units per move created, and how many set choices are tried per unit.
MOVE, TRIED = 4, 8


def suit_state(suits: Suits, suit: int) -> int:
    """Extract the state number of one suit."""
    return suits >> STATE * suit & (1 << STATE) - 1


class RankMove(NamedTuple):
    """A transition of the search at a place.

    ``load`` is the number of jokers used plus those its runs still need; ``lost`` is the price of
    unused cards, ``dearest`` the price of the dearest, NO_CARD if there are none. ``steps`` are the
    suits' transitions, ``made`` the sets made of the cards they leave, which ``rests`` packs.
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
    """The moves of one hand at each place, computed lazily and memoized."""

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
        """Return all moves from the suits' states at a place, fewest jokers first."""
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
        """Return the joint transitions of all suits' runs."""
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
        """Return the possible sets of a rank's cards that the runs leave."""
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
        """Unpack the cards of a rank that the runs leave."""
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
    """Return the maximum number of sets of one rank worth trying."""
    most = ANY_NUMBER if spec.counts_cards and not spec.contract_only else spec.most_sets
    return min(most, 1) if spec.system.ranks_apart else most


def _next_naturals(row: tuple[int, ...], reach: int) -> list[Ahead]:
    """Return, by place, the number of naturals at each of the following places.

    The rows cover the places within reach of a minimal run; a final 1 is added if naturals only
    come later.
    """
    longer = row + (0,) * reach
    rows = []
    for place in range(PAST + 1):
        ahead = longer[place + 1 : place + reach]
        is_later = not any(ahead) and any(row[place + 1 :])
        rows.append((*ahead, 1) if is_later else ahead)
    return rows
