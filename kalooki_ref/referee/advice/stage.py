"""What the search may do at one position: how each suit's runs go on, and which sets are made.

Not here: the order in which the search tries things (sweep).
"""

from dataclasses import dataclass

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.board import Board
from kalooki_ref.referee.advice.groups import Group, Home, Rank, absorbs, group_ways, least_naturals
from kalooki_ref.referee.advice.holding import Counts, Holding
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.advice.strands import Loom, Step
from kalooki_ref.referee.advice.windows import is_fit, shortest_runs_suffice
from kalooki_ref.rules.choices import Ace, ExtraMelds, JokerCap, JokerGoes
from kalooki_ref.rules.contracts import Contract
from kalooki_ref.rules.model import RuleSystem

JOKERS = 31
SETS = 5
RUNS = 9
POINTS = 13
BIT = 1 << 20
WIDTH = 21
STATE = 16
REST = 5

Fan = tuple[int, int, int, int, int, int, int, int]
"""Jokers used and needed, jokers used, suits' states, sets, runs, points, left over, dearest."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of a search, apart from the cards."""

    jokers: int
    sets: int
    runs: int
    opening: int
    exact: bool
    """Whether no more melds than the contract's may be laid."""
    tight: bool
    """Whether every joker left over is sure to find a place."""
    absorbs: bool
    """Whether one set is place enough for every joker left over."""
    may_throw_joker: bool
    may_keep_none: bool
    credit: int = 0
    """Jokers of the table that may be counted on before they are had."""
    must_reuse: bool = False
    """Whether jokers taken from the table must all be played again."""
    discards: bool = False
    """Whether the loss is counted after the discard."""

    @property
    def most_jokers(self) -> int:
        """How far jokers used are counted; the count begins at the credit."""
        return self.jokers + 2 * self.credit

    @property
    def most_sets(self) -> int:
        """How far sets are counted: enough to know whether there is one."""
        return self.sets if self.exact else max(self.sets, 1)


def task_of(question: Question, board: Board, jokers: int) -> Task:
    """Return the task of doing one's best from a hand with so many jokers."""
    system, contract = question.system, question.contract
    if question.down:
        contract = NOTHING
    sets, runs = (contract.sets, contract.runs) if contract else (0, 0)
    return Task(
        jokers=jokers,
        sets=sets,
        runs=runs,
        opening=0 if question.down else system.opening,
        exact=contract is not None and system.extra_melds is ExtraMelds.NEVER,
        tight=board.absorbs or _is_tight(system, sets, runs),
        absorbs=absorbs(system),
        may_throw_joker=system.joker_discard,
        may_keep_none=not system.final_discard,
        credit=board.credit,
        must_reuse=system.joker_goes is JokerGoes.REUSED_AT_ONCE,
    )


def _is_tight(system: RuleSystem, sets: int, runs: int) -> bool:
    """Whether a lay of so many melds has room for every joker: a set without limits, or two runs."""
    if sets and absorbs(system):
        return True
    free = system.jokers_side_by_side and system.run_joker_cap is not JokerCap.ALWAYS
    return runs > 1 and free


NOTHING = Contract(0, 0)


class Stage:
    """One position of the sweep with the cards at hand."""

    def __init__(
        self, place: int, holding: Holding, system: RuleSystem, loom: Loom, board: Board
    ) -> None:
        self.place = place
        self.system = system
        self.loom = loom
        self.jokers = loom.jokers
        self.homes = board.homes[rank_at(place)]
        self.is_taken = rank_at(place) in board.taken
        self.gives_jokers = board.credit > 0
        self.joker_price = holding.joker_price
        self.values = tuple([row[place] for row in holding.prices])
        self.here = tuple([row[place] for row in holding.counts])
        reach = loom.shortest
        self.columns = []
        for counts in holding.counts:
            ahead = counts[place + 1 : place + reach]
            self.columns.append((place, counts[place], ahead))
        self.doomed = 0
        self.top = 0
        self.set_dues: list[int] = []
        self.run_dues: list[int] = []
        self._fans: dict[int, list[Fan]] = {}
        self._groups: dict[int, list[Group]] = {}

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
            for group in self._group_ways(rest):
                sets, wild, naturals, lost, dear, homes = group
                load = jokers + need + wild
                gain = worth + (naturals + wild - tacked_jokers(homes)) * self.values[0]
                if (load, jokers + wild, state, sets, opened, gain, lost, dear) == move:
                    return steps, group, self._rests(rest)
        raise ValueError(move)

    def _sum_of(self, suits: int, steps: tuple[Step, ...]) -> tuple[int, int, int, int, int, int]:
        state = rest = worth = 0
        for suit, step in enumerate(steps):
            here = self._steps(suit, suits)[1]
            state |= step[0] << STATE * suit
            rest |= here - step[1] << REST * suit
            worth += self.values[suit] * step[4]
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
        for state, rest, jokers, opened, need, worth in self._suit_ways(suits):
            for sets, wild, naturals, lost, dear, homes in self._group_ways(rest):
                load = jokers + need + wild
                if load > self.jokers:
                    continue
                gain = worth + (naturals + wild - tacked_jokers(homes)) * self.values[0]
                key = (load, jokers + wild, state, sets, opened, gain, dear)
                if lost < best.get(key, FAR):
                    best[key] = lost
        fan = [(*key[:6], lost, key[6]) for key, lost in best.items()]
        fan.sort()
        return fan

    def _suit_ways(self, suits: int) -> list[tuple[int, int, int, int, int, int]]:
        ways = [(0, 0, 0, 0, 0, 0)]
        most = self.jokers
        for suit, value in enumerate(self.values):
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
        return ways

    def _group_ways(self, rest: int) -> list[Group]:
        if self.place == LOW_ACE:
            return [(0, 0, 0, 0, -1, ())]
        known = self._groups.get(rest)
        if known is None:
            rank = Rank(
                self._rests(rest), self.values, self.homes, self.is_taken, self.gives_jokers
            )
            known = group_ways(self.system, rank, self.jokers)
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


def rank_at(place: int) -> int:
    """Return the rank of a position: the ace stands at both ends."""
    return LOW_ACE if place == HIGH_ACE else place


def tacked_jokers(homes: tuple[Home, ...]) -> int:
    """Return the jokers tacked on the table's sets, less those taken from them."""
    return sum([home[1] - home[2] for home in homes])


def stages_of(
    holding: Holding, system: RuleSystem, task: Task, loom: Loom, board: Board
) -> list[Stage]:
    """Return the positions in order, each knowing what is bound to come after it."""
    first = LOW_ACE if system.ace is Ace.BOTH else LOW_ACE + 1
    stages = [Stage(place, holding, system, loom, board) for place in range(first, HIGH_ACE + 1)]
    _look_ahead(stages, holding, task, board)
    return stages


def _look_ahead(stages: list[Stage], holding: Holding, task: Task, board: Board) -> None:
    system = stages[0].system
    doomed = top = 0
    dues: list[int] = []
    cheapest = NEVER
    for stage in reversed(stages):
        here = stage.here if stage.place > LOW_ACE else ()
        dues = sorted(dues + set_costs(sum(here), system, task.sets))[: task.sets]
        cheapest = min(cheapest, *[run_cost(row, stage.place, system) for row in holding.counts])
        for count, value in zip(here, stage.values, strict=False):
            if count:
                top = max(top, value)
        doomed += _doom(stage, holding, task, board)
        stage.top, stage.doomed = top, doomed
        stage.run_dues = [cheapest * (task.runs - made) for made in range(task.runs + 1)]
        stage.set_dues = [
            sum(dues[: max(0, task.sets - made)])
            if len(dues) >= max(0, task.sets - made)
            else NEVER
            for made in range(task.most_sets + 1)
        ]


NEVER = 99
FAR = 1 << 20


def set_costs(naturals: int, system: RuleSystem, most: int) -> list[int]:
    """Return the jokers the first, second, … set of one rank takes, each on top of the others."""
    costs = []
    limit = 1 if system.ranks_apart else naturals // least_naturals(system)
    before = 0
    for sets in range(1, min(limit, most) + 1):
        need = max(0, system.set_min * sets - naturals)
        costs.append(need - before)
        before = need
    return costs


def run_cost(counts: Counts, place: int, system: RuleSystem) -> int:
    """Return the fewest jokers of a shortest run that starts here; NEVER where there is none."""
    window = counts[place : place + system.run_min]
    if len(window) < system.run_min:
        return NEVER
    gaps = window.count(0)
    if shortest_runs_suffice(system) and not is_fit(window, system):
        return NEVER
    return gaps


def _doom(stage: Stage, holding: Holding, task: Task, board: Board) -> int:
    """Return the points of the cards here that no set and no run can take."""
    place, system = stage.place, stage.system
    if place == LOW_ACE or stage.homes:
        return 0
    total = sum(stage.here)
    least = max(least_naturals(system), system.set_min - task.most_jokers)
    if total >= least and (task.sets or not task.exact):
        return 0
    points = 0
    rows = zip(holding.counts, stage.here, stage.values, board.threads, strict=True)
    for row, count, value, threads in rows:
        if count and not threads and not _may_run(row, place, system, task):
            points += count * value
    return points


def _may_run(counts: Counts, place: int, system: RuleSystem, task: Task) -> bool:
    if task.exact and not task.runs:
        return False
    places = (LOW_ACE, HIGH_ACE) if place == HIGH_ACE else (place,)
    reach = system.run_min
    for at in places:
        for start in range(max(1, at - reach + 1), at + 1):
            window = counts[start : start + reach]
            if len(window) == reach and window.count(0) <= task.most_jokers:
                return True
    return False
