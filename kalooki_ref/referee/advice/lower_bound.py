"""What is bound to stay in hand from a place on, and the jokers that the contract still takes.

Every bound is admissible: it never says more than what the best way leaves. A card that no meld
reaches with the jokers left is lost; and where only the contract may be laid, so is all that its
sets and runs cannot hold.
"""

from dataclasses import dataclass
from itertools import accumulate

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.decide import MOST_OF_A_RANK, NEVER, tables_of
from kalooki_ref.referee.advice.hand_counts import first_place, point_rows, rank_at
from kalooki_ref.referee.advice.open_runs import PAST
from kalooki_ref.referee.advice.position import Position, SearchSpec
from kalooki_ref.referee.advice.rank_sets import least_naturals
from kalooki_ref.referee.advice.run_states import Opens
from kalooki_ref.referee.advice.tack_targets import jokers_of_sets

PlaceRow = list[int]
"""One number for each place, and for those past the ace."""


@dataclass(frozen=True, slots=True)
class SuitTable:
    """What a suit's cards come to from each place on, with so many jokers left.

    ``lost`` is the price no meld reaches, ``dearest`` that of its dearest card; ``points`` is what
    the others count toward the opening; ``reach`` where a
    run that is open here must end, ``held`` the price it can take; ``best`` the most that one new
    run takes, ``every`` the price of all.
    """

    lost: PlaceRow
    dearest: PlaceRow
    points: PlaceRow
    reach: PlaceRow
    held: PlaceRow
    best: PlaceRow
    every: PlaceRow


class LowerBound:
    """The least price that stays in hand, from any place and state of a search."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        self.hand, self.targets, self.spec = position.hand, position.targets, spec
        hand, targets = position.hand, position.targets
        self.shortest, self.first = spec.system.run_min, first_place(spec.system)
        self.most = spec.jokers + 2 * spec.borrowable
        empty = [[not number for number in row[LOW_ACE:]] for row in hand.counts]
        self._blanks = [list(accumulate(row, initial=0)) for row in empty]
        self._run_needs = [self._needs_of(suit) for suit in range(len(hand.counts))]
        self._set_needs = [self._set_need(place) for place in range(PAST + 1)]
        self._prices = hand.prices if not targets.are_there else self._prices_off_the_table()
        self._worth = point_rows(spec.system)
        self._dearest = max(map(max, self._worth))
        self.top = self._tops()
        self.required = self._jokers_required()
        self.to_come, self.to_come_in_sets = self._jokers_to_come()
        self._tables: dict[int, tuple[SuitTable, ...]] = {}
        self._new_runs: dict[tuple[int, int], PlaceRow] = {}
        self._all, self._set_tops = self._holdings() if spec.contract_only else ([], [])

    def value(
        self, place: int, left: int, to_lay: tuple[int, int], opens: Opens
    ) -> tuple[int, int, int]:
        """Return the least price that stays in hand, before a discard and after the best one.

        Beside them stands the most that still counts to open. ``left`` jokers may still be used;
        ``to_lay`` are the sets and runs that may still be laid where only the contract may.
        """
        table, full = self._table(left), self._table(max(left, self.most))
        lost = dearest = held = 0
        points = left * self._dearest
        for suit, here in enumerate(table):
            lows, runs = opens[suit]
            dearest = max(dearest, here.dearest[place])
            if not lows and not runs:
                lost += here.lost[place]
                points += here.points[place]
                continue
            far = here.reach[place] if runs else place
            lost += here.lost[far] + full[suit].lost[place] - full[suit].lost[far]
            points += here.points[far] + full[suit].points[place] - full[suit].points[far]
            if lows and here.lost[HIGH_ACE] and far <= HIGH_ACE:
                lost -= min(here.lost[HIGH_ACE], lows * self.hand.prices[suit][HIGH_ACE])
            held += min(runs * here.held[place], here.every[place])
            held += lows * self._prices[suit][HIGH_ACE]
        if not self.spec.contract_only:
            return max(0, lost), max(0, lost - dearest), points
        sets, runs = to_lay
        held += self._set_tops[place][sets] + self._most_in_new_runs(place, left)[runs]
        rest = self._all[place] - held
        return max(0, lost, rest), max(0, lost - dearest, rest - self.top[place]), points

    def _needs_of(self, suit: int) -> PlaceRow:
        """Return the fewest jokers with which a run reaches each card of a suit."""
        needs = self._needs_of_new_runs(suit)
        if not self.targets.runs[suit]:
            return needs
        at_table = self._needs_of_table_runs(suit)
        both = zip(needs, at_table, strict=True)
        return [0 if table <= self.most else need for need, table in both]

    def _needs_of_new_runs(self, suit: int) -> PlaceRow:
        row, blanks, size = self.hand.counts[suit], self._blanks[suit], self.shortest
        starts = range(self.first, PAST - size + 1)
        gaps = [blanks[start + size - 1] - blanks[start - 1] for start in starts]
        needs = [NEVER] * (PAST + 1)
        for place in range(self.first, PAST):
            if row[place]:
                low = max(0, place - size + 1 - self.first)
                needs[place] = min(gaps[low : place + 1 - self.first])
        return needs

    def _needs_of_table_runs(self, suit: int) -> PlaceRow:
        """Return the fewest jokers with which the table's runs take each card of a suit."""
        row, blanks, runs = self.hand.counts[suit], self._blanks[suit], self.targets.runs[suit]
        loose = sum([run.jokers.bit_count() for run in runs if run.movable])
        needs = [NEVER] * (PAST + 1)
        for place in [place for place in range(self.first, PAST) if row[place]]:
            for run in runs:
                if place > run.end:
                    gaps = blanks[place - 1] - blanks[run.end]
                elif place < run.start:
                    gaps = blanks[run.start - 1] - blanks[place]
                else:
                    gaps = 0 if run.jokers >> place & 1 else NEVER + loose
                needs[place] = min(needs[place], max(0, gaps - loose))
        if row[LOW_ACE] and self.first == LOW_ACE:
            needs[LOW_ACE] = needs[HIGH_ACE] = min(needs[LOW_ACE], needs[HIGH_ACE])
        return needs

    def _set_need(self, place: int) -> int:
        """Return the fewest jokers with which a rank's cards go into a set."""
        if not LOW_ACE < place < PAST:
            return NEVER
        rank, spec, system = rank_at(place), self.spec, self.spec.system
        if self.targets.sets[rank]:
            return 0
        if spec.contract_only and not spec.sets:
            return NEVER
        total = self.hand.totals[rank]
        if system.set_suits_differ:
            total = sum([row[place] > 0 for row in self.hand.counts])
        if total < least_naturals(system) or rank in self.targets.own_sets:
            return NEVER
        return max(0, system.set_min - total)

    def _prices_off_the_table(self) -> tuple[tuple[int, ...], ...]:
        """Return the prices where cards that the table's melds may take cost nothing."""
        rows = []
        for suit, prices in enumerate(self.hand.prices):
            needs = self._needs_of_table_runs(suit)
            is_taken = [needs[p] <= self.most or self.targets.sets[rank_at(p)] for p in range(PAST)]
            rows.append(tuple([0 if is_taken[p] else prices[p] for p in range(PAST)]))
        return tuple(rows)

    def _tops(self) -> PlaceRow:
        """Return the price of the dearest card from each place on."""
        top = [0] * (PAST + 2)
        for place in range(HIGH_ACE, 0, -1):
            both = zip(self.hand.counts, self.hand.prices, strict=True)
            here = [prices[place] for row, prices in both if row[place]]
            top[place] = max([top[place + 1], *here])
        return top

    def _jokers_to_come(self) -> tuple[PlaceRow, PlaceRow]:
        """Return how many jokers of the table can be had from each place on, and those in sets."""
        total, in_sets = [0] * (PAST + 2), [0] * (PAST + 2)
        if not self.spec.borrowable:
            return total, in_sets
        system, sets = self.spec.system, self.targets.sets
        of_sets = [0] * len(sets)
        if system.joker_leaves_its_meld:
            of_sets = jokers_of_sets(sets, system, self.hand)
        for place in range(HIGH_ACE, 0, -1):
            here = of_sets[rank_at(place)] if place > LOW_ACE else 0
            in_sets[place] = in_sets[place + 1] + here
            for runs, row in zip(self.targets.runs, self.hand.counts, strict=True):
                moved = [run for run in runs if run.movable and run.jokers >> place & 1]
                here += len(moved) if row[place] else 0
            total[place] = total[place + 1] + here
        return total, in_sets

    def _jokers_required(self) -> list[list[PlaceRow]]:
        """Return the fewest jokers that the rest of the contract takes from each place on.

        By place, then by the sets laid before it, then by the runs.
        """
        spec, size, table = self.spec, self.shortest, tables_of(self.spec.system)
        costs = [table.set_costs[min(total, MOST_OF_A_RANK)] for total in self.hand.totals]
        required: list[list[PlaceRow]] = [[] for _ in range(PAST + 1)]
        of_ranks: PlaceRow = []
        cheapest = NEVER
        for place in range(PAST, self.first - 1, -1):
            if LOW_ACE < place < PAST:
                of_ranks = sorted([*of_ranks, *costs[rank_at(place)]])[: spec.sets]
            for row, blanks in zip(self.hand.counts, self._blanks, strict=True):
                if place < PAST and row[place]:
                    end = min(place + size - 1, HIGH_ACE)
                    gaps = blanks[end] - blanks[place - 1] + place + size - 1 - end
                    cheapest = min(cheapest, gaps)
            left = [max(0, spec.sets - made) for made in range(spec.most_sets + 1)]
            of_sets = [sum(of_ranks[:more]) if more <= len(of_ranks) else NEVER for more in left]
            begun = range(spec.most_runs + 1)
            of_runs = [cheapest * max(0, spec.runs - made) for made in begun]
            required[place] = [[one + other for other in of_runs] for one in of_sets]
        return required

    def _holdings(self) -> tuple[PlaceRow, list[PlaceRow]]:
        """Return the price of all cards from each place on, and the most that so many sets hold."""
        spec = self.spec
        total, tops = [0] * (PAST + 2), [[0] * (spec.sets + 1) for _ in range(PAST + 2)]
        best: PlaceRow = []
        for place in range(HIGH_ACE, 0, -1):
            both = zip(self.hand.counts, self._prices, strict=True)
            here = sum([row[place] * prices[place] for row, prices in both])
            here = here if place > LOW_ACE else 0
            total[place] = total[place + 1] + here
            if here and self._set_needs[place] <= self.most:
                best = sorted([*best, here], reverse=True)[: spec.sets]
            tops[place] = [sum(best[:k]) for k in range(spec.sets + 1)]
        return total, tops

    def _table(self, left: int) -> tuple[SuitTable, ...]:
        known = self._tables.get(left)
        if known is None:
            suits = range(len(self.hand.counts))
            known = self._tables[left] = tuple([self._suit_table(s, left) for s in suits])
        return known

    def _suit_table(self, suit: int, left: int) -> SuitTable:
        row, prices = self.hand.counts[suit], self._prices[suit]
        blanks = self._blanks[suit]
        lost, dearest, points = self._out_of_reach(suit, left)
        reach, held = [PAST] * (PAST + 2), [0] * (PAST + 2)
        best, every = [0] * (PAST + 2), [0] * (PAST + 2)
        end, inside = PAST, 0
        for place in range(HIGH_ACE, 0, -1):
            price = row[place] * prices[place]
            inside += price
            while blanks[end - 1] - blanks[place - 1] > left:
                end -= 1
                inside -= row[end] * prices[end]
            reach[place], held[place] = end, inside
            best[place] = max(best[place + 1], inside if row[place] else 0)
            every[place] = every[place + 1] + price
        return SuitTable(lost, dearest, points, reach, held, best, every)

    def _out_of_reach(self, suit: int, left: int) -> tuple[PlaceRow, PlaceRow, PlaceRow]:
        """Return the price no meld reaches, its dearest card, and what the others count to open."""
        row, prices = self.hand.counts[suit], self.hand.prices[suit]
        worth, needs = self._worth[suit], self._run_needs[suit]
        lost, dearest, points = ([0] * (PAST + 2) for _ in range(3))
        for place in range(HIGH_ACE, 0, -1):
            later = place + 1
            lost[place], dearest[place], points[place] = lost[later], dearest[later], points[later]
            if place == LOW_ACE or not row[place]:
                continue
            if min(self._set_needs[place], needs[place]) > left:
                lost[place] += row[place] * prices[place]
                dearest[place] = max(dearest[place], prices[place])
            else:
                points[place] += row[place] * worth[place]
        is_low = self.first == LOW_ACE and row[LOW_ACE] and needs[LOW_ACE] <= left
        if is_low and min(self._set_needs[HIGH_ACE], needs[HIGH_ACE]) > left:
            lost[LOW_ACE] -= row[HIGH_ACE] * prices[HIGH_ACE]
            points[LOW_ACE] += row[LOW_ACE] * worth[LOW_ACE]
        return lost, dearest, points

    def _most_in_new_runs(self, place: int, left: int) -> PlaceRow:
        """Return the most that none, one, two, … runs begun from a place on can hold."""
        known = self._new_runs.get((place, left))
        if known is None:
            known = self._new_runs[place, left] = self._sums_of_new_runs(place, left)
        return known

    def _sums_of_new_runs(self, place: int, left: int) -> PlaceRow:
        parts: PlaceRow = []
        most = 1 if self.spec.system.suits_apart else self.spec.runs
        for table in self._table(left):
            best, rest = table.best[place], table.every[place]
            rest = max(rest, best) if place == LOW_ACE else rest
            for _ in range(most if best else 0):
                parts.append(max(0, min(best, rest)))
                rest -= best
        parts.sort(reverse=True)
        return [sum(parts[:number]) for number in range(self.spec.runs + 1)]
