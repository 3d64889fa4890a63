"""A run that a player lays, as it starts, grows and ends from place to place.

It is tracked from its first natural to its last, with the jokers between them; jokers that pad it
at its ends are paid for when it ends.
"""

from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.hand_counts import first_place, point_rows
from kalooki_ref.referee.advice.table_runs import TableRun
from kalooki_ref.rules.choices import JokerCap, TackEnds
from kalooki_ref.rules.model import RuleSystem

# One place past the high ace: there every run has ended.
PAST = HIGH_ACE + 1
# More jokers than a run has room for are not counted.
MOST_ROOM = 15
# Stands for the cells of a run that can be laid whatever else comes to it.
FIT = 1 << 20


class OpenRun(NamedTuple):
    """A run that a player lays, from its first natural to the last so far.

    ``length`` counts up to the longest where runs have a limit, else to the shortest; ``naturals``
    up to the least a run needs. ``balance`` is what the cap on jokers needs: naturals less jokers,
    or the cells one by one as bits behind a leading 1, a joker as 1, or FIT. ``below`` is how many
    places lie free below; ``low_ace`` bars an ace at the other end; ``shortest`` is what it must
    come to.
    """

    length: int
    ends_in_joker: int
    naturals: int
    balance: int
    below: int
    low_ace: int
    shortest: int


class RunChange(NamedTuple):
    """What becomes of an open run at a place: ``run`` is None once it ended, padded with jokers."""

    run: OpenRun | TableRun | None
    naturals: int
    jokers: int
    room: int
    points: int


class OpenRuns:
    """How runs grow under a system.

    ``has_room`` says that jokers left over find a place elsewhere, ``counts_points`` that melds
    must be worth an opening.
    """

    def __init__(self, system: RuleSystem, *, has_room: bool, counts_points: bool) -> None:
        self.system, self.has_room, self.counts_points = system, has_room, counts_points
        self.first = first_place(system)
        self.least = system.run_min_naturals
        self.is_laid_upwards = (
            system.run_joker_cap is JokerCap.AT_THE_LAY
            and system.tack_ends is TackEnds.HIGH_UNTIL_ACE
        )
        self.worth = [(*row, 0) for row in point_rows(system)]

    def points_at(self, place: int, suit: int) -> int:
        """Return what a card at a place counts toward the opening."""
        return self.worth[suit][place] if self.counts_points else 0

    def start(self, place: int, shortest: int) -> OpenRun:
        """Return a run that begins with a natural at a place, to be so long at least."""
        below = place - self.first
        if not self.counts_points and not self.system.jokers_side_by_side:
            below = min(below, 1 if self.system.ace_at_both_ends else 2)
        elif not self.counts_points and self.has_room and not self.is_laid_upwards:
            below = 0
        bars = int(place == LOW_ACE and not self.system.ace_at_both_ends)
        balance = self._balance(0, 0, shortest)
        return OpenRun(1, 0, min(1, self.least), balance, below, bars, shortest)

    def longer(self, run: OpenRun, joker: int, place: int, suit: int) -> list[RunChange]:
        """Return the run one natural or joker longer; nothing where it cannot go that way."""
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
        most = max(4, shortest, 2 * self.least)
        return cells if size < most else cells & (1 << most - 1) - 1 | 1 << most - 1

    def _is_fit(self, cells: int, length: int, shortest: int) -> bool:
        """Return whether the last cells make a run that can be laid."""
        wild = (cells & (1 << length) - 1).bit_count()
        return length >= shortest and wild <= length - wild >= self.least

    def ends(self, run: OpenRun, place: int, suit: int, most: int) -> list[RunChange]:
        """Return the ways to end a run before a place, each with the number of jokers at its ends.

        Where points open each number is a way of its own; else the fewest, and room for more.
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
        """Return how many jokers can lie at the ends, the fewest first, and how many above."""
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
        """Return how many jokers have space below a run, and above it."""
        low, high = run.below, max(0, PAST - place - run.low_ace)
        return (low, high) if self.system.jokers_side_by_side else (min(low, 1), min(high, 1))

    def _most_pads(self, run: OpenRun, place: int) -> int:
        """Return how many jokers find a place at its ends, where one ace may bar the other."""
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
        """Return the same where jokers are capped at the lay and the low end opens at the ace."""
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
        """Return whether a first part can be laid and the rest be tacked above it.

        Once the ace is reached, any part will do: the rest can be tacked at both ends.
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
        """Return how many of a run's jokers at its ends lie above it: where they count the most."""
        highs = self._pads(run, place, jokers).get(jokers)
        if not highs:
            return min(jokers, self._space(run, place)[1])
        return max([(self._points(run, place, suit, jokers, high), high) for high in highs])[1]

    def _points(self, run: OpenRun, place: int, suit: int, jokers: int, high: int) -> int:
        """Return the points of jokers at a run's ends, ``high`` of them at the high end."""
        worth, first = self.worth[suit], self.first + run.below
        return sum(worth[place : place + high]) + sum(worth[first - jokers + high : first])
