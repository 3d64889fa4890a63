"""Best-first search (A*) over the fourteen places of a suit, depth-first among equal costs.

A state has, for each suit, the state of its runs, and counts of jokers, melds and points.
"""

from bisect import bisect
from dataclasses import dataclass
from typing import NamedTuple

from kalooki_ref.referee.advice.lower_bound import FAR, Laid, LowerBound
from kalooki_ref.referee.advice.open_runs import MOST_ROOM, PAST
from kalooki_ref.referee.advice.position import Position, SearchSpec
from kalooki_ref.referee.advice.question import OutOfSteps
from kalooki_ref.referee.advice.rank_moves import RankMove, RankMoves, Suits, suit_state
from kalooki_ref.referee.advice.run_states import Opens
from kalooki_ref.referee.advice.table_runs import TableRun, are_taken

# Budget units for starting a search, expanding a state, and evaluating a suit or open run.
BEGUN, EXPANDED, LOOKED = 200, 4, 4


class State(NamedTuple):
    """Search state at a rank: everything the remaining search depends on.

    ``jokers`` is the number used, offset by the borrowable ones so that it is never negative;
    ``room`` is for unassigned jokers, ``points`` count toward the opening; ``has_thrown`` is
    whether the discard was chosen.
    """

    suits: Suits
    jokers: int
    sets: int
    runs: int
    room: int
    points: int
    has_thrown: bool


END = State(0, 0, 0, 0, 0, 0, False)


class Arrival(NamedTuple):
    """The cheapest known path to a state: its loss, the previous state, and the last move."""

    loss: int
    before: State | None
    move: RankMove | None


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: the minimum price left, None if there is no solution, and a path.

    The path has one move per place, from the first place on.
    """

    left: int | None
    path: tuple[RankMove, ...] = ()
    is_proved: bool = True


class SearchSpace:
    """Data shared by the searches of one hand: moves, bounds, and memoized results."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        self.hand, self.budget, self.spec = position.hand, position.budget, spec
        self.moves = RankMoves(position, spec)
        self.bound = LowerBound(position, spec)
        self.first, self.most = self.moves.automaton.runs.first, spec.most_jokers
        self._has_runs = any(position.targets.runs)
        self._looks: list[dict[Suits, tuple[Opens, int]]] = [{} for _ in range(PAST + 1)]
        self._lent: list[dict[tuple[int, int], int]] = [{} for _ in self._looks]
        self._values: list[dict[tuple[int, Laid, Opens], tuple[int, int]]] = [
            {} for _ in self._looks
        ]

    @property
    def is_hopeless(self) -> bool:
        """Whether the contract needs more jokers than are available."""
        of_sets, of_runs = self.bound.required[self.first]
        return of_sets[0] + of_runs[0] > self.most

    def savings(self, dearer_than: int) -> list[int]:
        """Return, by place, the most that a discard there or later saves.

        Only discards dearer than ``dearer_than`` count.
        """
        spec = self.spec
        has_joker = spec.most_jokers and spec.system.joker_discard and not spec.has_room
        is_open = has_joker and self.hand.joker_price > dearer_than
        return [top if top > dearer_than else is_open * FAR - FAR for top in self.bound.top]

    def value(self, place: int, state: State) -> int:
        """Return a lower bound for the price still to be lost; FAR if the opening is infeasible."""
        suits, jokers, sets, runs, _, points, _ = state
        looks = self._looks[place if self._has_runs else 0]
        look = looks.get(suits)
        if look is None:
            look = looks[suits] = self._look_at(place, suits)
        opens, lent = look
        left = self.most + lent + self.bound.to_come_in_sets[place] - jokers
        laid = min(sets, self.spec.sets), min(runs, self.spec.runs)
        values, key = self._values[place], (left, laid, opens)
        known = values.get(key)
        if known is None:
            known = values[key] = self.bound.value(place, left, laid, opens)
        least, to_come = known
        return least if points + to_come >= self.spec.opening else FAR

    def _look_at(self, place: int, suits: Suits) -> tuple[Opens, int]:
        """Return what depends on the suits alone: open runs, and jokers still available."""
        numbers = [suit_state(suits, suit) for suit in range(len(self.hand.counts))]
        self.budget.spend(LOOKED * len(numbers))
        opens = tuple(self.moves.automaton.opens[number] for number in numbers)
        if not self._has_runs:
            return opens, 0
        return opens, sum([self._lent_by(place, *pair) for pair in enumerate(numbers)])

    def _lent_by(self, place: int, suit: int, number: int) -> int:
        known = self._lent[place].get((suit, number))
        if known is None:
            runs = self.moves.automaton.states[number].open
            self.budget.spend(LOOKED * len(runs))
            lent = [self._jokers_of(run, suit, place) for run in runs if isinstance(run, TableRun)]
            known = self._lent[place][suit, number] = sum(lent)
        return known

    def _jokers_of(self, run: TableRun, suit: int, place: int) -> int:
        """Return the jokers a run on the board can still provide, less those it must get back.

        A joker that is moved within its meld is only borrowed.
        """
        there = run.jokers & self.hand.masks[suit] & -1 << place
        ahead = there.bit_count() if run.movable else 0
        if are_taken(run, self.spec.system):
            return ahead
        low, owed = run.low_jokers, run.owed_high
        return min(max(0, low - owed), ahead) - max(0, owed - low)


class Search:
    """A search for the minimum price left in hand, before or after the discard.

    ``floor`` is a known lower bound for the result; costs below it are not distinguished. Solutions
    that cost more than ``most`` are pruned, as are discards not dearer than ``dearer_than``.
    """

    def __init__(
        self,
        space: SearchSpace,
        *,
        discards: bool,
        floor: int = 0,
        most: int = FAR // 2,
        dearer_than: int = -1,
    ) -> None:
        self.space, self.spec, self.discards = space, space.spec, discards
        self.floor = self.cost = floor
        self.most, self.dearer_than = most, dearer_than
        self._savings = space.savings(dearer_than)
        spec = space.spec
        self._limits = spec.most_sets, spec.most_runs, spec.contract_only, spec.opening
        self._has_room = spec.has_room_with(0), spec.has_room_with(1)
        self._buckets: list[list[tuple[int, State, int]]] = []
        self._closed: list[dict[State, Arrival]] = [{} for _ in range(PAST + 2)]

    def run(self) -> Found:
        """Search until the optimum is found, all states are visited, or the budget is spent."""
        start = State(self.space.moves.start, self.spec.borrowable, 0, 0, 0, 0, has_thrown=False)
        try:
            self.space.budget.spend(BEGUN)
            self._push(self.space.first, start, 0, None, None)
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
                self._expand(place, state, loss)
        return Found(None)

    def _path(self) -> tuple[RankMove, ...]:
        moves = []
        state = END
        for place in range(PAST, self.space.first - 1, -1):
            _, before, move = self._closed[place + 1][state]
            if before is None or move is None:
                raise ValueError(state)
            moves.append(move)
            state = before
        return tuple(reversed(moves))

    def _expand(self, place: int, state: State, loss: int) -> None:
        suits, used, sets, runs, room, points, has_thrown = state
        left = self.space.most + self.space.bound.to_come[place + 1] - used
        of_sets, of_runs = self.space.bound.required[min(place + 1, PAST)]
        most_sets, most_runs, exact, opening = self._limits
        moves = self.space.moves.moves(place, suits)
        able = bisect(moves, (left + 1,))
        self.space.budget.spend(EXPANDED + able)
        for move in moves[:able]:
            load, wild, after, more_sets, more_runs, more_room, gain, lost, _, _, _, _ = move
            made, begun, jokers = sets + more_sets, runs + more_runs, used + wild
            if made > most_sets or begun > most_runs:
                if exact:
                    continue
                made, begun = min(made, most_sets), min(begun, most_runs)
            if jokers < 0 or (load + of_sets[made] + of_runs[begun] > left and place < PAST):
                continue
            spare = 0 if self._has_room[made > 0] else max(0, min(room + more_room, left - wild))
            worth = min(opening, points + gain) if opening else 0
            now = State(after, jokers, made, begun, min(spare, MOST_ROOM), worth, has_thrown)
            if place == PAST:
                self._finish(now, Arrival(loss + lost, state, move))
            elif self.spec.goes_out:
                self._go_out(place + 1, now, Arrival(loss + lost, state, move))
            else:
                self._push(place + 1, now, loss + lost, state, move)
                if self.discards and not has_thrown and move.dearest > self.dearer_than:
                    thrown = State(*now[:-1], has_thrown=True)
                    self._push(place + 1, thrown, loss + lost - move.dearest, state, move)

    def _go_out(self, place: int, now: State, arrival: Arrival) -> None:
        """Push a move that leaves no cards, or only the one to be discarded."""
        loss, before, move = arrival
        if move is None or not move.lost:
            self._push(place, now, loss, before, move)
        elif move.lost == move.dearest and not (now.has_thrown or self.spec.takes_all):
            self._push(place, State(*now[:-1], has_thrown=True), loss, before, move)

    def _finish(self, now: State, arrival: Arrival) -> None:
        """Push the final state, where the discard is the chosen card, a joker, or nothing."""
        spec, system = self.spec, self.spec.system
        used = now.jokers - spec.borrowable
        has_room = spec.has_room_with(now.sets)
        is_short = used > spec.jokers or not spec.is_met_by(now.sets, now.runs, now.points)
        if is_short or (spec.must_reuse and used < 0 and not has_room):
            return
        spare = 0 if has_room else max(0, spec.jokers - used - now.room)
        has_joker = spec.jokers > used and system.joker_discard and not now.has_thrown
        price = self.space.hand.joker_price
        if spec.goes_out:
            if not spare and (now.has_thrown or not system.final_discard):
                self._end(arrival, 0)
            if has_joker and spare <= 1 and not spec.takes_all:
                self._end(arrival, price)
            return
        if not self.discards or now.has_thrown:
            self._end(arrival, spare * price)
            return
        if has_joker:
            self._end(arrival, max(0, spare - 1) * price)
        if not arrival.loss and not spare and not system.final_discard:
            self._end(arrival, 0)

    def _end(self, arrival: Arrival, price: int) -> None:
        self._push(PAST + 1, END, arrival.loss + price, arrival.before, arrival.move)

    def _push(
        self, place: int, state: State, loss: int, before: State | None, move: RankMove | None
    ) -> None:
        closed = self._closed[place]
        known = closed.get(state)
        if known is not None and known[0] <= loss:
            return
        cost = loss
        if place <= PAST:
            least = self.space.value(place, state)
            if self.discards and not state[-1]:
                least = max(0, least - self._savings[place])
            cost += least if not (least and self.spec.goes_out) else FAR
        cost = max(cost, self.cost)
        if cost > self.most:
            return
        closed[state] = Arrival(loss, before, move)
        rank = cost - self.floor
        while len(self._buckets) <= rank:
            self._buckets.append([])
        self._buckets[rank].append((place, state, loss))
