"""The search: best first (A*) over the fourteen places of a suit, furthest along first.

A state is where each suit's runs stand, and what has been used, laid and thrown so far. Not here:
the moves from a state (rank_moves), what stays in hand at least (lower_bound), and writing the
best path down as melds (write_lay).
"""

from dataclasses import dataclass
from typing import NamedTuple

from kalooki_ref.referee.advice.lower_bound import LowerBound, Opens, OpenSuit
from kalooki_ref.referee.advice.open_runs import MOST_ROOM, PAST, OpenRun
from kalooki_ref.referee.advice.position import OutOfSteps, Position
from kalooki_ref.referee.advice.rank_moves import Move, RankMoves, Suits
from kalooki_ref.referee.advice.rank_sets import absorbs
from kalooki_ref.referee.advice.run_states import SuitState
from kalooki_ref.referee.advice.search_spec import SearchSpec
from kalooki_ref.referee.advice.table_runs import OFF_THE_MELD, TableRun, may_send_low
from kalooki_ref.rules.choices import TackEnds

FAR = 1 << 20
"""More than any hand costs."""


class State(NamedTuple):
    """Where a search stands before a place: what bears on how it can go on.

    ``jokers`` used begin at those that may be borrowed, so that they are never below nothing;
    ``room`` is for spare ones, ``points`` count toward the opening.
    """

    suits: Suits
    jokers: int
    sets: int
    runs: int
    room: int
    points: int
    has_thrown: bool


END = State((), 0, 0, 0, 0, 0, False)


class Arrival(NamedTuple):
    """The cheapest way to a state so far: its loss, the state before, and the move from there."""

    loss: int
    before: State | None
    move: Move | None


class Step(NamedTuple):
    """One step of a path: the place, the suits' states before it, and the move made there."""

    place: int
    suits: Suits
    move: Move


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to: the least price left, None where nothing leads there; and the path."""

    left: int | None
    path: tuple[Step, ...] = ()
    is_proved: bool = True


class Look(NamedTuple):
    """What the suits' states alone say of a state: open runs, jokers lent, jokers still to be used.

    ``number`` stands for ``opens``.
    """

    number: int
    opens: Opens
    lent: int
    required: int


class SearchSpace:
    """What the searches of one hand share: its moves, its bounds, and what was found of them."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        self.hand, self.budget, self.spec = position.hand, position.budget, spec
        self.moves = RankMoves(position, spec)
        self.bound = LowerBound(position, spec)
        self.first = self.moves.automaton.runs.first
        self._has_runs = any(position.targets.runs)
        self._looks: dict[tuple[int, Suits], Look] = {}
        self._numbers: dict[Opens, int] = {}
        self._values: dict[tuple[int, int, int, int, int], tuple[int, int]] = {}

    @property
    def is_hopeless(self) -> bool:
        """Return whether the contract takes more jokers than there are, whatever is laid."""
        bound, first = self.bound, self.first
        due = bound.due_sets[first][self.spec.sets] + bound.due_runs[first][self.spec.runs]
        return due > self.spec.most_jokers

    def value(self, place: int, state: State) -> tuple[int, int]:
        """Return the least price lost from a state on, before a discard and after the best."""
        spec = self.spec
        suits, jokers, sets, runs, *_ = state
        look = self._look(place, suits)
        left = spec.most_jokers + look.lent + self.bound.to_come_in_sets[place] - jokers
        if left < look.required:
            return FAR, FAR
        due = (spec.sets - sets, spec.runs - runs) if spec.contract_only else (0, 0)
        key = (place, left, *due, look.number)
        known = self._values.get(key)
        if known is None:
            known = self._values[key] = self.bound.value(place, left, due, look.opens)
        return known

    def _look(self, place: int, suits: Suits) -> Look:
        key = (place if self._has_runs else 0, suits)
        known = self._looks.get(key)
        if known is None:
            known = self._looks[key] = self._look_at(place, suits)
        return known

    def _look_at(self, place: int, suits: Suits) -> Look:
        states = [self.moves.automaton.states[number] for number in suits]
        opens = tuple([_open_suit(state) for state in states])
        lent = required = 0
        for suit, state in enumerate(states) if self._has_runs else ():
            for run in state.open:
                if isinstance(run, TableRun):
                    more, least = self._jokers_of(run, suit, place)
                    lent, required = lent + more, max(required, least)
        number = self._numbers.setdefault(opens, len(self._numbers))
        return Look(number, opens, lent, required)

    def _jokers_of(self, run: TableRun, suit: int, place: int) -> tuple[int, int]:
        """Return the jokers a run of the table still gives, less those it is owed; and takes.

        One that stays in its meld is only lent. Where cards came below it must still reach the ace.
        """
        row, system = self.hand.counts[suit], self.spec.system
        places = [p for p in range(place, PAST) if run.jokers >> p & 1 and row[p]]
        ahead = len(places) if run.movable else 0
        low, owed = run.low_jokers, run.owed_high
        lent = ahead
        if system.joker_goes not in OFF_THE_MELD:
            lent = min(max(0, low - owed), ahead) - max(0, owed - low)
        upwards = system.tack_ends is TackEnds.HIGH_UNTIL_ACE and not may_send_low(system)
        if not (upwards and run.grew_low):
            return lent, 0
        blanks = sum([1 for p in range(max(place, run.end + 1), PAST) if not row[p]])
        return lent, blanks - ahead - max(0, owed - low)


def _open_suit(state: SuitState) -> OpenSuit:
    runs = sum([1 for run in state.open if isinstance(run, OpenRun)])
    return OpenSuit(min(7, state.low_aces), min(7, runs))


class Search:
    """One search for the least price a hand can be left with, before the discard or after it.

    ``floor`` is what is known to be lost at least: states that cost less are taken as they come.
    """

    def __init__(self, space: SearchSpace, *, discards: bool, floor: int = 0) -> None:
        self.space, self.spec, self.discards = space, space.spec, discards
        self.floor = self.cost = floor
        self._absorbs = absorbs(self.spec.system)
        self._buckets: list[list[tuple[int, State, int]]] = []
        self._closed: list[dict[State, Arrival]] = [{} for _ in range(PAST + 2)]

    def run(self) -> Found:
        """Search until the best is found, nothing is left to try, or the steps are used up."""
        start = State(self.space.moves.start, self.spec.borrowable, 0, 0, 0, 0, has_thrown=False)
        try:
            self._push(self.space.first, start, Arrival(0, None, None))
            return self._run()
        except OutOfSteps:
            return Found(None, is_proved=False)

    def _run(self) -> Found:
        buckets = self._buckets
        while self.cost - self.floor < len(buckets):
            bucket = buckets[self.cost - self.floor]
            if not bucket:
                self.cost += 1
                continue
            place, state, loss = bucket.pop()
            if place > PAST:
                return Found(loss, self._path())
            if self._closed[place][state].loss == loss:
                self.space.budget.spend(1)
                self._expand(place, state, loss)
        return Found(None)

    def _path(self) -> tuple[Step, ...]:
        steps = []
        state = END
        for place in range(PAST, self.space.first - 1, -1):
            _, before, move = self._closed[place + 1][state]
            if before is None or move is None:
                raise ValueError(state)
            steps.append(Step(place, before.suits, move))
            state = before
        return tuple(reversed(steps))

    def _expand(self, place: int, state: State, loss: int) -> None:
        spec, bound = self.spec, self.space.bound
        _, used, sets, runs, room, points, has_thrown = state
        left = spec.most_jokers + bound.to_come[place + 1] - used
        most_sets, most_runs = spec.most_sets, spec.most_runs
        for move in self.space.moves.moves(place, state.suits):
            if move.load > left:
                break
            jokers, made, begun = used + move.jokers, sets + move.sets, runs + move.runs
            if jokers < 0:
                continue
            if made > most_sets or begun > most_runs:
                if spec.contract_only:
                    continue
                made, begun = min(made, most_sets), min(begun, most_runs)
            more = self._room(room + move.room, made, left - move.jokers)
            worth = min(spec.opening, points + move.points)
            now = State(move.suits, jokers, made, begun, more, worth, has_thrown)
            if place == PAST:
                self._finish(now, Arrival(loss + move.lost, state, move))
            elif move.load + bound.due(place + 1, made, begun) <= left:
                self._go_on(place + 1, now, Arrival(loss + move.lost, state, move))

    def _room(self, room: int, sets: int, jokers: int) -> int:
        """Return the room for spare jokers as far as it matters."""
        if self.spec.has_room or (sets and self._absorbs):
            return 0
        return max(0, min(MOST_ROOM, room, jokers))

    def _go_on(self, place: int, now: State, arrival: Arrival) -> None:
        """Take a move, and once more with the dearest card it leaves thrown."""
        loss, before, move = arrival
        dearest = -1 if move is None else move.dearest
        if self.spec.goes_out:
            self._go_on_to_go_out(place, now, arrival)
            return
        self._push(place, now, arrival)
        if self.discards and not now.has_thrown and dearest >= 0:
            self._push(place, _having_thrown(now), Arrival(loss - dearest, before, move))

    def _go_on_to_go_out(self, place: int, now: State, arrival: Arrival) -> None:
        """Take a move that leaves no card, or only the one that is thrown."""
        move = arrival.move
        if move is None or not move.lost:
            self._push(place, now, arrival)
        elif move.lost == move.dearest and not now.has_thrown:
            self._push(place, _having_thrown(now), arrival)

    def _finish(self, now: State, arrival: Arrival) -> None:
        """End a way: with the card thrown, a joker thrown instead, or none."""
        spec, system = self.spec, self.spec.system
        used = now.jokers - spec.borrowable
        has_room = spec.has_room_with(now.sets)
        if used > spec.jokers or (spec.must_reuse and used < 0 and not has_room):
            return
        if not spec.is_met_by(now.sets, now.runs, now.points):
            return
        spare = 0 if has_room else max(0, spec.jokers - used - now.room)
        has_joker = spec.jokers > used and system.joker_discard and not now.has_thrown
        if spec.goes_out:
            self._go_out(now, arrival, spare, has_joker=has_joker)
            return
        price = self.space.hand.joker_price
        ended = _dearer(arrival, spare * price)
        if not self.discards or now.has_thrown:
            self._push(PAST + 1, END, ended)
            return
        if has_joker:
            self._push(PAST + 1, END, _dearer(ended, -price if spare else 0))
        if not ended.loss and not system.final_discard:
            self._push(PAST + 1, END, ended)

    def _go_out(self, now: State, arrival: Arrival, spare: int, *, has_joker: bool) -> None:
        """End a way that empties the hand: with the card kept to throw, a joker, or none."""
        if not spare and (now.has_thrown or not self.spec.system.final_discard):
            self._push(PAST + 1, END, arrival)
        if has_joker and spare <= 1:
            self._push(PAST + 1, END, _dearer(arrival, self.space.hand.joker_price))

    def _push(self, place: int, state: State, arrival: Arrival) -> None:
        closed = self._closed[place]
        known = closed.get(state)
        if known is not None and known.loss <= arrival.loss:
            return
        cost = max(self.cost, arrival.loss + self._estimate(place, state))
        if cost >= FAR:
            return
        closed[state] = arrival
        rank = cost - self.floor
        while len(self._buckets) <= rank:
            self._buckets.append([])
        self._buckets[rank].append((place, state, arrival.loss))

    def _estimate(self, place: int, state: State) -> int:
        """Return what will be lost from here on at least, less what may still be thrown."""
        if place > PAST:
            return 0
        may_throw = self.discards and not state.has_thrown
        least = self.space.value(place, state)[may_throw]
        if self.spec.goes_out:
            return FAR if least else 0
        return least


def _having_thrown(state: State) -> State:
    return State(*state[:-1], has_thrown=True)


def _dearer(arrival: Arrival, price: int) -> Arrival:
    return Arrival(arrival.loss + price, arrival.before, arrival.move)
