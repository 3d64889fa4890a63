"""The search: fourteen positions from low to high, cheapest loss first, furthest along first.

Not here: what one position allows (stage), and writing the way found down as melds (plan).
"""

from dataclasses import dataclass

from kalooki_ref.referee.advice.prepare import Ready
from kalooki_ref.referee.advice.stage import (
    BIT,
    JOKERS,
    POINTS,
    RUNS,
    SETS,
    WIDTH,
    Fan,
)

Trail = tuple[tuple[int, int], ...]
"""The keys of a way and the loss so far, one before each position and one at the end."""


NOWHERE = (-1, -1)
WAYS_A_STEP = 25
"""How many ways of one position take about as long as a step of the search."""


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest way to one end: the price of what is left in hand, and what it passes."""

    left: int
    trail: Trail


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to: the best way, None where there is none, and whether that is proved."""

    way: Way | None
    proved: bool = True


class Search:
    """One search for the least a hand can be left with, before and after the discard."""

    def __init__(self, ready: Ready, *, floor: int = 0, ceiling: int = 1 << 20) -> None:
        self.ready = ready
        self.task = task = ready.task
        self.stages = stages = ready.stages
        self.prospects = ready.prospects
        self.joker_price = stages[0].joker_price
        self.seen: list[dict[int, tuple[int, int]]] = [{} for _ in range(len(stages) + 1)]
        self.met: list[dict[int, list[tuple[int, int, int, int, int]]]] = [{} for _ in stages]
        self.reuses = task.must_reuse and task.credit > 0
        self.spare_price = 0 if task.tight else self.joker_price
        self.heaps: list[list[tuple[int, int, int]]] = []
        self.steps = 0
        self.floor = self.cost = floor
        self.ceiling = ceiling

    def run(self, start: int, *, most_steps: int) -> Found:
        """Search from a key; stop unproved after so many steps."""
        self._push(0, start, 0, -1)
        heaps = self.heaps
        last = len(self.stages)
        while self.cost - self.floor < len(heaps):
            heap = heaps[self.cost - self.floor]
            if not heap:
                self.cost += 1
                continue
            place, key, loss = heap.pop()
            if place == last:
                return Found(Way(loss, self._trail(key)), proved=not self._is_cut())
            if self.seen[place][key][0] < loss:
                continue
            if self._is_outdone(place, key, loss):
                continue
            stage = self.stages[place]
            before = stage.work
            fan = stage.fan(key >> WIDTH)
            self.steps += 1 + (stage.work - before) // WAYS_A_STEP
            if self.steps > most_steps:
                return Found(None, proved=False)
            self._expand(place, (key, loss), fan)
        return Found(None, proved=not self._is_cut())

    def _is_cut(self) -> bool:
        """Return whether a position had more ways than were looked at."""
        return any(stage.is_cut for stage in self.stages)

    def _is_outdone(self, place: int, key: int, loss: int) -> bool:
        """Whether the same strands were met with as much done at no more cost.

        A joker less used is one that can still be placed, or kept at its price; where jokers taken
        must all be played again, it might find no place.
        """
        jokers, sets, runs = key & JOKERS, key >> SETS & 15, key >> RUNS & 15
        points = key >> POINTS & 127
        kin = key >> WIDTH << 1 | key >> 20 & 1
        if self.task.exact:
            kin = kin << 8 | sets << 4 | runs
        met = self.met[place].setdefault(kin, [])
        price = self.spare_price
        for fewer, less, more_sets, more_runs, more_points in met:
            if (
                (fewer == jokers or (fewer < jokers and not self.reuses))
                and less + price * (jokers - fewer) <= loss
                and more_sets >= sets
                and more_runs >= runs
                and more_points >= points
            ):
                return True
        met.append((jokers, loss, sets, runs, points))
        return False

    def takes(self, place: int, here: tuple[int, int], there: tuple[int, int], move: Fan) -> bool:
        """Return whether one move of a stage leads from one point of a trail to the next."""
        probe = Search(self.ready)
        probe._expand(place, here, [move])
        return probe.seen[place + 1].get(there[0], NOWHERE)[0] == there[1]

    def _expand(self, place: int, here: tuple[int, int], fan: list[Fan]) -> None:  # noqa: C901
        task = self.task
        key, loss = here
        after = self.stages[place + 1] if place + 1 < len(self.stages) else None
        jokers = key & JOKERS
        left = self.prospects.most_jokers_after(self.stages[place].place) - jokers
        sets, runs, points = key >> SETS & 15, key >> RUNS & 15, key >> POINTS & 127
        bit = key & BIT
        push = self._push
        for load, wild, suits, more, new, gain, lost, dear in fan:
            if load > left:
                break
            if jokers + wild < 0:
                continue
            made, begun = sets + more, runs + new
            if made > task.most_sets:
                if task.exact:
                    continue
                made = task.most_sets
            if begun > task.most_runs:
                if task.exact:
                    continue
                begun = task.most_runs
            if after is not None and load + after.due(made, begun) > left:
                continue
            worth = min(points + gain, task.opening) if task.opening else 0
            ledger = jokers + wild | made << SETS | begun << RUNS | worth << POINTS | bit
            if task.goes_out and lost:
                if bit or lost != dear:
                    continue
                ledger |= BIT
            to = suits << WIDTH | ledger
            if after is None:
                self._finish(ledger, loss + lost, dear, key)
                continue
            push(place + 1, to, loss + lost, key)
            if not bit and dear >= 0 and task.discards and not task.goes_out:
                push(place + 1, to | BIT, loss + lost - dear, key)

    def _finish(self, ledger: int, loss: int, dear: int, came: int) -> None:
        task = self.task
        used = (ledger & JOKERS) - task.credit
        made, begun, worth = ledger >> SETS & 15, ledger >> RUNS & 15, ledger >> POINTS & 127
        has_room = task.tight or (made > 0 and task.absorbs)
        if used > task.jokers or (task.must_reuse and used < 0 and not has_room):
            return
        if not task.is_met_by(made, begun, worth):
            return
        spare = 0 if has_room else task.jokers - used
        last = len(self.stages)
        if task.goes_out:
            self._go_out(ledger, loss, (used, spare), came)
            return
        loss += spare * self.joker_price
        if not task.discards or ledger & BIT:
            self._push(last, 0, loss, came)
            return
        if dear >= 0:
            self._push(last, 0, loss - dear, came)
        if task.jokers > used and task.may_throw_joker:
            self._push(last, 0, loss - (self.joker_price if spare else 0), came)
        if not loss and task.may_keep_none:
            self._push(last, 0, 0, came)

    def _go_out(self, ledger: int, loss: int, jokers: tuple[int, int], came: int) -> None:
        """End a way that empties the hand: with the card kept to throw, a joker, or none."""
        task, last = self.task, len(self.stages)
        used, spare = jokers
        if (ledger & BIT or task.may_keep_none) and not spare:
            self._push(last, 0, loss, came)
        if not ledger & BIT and task.jokers > used and spare <= 1 and task.may_throw_joker:
            self._push(last, 0, loss + self.joker_price, came)

    def _push(self, place: int, key: int, loss: int, came: int) -> None:
        seen = self.seen[place]
        known = seen.get(key)
        if known is not None and known[0] <= loss:
            return
        cost = max(self.cost, loss + self._outlook(place, key))
        if cost >= self.ceiling:
            return
        seen[key] = (loss, came)
        heaps, rank = self.heaps, cost - self.floor
        while len(heaps) <= rank:
            heaps.append([])
        heaps[rank].append((place, key, loss))

    def _outlook(self, place: int, key: int) -> int:
        """Return what will be lost from here on at least, less what may still be thrown."""
        if place == len(self.stages):
            return 0
        stage = self.stages[place]
        may_throw = self.task.discards and not key & BIT
        return self.prospects.loss(stage.place, key, stage.top if may_throw else 0)

    def _trail(self, key: int) -> Trail:
        loss, came = self.seen[-1][key]
        trail = [(key, loss)]
        for seen in reversed(self.seen[:-1]):
            key = came
            loss, came = seen[key]
            trail.append((key, loss))
        return tuple(reversed(trail))
