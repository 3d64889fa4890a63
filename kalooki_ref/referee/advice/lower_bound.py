"""Admissible lower bounds for the price left in hand (A* heuristic) and for the jokers needed.

No bound exceeds the optimum. A card is lost if no meld can include it with the jokers left; if only
the contract may be laid, so is everything its sets and runs can't hold.
"""

from collections.abc import Callable
from functools import cache
from itertools import accumulate, chain, pairwise
from operator import add
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.decide import (
    MOST_OF_A_RANK,
    NEVER,
    sized_for,
    tables_of,
)
from kalooki_ref.referee.advice.hand_counts import first_place, opening_rows, rank_at
from kalooki_ref.referee.advice.open_runs import PAST
from kalooki_ref.referee.advice.position import Position, SearchSpec
from kalooki_ref.referee.advice.run_states import Opens
from kalooki_ref.referee.advice.set_limits import least_naturals
from kalooki_ref.referee.advice.tack_targets import jokers_of_sets
from kalooki_ref.rules.choices import Contract

# Higher than the price of any hand.
FAR = 1 << 20
# One value for each place, and for two places past the ace.
PlaceRow = list[int]
PLACES = range(PAST + 2)
# Numbers of the contract's sets and runs already laid.
Laid = tuple[int, int]


class OutOfReach(NamedTuple):
    """Suffix sums, by place, over a suit's cards that no meld can include with the jokers left.

    ``lost`` are their prices, ``points`` the opening points of the other cards.
    """

    lost: PlaceRow
    points: PlaceRow


class RunReach(NamedTuple):
    """Which of a suit's cards a run can include from each place on, with the jokers left.

    ``reach`` is the place before which a run that is open here must end, ``held`` the price of the
    cards it can include; ``best`` is the highest price that one new run can include.
    """

    reach: PlaceRow
    held: PlaceRow
    best: PlaceRow


class LowerBound:
    """A lower bound for the price left in hand, for every place and state of a search."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        self.hand, self.targets, self.spec = position.hand, position.targets, spec
        hand, targets = position.hand, position.targets
        self.shortest, self.first = min(spec.run_sizes), first_place(spec.system)
        self.most = spec.jokers + 2 * spec.borrowable
        self._suits = range(len(hand.counts))
        empty = [[not number for number in row[LOW_ACE:]] for row in hand.counts]
        self._blanks = [list(accumulate(row, initial=0)) for row in empty]
        self._gaps = [self._gaps_of_runs(suit, self.shortest) for suit in self._suits]
        self._asked = [self._gaps_of_runs(suit, spec.run_size) for suit in self._suits]
        self._run_needs = [self._needs_of(suit) for suit in self._suits]
        self._set_needs = [self._set_need(place) for place in PLACES]
        self._worth = opening_rows(spec.system)
        self._dearest = max(map(max, self._worth))
        self.top = _from_each_place(self._dearest_by_place(), max)
        self.required = self._jokers_required()
        self.to_come, self.to_come_in_sets = self._jokers_to_come()
        self._prices = hand.prices if not targets.are_there else self._prices_off_the_table()
        costs = [self._costs(suit) for suit in self._suits]
        self._of_ranks = list(map(sum, zip(*costs, strict=True)))
        self._every = [_from_each_place(row) for row in costs]
        self._out_of_reach = cache(self._find_out_of_reach)
        self._run_reach = cache(self._find_reach)
        self._most_in_sets, self._most_in_runs = cache(self._sum_sets), cache(self._sum_runs)

    def value(self, place: int, left: int, laid: Laid, opens: Opens) -> tuple[int, int]:
        """Return lower bound of the price left and upper bound of further points for the opening.

        ``left`` is the number of jokers available; those that the rest of the contract needs are
        not available for other melds.
        """
        spec, (sets, runs) = self.spec, laid
        of_sets, of_runs = self.required[place]
        spare = left - of_sets[sets] - of_runs[runs]
        if spare < 0:
            return FAR, 0
        for_sets = spare + of_sets[sets] - of_sets[min(sets + 1, spec.sets)]
        for_runs = spare + of_runs[runs] - of_runs[min(runs + 1, spec.runs)]
        most = max(left, self.most)
        lost = held = 0
        points = left * self._dearest
        for suit, (lows, growing) in enumerate(opens):
            out = self._out_of_reach(suit, for_sets, for_runs)
            if not lows and not growing:
                lost += out.lost[place]
                points += out.points[place]
                continue
            here = self._run_reach(suit, left)
            full = self._out_of_reach(suit, for_sets, most)
            far = here.reach[place] if growing else place
            lost += out.lost[far] + full.lost[place] - full.lost[far]
            points += out.points[far] + full.points[place] - full.points[far]
            if lows and out.lost[HIGH_ACE] and far <= HIGH_ACE:
                lost -= min(out.lost[HIGH_ACE], lows * self.hand.prices[suit][HIGH_ACE])
            held += min(growing * here.held[place], self._every[suit][place])
            held += lows * self._prices[suit][HIGH_ACE]
        if spec.contract_only:
            held += self._most_in_sets(for_sets)[place][spec.sets - sets]
            held += self._most_in_runs(place, for_runs)[spec.runs - runs]
            lost = max(lost, sum([row[place] for row in self._every]) - held)
        return max(0, lost), points

    def _needs_of(self, suit: int) -> PlaceRow:
        """Return, by place, the fewest jokers a run needs to include this suit's card."""
        gaps, size, needs = self._gaps[suit], self.shortest, self._needs_of_table_runs(suit)
        for place in [place for place in range(self.first, PAST) if self.hand.counts[suit][place]]:
            is_tacked = needs[place] <= self.most
            needs[place] = 0 if is_tacked else min(gaps[max(0, place - size + 1) : place + 1])
        return needs

    def _gaps_of_runs(self, suit: int, size: int) -> PlaceRow:
        """Return, by start, the fewest jokers in a run of ``size`` cards of this suit."""
        blanks = self._blanks[suit]
        starts = range(self.first, PAST - size + 1)
        gaps = [blanks[start + size - 1] - blanks[start - 1] for start in starts]
        return [NEVER] * self.first + gaps

    def _needs_of_table_runs(self, suit: int) -> PlaceRow:
        """Return, by place, the fewest jokers to add this suit's card to a run on the board."""
        row, blanks, runs = self.hand.counts[suit], self._blanks[suit], self.targets.runs[suit]
        loose = sum([run.jokers.bit_count() for run in runs if run.movable])
        needs = [NEVER for _ in PLACES]
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
        """Return the fewest jokers for a set of this place's rank."""
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
        if total < least_naturals(system, spec.smallest_set) or rank in self.targets.own_sets:
            return NEVER
        return max(0, spec.smallest_set - total)

    def _prices_off_the_table(self) -> tuple[tuple[int, ...], ...]:
        """Return the prices, with 0 for cards that may be added to melds on the board."""
        rows = []
        for suit, prices in enumerate(self.hand.prices):
            needs = self._needs_of_table_runs(suit)
            is_taken = [needs[p] <= self.most or self.targets.sets[rank_at(p)] for p in range(PAST)]
            rows.append(tuple(0 if is_taken[p] else prices[p] for p in range(PAST)))
        return tuple(rows)

    def _dearest_by_place(self) -> PlaceRow:
        both = list(zip(self.hand.counts, self.hand.prices, strict=True))
        dearest = [
            max([prices[p] for row, prices in both if row[p]], default=0) for p in range(PAST)
        ]
        return [*dearest, 0, 0]

    def _jokers_to_come(self) -> tuple[PlaceRow, PlaceRow]:
        """Return the jokers available on the board from each place on: all of them, and in sets."""
        system, targets = self.spec.system, self.targets
        if not self.spec.borrowable:
            return [0 for _ in PLACES], [0 for _ in PLACES]
        of_sets = [0] * len(targets.sets)
        if system.joker_leaves_its_meld:
            of_sets = jokers_of_sets(targets.sets, system, self.hand)
        in_sets = [of_sets[rank_at(p)] if LOW_ACE < p < PAST else 0 for p in PLACES]
        in_runs = [0 for _ in PLACES]
        for runs, row in zip(targets.runs, self.hand.counts, strict=True):
            for run in [run for run in runs if run.movable]:
                for place in range(LOW_ACE, PAST):
                    in_runs[place] += run.jokers >> place & 1 if row[place] else 0
        return _from_each_place(list(map(add, in_sets, in_runs))), _from_each_place(in_sets)

    def _jokers_required(self) -> list[tuple[PlaceRow, PlaceRow]]:
        """Return lower bounds for the jokers that the rest of the contract needs, by place.

        For each place, one row is indexed by the number of sets already laid, the other by runs.
        """
        spec = self.spec
        asked = Contract(0, 0, spec.set_size, spec.run_size)
        table = tables_of(sized_for(asked, spec.system))
        required: list[tuple[PlaceRow, PlaceRow]] = [([], [])] * (PAST + 1)
        of_sets, of_suits = [NEVER] * spec.sets, [[NEVER] * spec.runs for _ in self.hand.counts]
        cheapest, naturals = [NEVER] * len(of_suits), [0] * len(of_suits)
        for place in range(PAST, self.first - 1, -1):
            if LOW_ACE < place < PAST and spec.sets:
                total = self.hand.totals[rank_at(place)]
                costs = table.set_costs[min(total, MOST_OF_A_RANK)]
                of_sets = sorted([*of_sets, *costs])[: spec.sets]
            for suit, row in enumerate(self.hand.counts) if place < PAST and spec.runs else ():
                if row[place]:
                    gaps = self._asked[suit][min(place, PAST - spec.run_size)]
                    cheapest[suit] = min(cheapest[suit], gaps)
                    naturals[suit] += row[place] if place > LOW_ACE else 0
                    of_suits[suit] = self._costs_of_runs(cheapest[suit], naturals[suit])
            of_runs = sorted(chain(*of_suits))[: spec.runs]
            required[place] = _by_laid(of_sets, spec.most_sets), _by_laid(of_runs, spec.most_runs)
        return required

    def _costs_of_runs(self, cheapest: int, naturals: int) -> PlaceRow:
        """Return the marginal number of jokers for each further run in one suit."""
        most = 1 if self.spec.system.suits_apart else self.spec.runs
        loads = [
            max(cheapest * runs, self.spec.run_size * runs - naturals) for runs in range(most + 1)
        ]
        return [more - less for less, more in pairwise(loads)] + [NEVER] * (self.spec.runs - most)

    def _costs(self, suit: int) -> PlaceRow:
        """Return the price of all cards at each place; aces count at the high place only."""
        both = list(zip(self.hand.counts[suit], self._prices[suit], strict=True))
        return [0, 0, *[number * price for number, price in both[LOW_ACE + 1 :]], 0, 0]

    def _sum_sets(self, left: int) -> list[PlaceRow]:
        """Return the highest price that 0, 1, 2, … sets can hold, from each place on."""
        best, tops = [0] * self.spec.sets, [[0] for _ in PLACES]
        for place in range(HIGH_ACE, 0, -1):
            if self._set_needs[place] <= left:
                best = sorted([*best, self._of_ranks[place]], reverse=True)[: self.spec.sets]
            tops[place] = list(accumulate(best, initial=0))
        return tops

    def _find_reach(self, suit: int, left: int) -> RunReach:
        row, prices, blanks = self.hand.counts[suit], self._prices[suit], self._blanks[suit]
        reach, held, best = ([extra for _ in PLACES] for extra in (PAST, 0, 0))
        end, inside = PAST, 0
        for place in range(HIGH_ACE, 0, -1):
            price = prices[place] if row[place] else 0
            inside += price
            while blanks[end - 1] - blanks[place - 1] > left:
                end -= 1
                inside -= prices[end] if row[end] else 0
            reach[place], held[place] = end, inside
            best[place] = max(best[place + 1], inside if row[place] else 0)
        return RunReach(reach, held, best)

    def _find_out_of_reach(self, suit: int, for_sets: int, for_runs: int) -> OutOfReach:
        row, prices, worth = self.hand.counts[suit], self.hand.prices[suit], self._worth[suit]
        needs = zip(self._set_needs, self._run_needs[suit], strict=True)
        is_out = [of_set > for_sets and of_run > for_runs for of_set, of_run in needs]
        lost, points = [0 for _ in PLACES], [0 for _ in PLACES]
        for place in range(HIGH_ACE, LOW_ACE, -1):
            out, there = is_out[place], row[place]
            lost[place] = lost[place + 1] + (there * prices[place] if out else 0)
            points[place] = points[place + 1] + (0 if out else there * worth[place])
        is_low = is_out[HIGH_ACE] and not is_out[LOW_ACE]
        lost[LOW_ACE] = lost[LOW_ACE + 1] - (row[HIGH_ACE] * prices[HIGH_ACE] if is_low else 0)
        points[LOW_ACE] = points[LOW_ACE + 1] + (row[LOW_ACE] * worth[LOW_ACE] if is_low else 0)
        return OutOfReach(lost, points)

    def _sum_runs(self, place: int, left: int) -> PlaceRow:
        """Return the highest price that 0, 1, 2, … runs begun at or after a place can hold."""
        runs = self.spec.runs
        parts = [0] * runs
        for suit, row in enumerate(self._every):
            best, every = self._run_reach(suit, left).best[place], row[place]
            for begun in range(1 if self.spec.system.suits_apart else runs):
                parts.append(min(best, max(0, every - begun * best)))
        return list(accumulate(sorted(parts, reverse=True)[:runs], initial=0))


def _from_each_place(row: PlaceRow, combine: Callable[[int, int], int] = add) -> PlaceRow:
    """Return the suffix sums of a row, or its suffixes combined with another operation."""
    return list(accumulate(reversed(row), combine))[::-1]


def _by_laid(costs: PlaceRow, most: int) -> PlaceRow:
    """Return the minimum cost of the remaining melds, by the number laid; 0 once all are laid."""
    return [*accumulate(costs, initial=0)][::-1] + [0] * (most - len(costs))
