"""The least a contract leaves where nothing else may be laid: a few runs, then sets of the rest.

Each suit offers its runs by itself; what sets then take of each rank follows from what the runs
left. Where that has too many ways, or runs might have to share, a sweep over the places finds the
best. Not here: the sets (contract_close), and tables, further melds and stricter jokers (sweep).
"""

from collections.abc import Sequence

from kalooki_ref.referee.advice.contract_close import Chosen, Closing
from kalooki_ref.referee.advice.contract_outlook import most_ahead, price_of
from kalooki_ref.referee.advice.contract_plan import ContractWay, Places, Row
from kalooki_ref.referee.advice.contract_sweep import ContractSweep
from kalooki_ref.referee.advice.holding import Counts, Holding
from kalooki_ref.referee.advice.spans import Spans, span_of, spans_of, without_span
from kalooki_ref.referee.advice.task import Task
from kalooki_ref.rules.choices import Ace, JokerCap, TackEnds
from kalooki_ref.rules.model import RuleSystem

MOST_TRIES = 300
"""So many runs are tried before the sweep is quicker: about a millisecond."""

Offered = tuple[Row, Spans, int]
"""What is left of a suit, the runs it can make, and its price."""

SoFar = tuple[int, int, int, int]
"""Runs still to choose, jokers left for them, the price of the cards in runs, and those cards."""


def counts_by_contract(system: RuleSystem, task: Task) -> bool:
    """Return whether this way of searching holds for a system and what is asked."""
    return (
        task.exact
        and task.tight
        and task.may_throw_joker
        and not task.must_reuse
        and not (system.set_suits_differ or system.set_max)
        and not (system.ranks_apart or system.suits_apart)
        and system.jokers_side_by_side
        and system.ace is Ace.BOTH
        and system.ace_at_both_ends
        and system.tack_ends is TackEnds.EITHER
        and system.set_joker_cap is system.run_joker_cap is JokerCap.AT_THE_LAY
        and (system.run_min, system.set_min) == (4, 3)
        and max(system.set_min_naturals, system.run_min_naturals) <= 2
    )


class ContractSearch:
    """The search for one hand: the best lay before the discard and the best after it."""

    def __init__(self, holding: Holding, system: RuleSystem, task: Task) -> None:
        self.task, self.system = task, system
        self.is_sure = True
        """Whether the ways found are the best for certain: nothing was left untried."""
        self._rows = tuple(zip(holding.counts, holding.prices, strict=True))
        self._lays = Closing(holding, system, task)
        self._tries = MOST_TRIES
        self._seen: dict[tuple[int, Counts, int, int], int] = {}

    @property
    def found(self) -> tuple[ContractWay | None, ContractWay | None]:
        """The best way before the discard and after it, None where there is none."""
        return self._lays.best, self._lays.best_after

    def run(self) -> "ContractSearch":
        """Search; ``is_sure`` tells afterwards whether it was enough."""
        spare = self._lays.spare
        if spare < 0:
            return self
        self._spans = [spans_of(row, spare, self.system.run_min).fit for row in self._rows]
        self._prices = [price_of(row) for row in self._rows]
        self._ahead = most_ahead(self._spans, self._prices, (self.task.runs, spare))
        self._from(0, (self.task.runs, spare, 0, 0), ())
        if self._tries < 0 or self._lays.is_doubtful:
            self.is_sure = self._sweep()
        return self

    def _sweep(self) -> bool:
        """Sweep over the places for something better than was found; return whether all is tried.

        A glance comes first: the better the lays it finds, the less there is to sweep.
        """
        suits = [suit for suit, spans in enumerate(self._spans) if spans]
        sweep = ContractSweep(self._rows, suits, (self.system, self.task))
        sweep.glance(*self._lays.lefts)
        self._close(sweep)
        return sweep.run(*self._lays.lefts) and self._close(sweep)

    def _close(self, sweep: ContractSweep) -> bool:
        """Close what a sweep found that is better than was known; return whether all could be."""
        ends = sweep.ends()
        for end in ends:
            if end.left < self._lays.lefts[end.is_after]:
                self._lays.close(self._chosen(sweep.runs_to(end)))
        return not any(end.left < self._lays.lefts[end.is_after] for end in ends)

    def _chosen(self, runs: Sequence[tuple[int, Places]]) -> Chosen:
        """Return runs as spans, each with its suit."""
        shortest = self.system.run_min
        return tuple(
            [(suit, span_of(places, self._rows[suit][1], shortest)) for suit, places in runs]
        )

    def _from(self, suit: int, so_far: SoFar, chosen: Chosen) -> None:
        """Try every way to choose the other runs from a suit on."""
        if not so_far[0]:
            self._lays.close(chosen)
        elif suit < len(self._rows):
            offered = (self._rows[suit], Spans(self._spans[suit], -1), self._prices[suit])
            self._pick(suit, so_far, chosen, offered)
            runs, left, saved, _ = so_far
            if self._is_promising(saved + self._ahead[suit + 1][runs][left]):
                self._from(suit + 1, so_far, chosen)

    def _pick(self, suit: int, so_far: SoFar, chosen: Chosen, offered: Offered) -> None:
        """Try every next run of a suit, and all that may follow it.

        Each takes all it can. Where that leaves too little for another one to be fit, they might
        have shared.
        """
        runs, left, saved, used = so_far
        row, (spans, unfit), price = offered
        most = max(unfit, next((value for value, jokers, *_ in spans if jokers <= left), 0))
        for span in spans:
            value, jokers = span[0], span[1]
            if jokers > left:
                continue
            after = self._most_after(suit, (runs - 1, left - jokers), (most, price - value))
            if not self._is_promising(saved + value + after):
                if runs == 1:
                    break
                continue
            further = (runs - 1, left - jokers, saved + value, used + span[4])
            picked = (*chosen, (suit, span))
            if runs > 1:
                rest = (without_span(row[0], span), row[1])
                if self._is_known(suit, rest[0], further):
                    continue
                again = spans_of(rest, left - jokers, self.system.run_min)
                self._pick(suit, further, picked, (rest, again, price - value))
            self._from(suit + 1, further, picked)
        if unfit >= 0 and not self._lays.is_doubtful:
            after = self._most_after(suit, (runs - 1, left), (most, price))
            self._lays.is_doubtful = self._is_promising(saved + unfit + after)

    def _most_after(self, suit: int, left: tuple[int, int], here: tuple[int, int]) -> int:
        """Return the most that so many runs save with so many jokers, of this suit or later ones.

        ``here`` is the most that one run of this suit holds, and what all that is left of it is.
        """
        runs, jokers = left
        most, price = here
        ahead = self._ahead[suit + 1]
        best = ahead[runs][jokers]
        for mine in range(1, runs + 1):
            best = max(best, min(mine * most, price) + ahead[runs - mine][jokers])
        return best

    def _is_known(self, suit: int, counts: Counts, so_far: SoFar) -> bool:
        """Return whether the same cards were taken before, with no fewer jokers left."""
        runs, left, _, used = so_far
        known = (suit, counts, runs, used)
        if self._seen.get(known, -1) >= left:
            return True
        self._seen[known] = left
        return False

    def _is_promising(self, saved: int) -> bool:
        """Return whether saving so much in runs could still lead to a better lay."""
        self._tries -= 1
        if self._tries < 0:
            return False
        return self._lays.may_beat(saved)
