"""Transitions of a new run: it starts, is extended place by place, and ends.

It is tracked from its first natural to its last, including jokers in between; jokers added at its
ends (padding) are accounted for when it ends.
"""

from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.hand_counts import first_place, opening_rows
from kalooki_ref.referee.advice.table_runs import TableRun
from kalooki_ref.rules.choices import JokerCap, TackEnds
from kalooki_ref.rules.model import RuleSystem

# The place after the high ace, where every run has ended.
PAST = HIGH_ACE + 1
# Room for jokers is capped at this number.
MOST_ROOM = 15
# Balance of a run that can already be laid, whatever is added later.
FIT = 1 << 20


class OpenRun(NamedTuple):
    """The search state of a new run, from its first natural to its last one so far.

    Numbers that no longer matter are capped, so that equal states meet: ``length`` at the longest
    run allowed, or at the shortest if there is no limit; ``naturals`` at the number a run needs.
    ``balance`` is what the joker cap depends on: naturals minus jokers; or the cells as bits after
    a leading 1, where 1 is a joker; or FIT. ``below`` is the number of free places below the run;
    ``low_ace`` is 1 if an ace at its low end excludes one at the high end; ``shortest`` is the
    length it must reach.
    """

    length: int
    ends_in_joker: int
    naturals: int
    balance: int
    below: int
    low_ace: int
    shortest: int


class RunChange(NamedTuple):
    """A transition of an open run; ``run`` is None if it ended, with padding in ``jokers``."""

    run: OpenRun | TableRun | None
    naturals: int
    jokers: int
    room: int
    points: int


class OpenRuns:
    """The transitions of new runs under a system.

    ``has_room`` means that leftover jokers fit elsewhere; ``counts_points`` that the melds must
    reach an opening in points.
    """

    def __init__(self, system: RuleSystem, *, has_room: bool, counts_points: bool) -> None:
        self.system, self.has_room, self.counts_points = system, has_room, counts_points
        self.first = first_place(system)
        self.least = system.run_min_naturals
        self.is_laid_upwards = (
            system.run_joker_cap is JokerCap.AT_THE_LAY
            and system.tack_ends is TackEnds.HIGH_UNTIL_ACE
        )
        self.worth = [(*row, 0) for row in opening_rows(system)]

    def points_at(self, place: int, suit: int) -> int:
        """Return the points of a card at a place toward the opening; 0 if points are irrelevant."""
        return self.worth[suit][place] if self.counts_points else 0

    def start(self, place: int, shortest: int) -> OpenRun:
        """Return a run that begins with a natural at a place and must reach length ``shortest``."""
        below = place - self.first
        if not self.counts_points and not self.system.jokers_side_by_side:
            below = min(below, 1 if self.system.ace_at_both_ends else 2)
        elif not self.counts_points and self.has_room and not self.is_laid_upwards:
            below = 0
        bars = int(place == LOW_ACE and not self.system.ace_at_both_ends)
        balance = self._balance(0, 0, shortest)
        return OpenRun(1, 0, min(1, self.least), balance, below, bars, shortest)

    def longer(self, run: OpenRun, joker: int, place: int, suit: int) -> list[RunChange]:
        """Return the run extended by a natural or a joker; empty if that is illegal."""
        if (joker and run.ends_in_joker) or (run.low_ace and place == HIGH_ACE):
            return []
        if run.length == self.system.run_max:
            return []
        longer = run._replace(
            length=min(run.length + 1, self.system.run_max or run.shortest),
            ends_in_joker=0 if self.system.jokers_side_by_side else joker,
            naturals=min(run.naturals + 1 - joker, self.least),
            balance=self._balance(run.balance, joker, run.shortest),
        )
        return [RunChange(longer, 1 - joker, joker, 0, self.points_at(place, suit))]

    def _balance(self, balance: int, joker: int, shortest: int) -> int:
        cap = self.system.run_joker_cap
        if cap is JokerCap.NEVER or balance == FIT:
            return balance
        if cap is JokerCap.ALWAYS:
            return min(balance + 1 - 2 * joker, MOST_ROOM)
        cells = ((balance or 1) << 1) + joker
        size = cells.bit_length() - 1
        if self.is_laid_upwards:
            is_settled = self.has_room and not self.counts_points
            return FIT if is_settled and self._is_fit(cells, size, shortest) else cells
        for length in range(shortest, size + 1):
            if self._is_fit(cells, length, shortest):
                return FIT
        return cells

    def _is_fit(self, cells: int, length: int, shortest: int) -> bool:
        """Whether the last ``length`` cells are a run that can be laid."""
        wild = (cells & (1 << length) - 1).bit_count()
        return length >= shortest and wild <= length - wild >= self.least

    def ends(self, run: OpenRun, place: int, suit: int, most: int) -> list[RunChange]:
        """Return the ways to end a run before a place, adding up to ``most`` jokers at its ends.

        If points count, there is one way for each number of jokers; otherwise a single one with the
        fewest jokers, which says how many more would fit.
        """
        if run.ends_in_joker or run.naturals < self.least:
            return []
        pads = self._pads(run, place, most)
        if not pads:
            return []
        if not self.counts_points:
            room = 0 if self.has_room else min(len(pads) - 1, MOST_ROOM)
            return [RunChange(None, 0, min(pads), room, 0)]
        growths = []
        for number, highs in pads.items():
            points = max([self._points(run, place, suit, number, high) for high in highs])
            growths.append(RunChange(None, 0, number, 0, points))
        return growths

    def _pads(self, run: OpenRun, place: int, most: int) -> dict[int, list[int]]:
        """Return possible numbers of padding jokers, each with options for how many go above."""
        low, high = self._space(run, place)
        fewest = max(0, run.shortest - run.length)
        if self.is_laid_upwards and run.balance != FIT:
            return self._pads_upwards(run, place, low, high, min(self._most_pads(run, place), most))
        longest = self._most_pads(run, place)
        if self.system.run_joker_cap is JokerCap.ALWAYS:
            longest = min(longest, run.balance)
        if self.system.run_joker_cap is JokerCap.AT_THE_LAY and run.balance != FIT:
            wild = run.balance.bit_count() - 1 + fewest
            if not fewest or wild > run.shortest - wild:
                return {}
        if self.has_room and not self.counts_points and self.system.jokers_side_by_side:
            is_capped = self.system.run_joker_cap is JokerCap.ALWAYS
            return {} if is_capped and run.balance < fewest else {fewest: []}
        numbers = range(fewest, min(longest, most) + 1)
        return {
            number: list(range(max(0, number - low), min(number, high) + 1)) for number in numbers
        }

    def _space(self, run: OpenRun, place: int) -> tuple[int, int]:
        """Return how many jokers there are free places for below and above a run."""
        low, high = run.below, max(0, PAST - place - run.low_ace)
        return (low, high) if self.system.jokers_side_by_side else (min(low, 1), min(high, 1))

    def _most_pads(self, run: OpenRun, place: int) -> int:
        """Return the maximum padding; an ace at one end may exclude one at the other."""
        most = self._pads_in_space(run, place)
        longest = self.system.run_max
        return most if longest is None else min(most, longest - run.length)

    def _pads_in_space(self, run: OpenRun, place: int) -> int:
        low, high = self._space(run, place)
        if self.first != LOW_ACE or self.system.ace_at_both_ends:
            return low + high
        if self.system.jokers_side_by_side:
            return low + high - (low > 0)
        return low + high - (run.below == 1 and place >= HIGH_ACE)

    def _pads_upwards(
        self, run: OpenRun, place: int, low: int, high: int, most: int
    ) -> dict[int, list[int]]:
        """Same as ``_pads``, if jokers are capped at the lay and the low end opens at the ace."""
        naturals = [run.balance >> k & 1 for k in range(run.balance.bit_length() - 2, -1, -1)]
        found: dict[int, list[int]] = {}
        for number in range(max(0, run.shortest - run.length), most + 1):
            highs = [
                above
                for above in range(max(0, number - low), min(number, high) + 1)
                if self._is_playable_upwards(
                    [1] * (number - above) + naturals + [1] * above,
                    place - 1 + above,
                    above,
                    run.shortest,
                )
            ]
            if highs:
                found[number] = highs
        return found

    def _is_playable_upwards(self, cells: list[int], last: int, above: int, shortest: int) -> bool:
        """Whether some part can be laid and the rest tacked on at the high end.

        After the ace is reached, any part will do, as both ends are open.
        """
        is_reached = last == HIGH_ACE and (not above or self.system.joker_as_ace)
        starts = range(len(cells)) if is_reached else (0,)
        return any(
            end - start >= shortest and self._can_be_laid(cells[start:end])
            for start in starts
            for end in range(start, len(cells) + 1)
        )

    def _can_be_laid(self, cells: list[int]) -> bool:
        wild = sum(cells)
        return wild <= len(cells) - wild >= self.least

    def pads_above(self, run: OpenRun, place: int, suit: int, jokers: int) -> int:
        """Return how many of a run's padding jokers are at the top, maximizing the points."""
        highs = self._pads(run, place, jokers).get(jokers)
        if not highs:
            return min(jokers, self._space(run, place)[1])
        return max([(self._points(run, place, suit, jokers, high), high) for high in highs])[1]

    def _points(self, run: OpenRun, place: int, suit: int, jokers: int, high: int) -> int:
        """Return the points of a run's padding jokers, ``high`` of them at the high end."""
        worth, first = self.worth[suit], self.first + run.below
        return sum(worth[place : place + high]) + sum(worth[first - jokers + high : first])
