"""What the search may do at one position: how the suits' runs go on, which sets are made.

Not here: the order in which the search tries things (sweep).
"""

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.board import Board
from kalooki_ref.referee.advice.groups import Group, Home, Rank, group_ways
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.places import rank_at
from kalooki_ref.referee.advice.strands import Loom, Step
from kalooki_ref.referee.advice.task import Task
from kalooki_ref.rules.model import RuleSystem

JOKERS = 31
SETS = 5
RUNS = 9
POINTS = 13
BIT = 1 << 20
WIDTH = 21
STATE = 16
"""A key of the search, from its lowest bit: jokers used (5 bits, ``JOKERS``), sets (4), runs (4),
points toward the opening (7), whether the card to throw is chosen (``BIT``); then, from ``WIDTH``
on, the state of each suit in 16 bits, a number of the loom's."""

REST = 5
"""Bits for the cards of one suit that no run took."""

FAR = 1 << 20
"""More than any hand costs."""

Fan = tuple[int, int, int, int, int, int, int, int]
"""Jokers used and needed, jokers used, suits' states, sets, runs, points, left over, dearest."""

Offer = tuple[int, int, int, int, int, Group]
"""Sets made, jokers used, points toward the opening, left over, dearest; and all there is to it."""

MOST_WAYS = 12_000
"""How many ways of one position are looked at, from one state of the suits."""


At = tuple[RuleSystem, Loom, Board]
"""Where a position is: under which rules, among which runs, before which table."""


class Stage:
    """One position of the sweep with the cards at hand."""

    def __init__(self, place: int, holding: Holding, task: Task, at: At) -> None:
        system, loom, board = at
        self.place = place
        self.system = system
        self.loom = loom
        self.jokers = loom.jokers
        self.homes = board.homes[rank_at(place)]
        self.is_taken = rank_at(place) in board.taken
        self.gives_jokers = board.credit > 0
        self.joker_price = holding.joker_price
        self.values = tuple([row[place] for row in holding.prices])
        self.counts_points = task.opening > 0
        self.points = self.values if self.counts_points else (0,) * len(self.values)
        self.here = tuple([row[place] for row in holding.counts])
        reach = loom.shortest
        self.columns = []
        for counts in holding.counts:
            ahead = counts[place + 1 : place + reach]
            self.columns.append((place, counts[place], ahead))
        self.top = 0
        self.set_dues: list[int] = []
        self.run_dues: list[int] = []
        self._fans: dict[int, list[Fan]] = {}
        self._groups: dict[int, list[Offer]] = {}
        self.work = 0
        """How many ways were looked at so far to find what this position allows."""
        self.is_cut = False
        """Whether there were more ways than were looked at."""

    def due(self, sets: int, runs: int) -> int:
        """Return the fewest jokers the rest of the contract still takes from here on."""
        return self.set_dues[sets] + self.run_dues[runs]

    def fan(self, suits: int) -> list[Fan]:
        """Return every way on from the suits' states, fewest jokers first."""
        known = self._fans.get(suits)
        if known is None:
            known = self._fans[suits] = self._fan_of(suits)
        return known

    def detail(self, suits: int, move: Fan) -> tuple[tuple[Step, ...], Group, tuple[int, ...]]:
        """Return the suits' steps, the sets and the cards free for them that make up a move."""
        columns = [self._steps(suit, suits)[0] for suit in range(len(self.here))]
        for steps in _choices(columns, self.jokers):
            state, rest, jokers, opened, need, worth = self._sum_of(suits, steps)
            for sets, wild, gain, lost, dear, group in self._group_ways(rest):
                found = (jokers + need + wild, jokers + wild, state, sets, opened)
                if (*found, worth + gain, lost, dear) == move:
                    return steps, group, self._rests(rest)
        raise ValueError(move)

    def _sum_of(self, suits: int, steps: tuple[Step, ...]) -> tuple[int, int, int, int, int, int]:
        state = rest = worth = 0
        for suit, step in enumerate(steps):
            here = self._steps(suit, suits)[1]
            state |= step[0] << STATE * suit
            rest |= here - step[1] << REST * suit
            worth += self.points[suit] * step[4]
        jokers, opened, need = [sum([step[i] for step in steps]) for i in (2, 3, 5)]
        return state, rest, jokers, opened, need, worth

    def _steps(self, suit: int, suits: int) -> tuple[tuple[Step, ...], int]:
        """Return the steps of one suit, and how many of its naturals are still there."""
        state = suits >> STATE * suit & 0xFFFF
        at = self.columns[suit]
        column = self.loom.column(*at)
        steps = column.get(state) or self.loom.steps(column, state, at)
        return steps, at[1] - (self.loom.bundles[state][0] if self.place == HIGH_ACE else 0)

    def _rests(self, rest: int) -> tuple[int, ...]:
        return tuple([rest >> REST * suit & 31 for suit in range(len(self.values))])

    def _fan_of(self, suits: int) -> list[Fan]:
        best: dict[tuple[int, int, int, int, int, int, int], int] = {}
        most = self.work + MOST_WAYS
        for state, rest, jokers, opened, need, worth in self._suit_ways(suits):
            offers = self._group_ways(rest)
            self.work += len(offers)
            if self.work > most:
                self.is_cut = True
                break
            room = self.jokers - jokers - need
            for sets, wild, gain, lost, dear, _ in offers:
                if wild > room:
                    continue
                load = jokers + need + wild
                key = (load, jokers + wild, state, sets, opened, worth + gain, dear)
                if lost < best.get(key, FAR):
                    best[key] = lost
        fan = [(*key[:6], lost, key[6]) for key, lost in best.items()]
        fan.sort()
        return fan

    def _gain(self, group: Group) -> int:
        """Return the points that count toward the opening: of new sets, and of builders."""
        if not self.counts_points:
            return 0
        _, wild, naturals, _, _, homes = group
        points = (naturals + wild - tacked_jokers(homes)) * self.values[0]
        if self.system.builders_open:
            for suits, jokers, freed in homes:
                if not freed:
                    points += sum([self.values[suit] for suit in suits]) + jokers * self.values[0]
        return points

    def _suit_ways(self, suits: int) -> list[tuple[int, int, int, int, int, int]]:
        ways = [(0, 0, 0, 0, 0, 0)]
        most = self.jokers
        for suit, value in enumerate(self.points):
            steps, here = self._steps(suit, suits)
            low, shift = REST * suit, STATE * suit
            ways = [
                (
                    before | step[0] << shift,
                    rest | here - step[1] << low,
                    jokers + step[2],
                    opened + step[3],
                    need + step[5],
                    worth + value * step[4],
                )
                for before, rest, jokers, opened, need, worth in ways
                for step in steps
                if jokers + need + step[2] + step[5] <= most
            ]
            self.work += len(ways)
            if len(ways) > MOST_WAYS // 4:
                self.is_cut = True
                ways = ways[: MOST_WAYS // 4]
        return ways

    def _group_ways(self, rest: int) -> list[Offer]:
        if self.place == LOW_ACE:
            return [(0, 0, 0, 0, -1, (0, 0, 0, 0, -1, ()))]
        known = self._groups.get(rest)
        if known is None:
            rank = Rank(
                self._rests(rest), self.values, self.homes, self.is_taken, self.gives_jokers
            )
            ways = group_ways(self.system, rank, self.jokers)
            known = [(way[0], way[1], self._gain(way), way[3], way[4], way) for way in ways]
            self._groups[rest] = known
        return known


def _choices(columns: list[tuple[Step, ...]], jokers: int) -> list[tuple[Step, ...]]:
    choices: list[tuple[Step, ...]] = [()]
    for steps in columns:
        choices = [
            (*chosen, step)
            for chosen in choices
            for step in steps
            if sum([one[2] + one[5] for one in chosen]) + step[2] + step[5] <= jokers
        ]
    return choices


def tacked_jokers(homes: tuple[Home, ...]) -> int:
    """Return the jokers tacked on the table's sets, less those taken from them."""
    return sum([home[1] - home[2] for home in homes])
