"""A finite automaton of all runs of one suit, with transitions at each place."""

from itertools import count
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.open_runs import PAST, OpenRun, OpenRuns, RunChange
from kalooki_ref.referee.advice.question import StepBudget
from kalooki_ref.referee.advice.table_runs import BELOW, TableRun, table_steps
from kalooki_ref.rules.model import RuleSystem

MOST_STEPS_KEPT, MOST_AUTOMATA = 100_000, 24

RunRow = tuple[OpenRun | TableRun, ...]
# Number of naturals at each of the next places, plus a 1 if naturals only come later.
Ahead = tuple[int, ...]


class SuitState(NamedTuple):
    """State of one suit between two places: aces used low, number of own runs, open runs."""

    low_aces: int
    own_runs: int
    open: RunRow


class OpenSuit(NamedTuple):
    """Summary of a suit's state for the lower bound: aces used low, number of own open runs."""

    low_aces: int
    runs: int


Opens = tuple[OpenSuit, ...]


class RunStep(NamedTuple):
    """A transition of one suit at a place.

    ``state`` is the number of the next state; ``needed`` is a lower bound for the jokers its short
    runs still need; ``room`` is for more jokers in runs that ended, ``points`` count toward the
    opening; ``begun`` is the number of new runs that count toward the contract, ``extra`` that of
    others; ``growths`` has one entry per run that was open, in order.
    """

    state: int
    naturals: int
    jokers: int
    needed: int
    begun: int
    room: int
    points: int
    extra: int
    growths: tuple[RunChange, ...]


Steps = tuple[RunStep, ...]


class SuitCards(NamedTuple):
    """Input of a transition: naturals here and at the next places, jokers available, the suit."""

    here: int
    ahead: Ahead
    most_jokers: int
    suit: int


class PartStep(NamedTuple):
    """A transition of some of a suit's runs: those still open, and sums over all of them."""

    open: RunRow
    naturals: int
    jokers: int
    room: int
    points: int


class RunAutomaton:
    """The transitions of one suit's runs under a system, computed lazily and memoized.

    ``sizes`` are the minimum lengths of runs: those that count toward the contract, then others.
    ``has_room`` means that leftover jokers fit elsewhere; ``counts_points`` that the melds must
    reach an opening in points.
    """

    def __init__(
        self, system: RuleSystem, sizes: tuple[int, ...], *, has_room: bool, counts_points: bool
    ) -> None:
        self.system, self.sizes, self.counts_points = system, sizes, counts_points
        self.runs = OpenRuns(system, has_room=has_room, counts_points=counts_points)
        self.states: dict[int, SuitState] = {}
        self.opens: dict[int, OpenSuit] = {}
        self.kept = 0
        self._numbers: dict[SuitState, int] = {}
        self._fresh = count()
        self._steps: dict[tuple[int, int, int, Ahead, int, int], tuple[Steps, int]] = {}
        self.number_of(SuitState(0, 0, ()))

    def number_of(self, state: SuitState) -> int:
        """Return the number of a state, assigning one if it is new; thread-safe."""
        known = self._numbers.get(state)
        if known is None:
            fresh = next(self._fresh)
            self.states[fresh] = state
            own = sum([1 for run in state.open if isinstance(run, OpenRun)])
            self.opens[fresh] = OpenSuit(state.low_aces, own)
            known = self._numbers.setdefault(state, fresh)
        return known

    def steps(self, number: int, place: int, cards: SuitCards, budget: StepBudget) -> Steps:
        """Return all transitions from a state, fewest jokers first; cached ones cost equal work."""
        here, ahead, most, suit = cards
        key = (number, place, here, ahead, most, suit if self.counts_points else 0)
        known = self._steps.get(key)
        if known is None:
            before = budget.left
            found = self._find(number, place, cards, budget)
            self._steps[key] = found, before - budget.left
            self.kept += len(found)
            return found
        budget.spend(known[1])
        return known[0]

    def _find(self, number: int, place: int, cards: SuitCards, budget: StepBudget) -> Steps:
        here, ahead, most, suit = cards
        state = self.states[number]
        if place == HIGH_ACE:
            here -= state.low_aces
        ways: dict[PartStep, tuple[RunChange, ...]] = {PartStep((), 0, 0, 0, 0): ()}
        for run in state.open:
            growths = self._growths(run, place, cards, budget)
            budget.spend(len(ways) * len(growths))
            ways = _extended(ways, growths, here, most)
        worth = self.runs.points_at(place, suit)
        best: dict[tuple[int, ...], RunStep] = {}
        for (opened, used, jokers, room, points), grown in ways.items():
            for begun, extra in self._begun(here - used):
                fresh = begun + extra
                if self.system.suits_apart and state.own_runs + fresh > 1:
                    continue
                runs = self._with_fresh(opened, place, begun, extra) if fresh else opened
                needed = self._needed(runs, place, ahead)
                if jokers + needed > most:
                    continue
                after = self._after(state, place, used + fresh, fresh, runs)
                total = points + worth * fresh
                step = RunStep(
                    after, used + fresh, jokers, needed, begun, room, total, extra, grown
                )
                best.setdefault(step[:7], step)
        return tuple(sorted(best.values(), key=lambda step: step.jokers + step.needed))

    def _begun(self, free: int) -> tuple[tuple[int, int], ...]:
        """Return possible numbers of new runs from this many cards: contract runs, and others."""
        others = free if len(self.sizes) > 1 else 0
        return tuple(
            (begun, extra)
            for begun in range(free + 1)
            for extra in range(min(others, free - begun) + 1)
        )

    def _with_fresh(self, opened: RunRow, place: int, begun: int, extra: int) -> RunRow:
        fresh = (self.runs.start(place, self.sizes[0]),) * begun
        others = (self.runs.start(place, self.sizes[-1]),) * extra
        return tuple(sorted((*opened, *fresh, *others)))

    def _after(self, state: SuitState, place: int, used: int, begun: int, runs: RunRow) -> int:
        if place == PAST:
            return self.number_of(SuitState(0, 0, ()))
        lows = 0 if place == HIGH_ACE else state.low_aces
        own = state.own_runs + begun if self.system.suits_apart else 0
        return self.number_of(SuitState(used if place == LOW_ACE else lows, own, runs))

    def _growths(
        self, run: OpenRun | TableRun, place: int, cards: SuitCards, budget: StepBudget
    ) -> list[RunChange]:
        here, ahead, most, suit = cards
        if isinstance(run, TableRun):
            return self._table_growths(run, place, self.runs.points_at(place, suit), budget)
        growths = self.runs.ends(run, place, suit, most)
        if here > 0:
            growths += self.runs.longer(run, 0, place, suit)
        if any(ahead):
            growths += self.runs.longer(run, 1, place, suit)
        return growths

    def _table_growths(
        self, run: TableRun, place: int, worth: int, budget: StepBudget
    ) -> list[RunChange]:
        """Return the transitions of a run on the board; tacked cards earn points if builders count.

        A natural that replaces a joker is no builder, nor is that joker if it moves to an end.
        """
        growths = []
        for after, naturals, jokers in table_steps(run, place, self.system, budget.spend):
            is_moved = jokers < 0 or (jokers > 0 and run.owed_high > 0)
            is_counted = self.system.builders_open and not is_moved
            points = (naturals + jokers) * worth if is_counted else 0
            growths.append(RunChange(after, naturals, jokers, 0, points))
        return growths

    def _needed(self, runs: RunRow, place: int, ahead: Ahead) -> int:
        """Return a lower bound for the jokers needed by short runs and runs extended from below."""
        needed = 0
        gaps = [
            run.shortest - run.length
            if isinstance(run, OpenRun)
            else (run.start - place - 1) * (run.phase == BELOW)
            for run in runs
        ]
        for there, further in zip(ahead, range(1, max(self.sizes)), strict=False):
            growing = sum([1 for gap in gaps if gap >= further])
            needed += max(0, growing - there)
        return needed


def _extended(
    ways: dict[PartStep, tuple[RunChange, ...]], growths: list[RunChange], here: int, most: int
) -> dict[PartStep, tuple[RunChange, ...]]:
    """Return all combinations with one more run, for each of its transitions."""
    found: dict[PartStep, tuple[RunChange, ...]] = {}
    for (opened, used, jokers, room, points), grown in ways.items():
        for growth in growths:
            naturals, wild = used + growth.naturals, jokers + growth.jokers
            if naturals > here or wild > most:
                continue
            runs = opened if growth.run is None else tuple(sorted((*opened, growth.run)))
            way = PartStep(runs, naturals, wild, room + growth.room, points + growth.points)
            found.setdefault(way, (*grown, growth))
    return found


def automaton_of(
    system: RuleSystem, sizes: tuple[int, ...], *, has_room: bool, counts_points: bool
) -> RunAutomaton:
    """Return the automaton for these parameters, cached across questions."""
    key = system, sizes, has_room, counts_points
    automaton = _AUTOMATA.get(key)
    if automaton is None or automaton.kept > MOST_STEPS_KEPT:
        if len(_AUTOMATA) > MOST_AUTOMATA:
            _AUTOMATA.clear()
        automaton = RunAutomaton(system, sizes, has_room=has_room, counts_points=counts_points)
        _AUTOMATA[key] = automaton
    return automaton


_AUTOMATA: dict[object, RunAutomaton] = {}
