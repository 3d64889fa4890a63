"""The sets added to the runs of a contract's lay, its discard, and the best lays so far.

Not here: which runs to try (contract_lay), and the lay as melds (contract_plan).
"""

from collections.abc import Sequence
from dataclasses import replace

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.contract_plan import ContractWay, can_be_made
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.rank_sets import Rest, best_sets, least_of, offers_of
from kalooki_ref.referee.advice.spans import Span, used_of
from kalooki_ref.referee.advice.task import Task
from kalooki_ref.rules.model import RuleSystem

Chosen = tuple[tuple[int, Span], ...]
"""The runs of a lay, each with its suit, in the order they take their cards."""


class Closing:
    """The lays of one hand that are closed with sets: the best before the discard and after it."""

    def __init__(self, holding: Holding, system: RuleSystem, task: Task) -> None:
        self.best: ContractWay | None = None
        self.best_after: ContractWay | None = None
        self.is_doubtful = False
        """Whether a better lay was passed over that other runs with the same cards could make."""
        self._task, self._system = task, system
        self._rows = tuple(zip(holding.counts, holding.prices, strict=True))
        self._ranks = _rank_rests(holding)
        self._total = sum([price for *_, price in self._ranks])
        self._dearest = _dearest(holding)
        offers = offers_of(self._ranks, system.set_min)
        needs = sorted([need for _, need, _ in offers])[: task.sets]
        dearest = best_sets(offers, task.sets, task.jokers)
        self._most_in_sets = dearest[0] if dearest else 0
        self.spare = task.jokers - sum(needs) if dearest else -1
        """The jokers that runs may have: the rest the cheapest sets need; -1 where none will do."""

    @property
    def lefts(self) -> tuple[int, int]:
        """The least left before the discard and after it, more than all cards where unknown."""
        before, after = [
            way.left if way else self._total + 1 for way in (self.best, self.best_after)
        ]
        return before, after

    def may_beat(self, saved: int) -> bool:
        """Return whether saving so much in runs could still lead to a better lay."""
        return self._beats(self._total - saved - self._most_in_sets)

    def close(self, runs: Chosen) -> None:
        """Add the best sets to the runs chosen, and keep what is better than before."""
        jokers = self._task.jokers - sum([span[1] for _, span in runs])
        hand = self._total - sum([span[0] for _, span in runs])
        rests = self._rests(runs)
        offers = offers_of(rests, self._system.set_min)
        skips: list[tuple[int, ...]] = [()]
        while skips:
            skipped = skips.pop()
            found = best_sets(offers, self._task.sets, jokers, skipped)
            if found is None or not self._beats(hand - found[0]):
                continue
            way = ContractWay(hand - found[0], runs, found[1])
            fits = not _borrows(way, rests, self._system) or can_be_made(
                way, self._rows, self._system
            )
            if fits:
                self._keep(way, rests, jokers)
            self.is_doubtful = self.is_doubtful or not fits
            if not fits or not skipped:
                skips += [(*skipped, rank) for rank in set(found[1])]

    def _beats(self, left: int) -> bool:
        """Return whether leaving so much could be better, before the discard or after it."""
        if self.best is None or left < self.best.left or self.best_after is None:
            return True
        return max(0, left - self._dearest) < self.best_after.left

    def _keep(self, way: ContractWay, rests: Sequence[Rest], jokers: int) -> None:
        if self.best is None or way.left < self.best.left:
            self.best = way
        after = self._after_discard(way, rests, jokers)
        if after is not None and (self.best_after is None or after.left < self.best_after.left):
            self.best_after = after

    def _after_discard(
        self, way: ContractWay, rests: Sequence[Rest], jokers: int
    ) -> ContractWay | None:
        """Return a way with its best discard; None where nothing can be thrown."""
        dearest = 0
        for rank, _, left, price in rests:
            if left and rank not in way.ranks:
                dearest = max(dearest, price // left if rank > LOW_ACE else self._ace_left(way))
        if dearest:
            return replace(way, left=way.left - dearest)
        return self._with_a_card_spared(way, rests, jokers)

    def _with_a_card_spared(
        self, way: ContractWay, rests: Sequence[Rest], jokers: int
    ) -> ContractWay | None:
        """Return a way that lays all but a card to throw: a joker, or one a set can spare."""
        size = self._system.set_min
        spared = 0
        for rank, _, left, _ in rests:
            wanted = size * way.ranks.count(rank)
            jokers -= max(0, wanted - left)
            if wanted and left > wanted:
                spared = rank
        if jokers or self._task.may_keep_none:
            return way
        return replace(way, thrown=spared) if spared else None

    def _rests(self, runs: Chosen) -> list[Rest]:
        """Return what the runs leave of each rank."""
        used = sum([span[4] for _, span in runs])
        rests = []
        for rank, naturals, _, price in self._ranks:
            taken = used_of(rank, used)
            if not taken:
                rests.append((rank, naturals, naturals, price))
            elif rank > LOW_ACE:
                rests.append((rank, naturals, naturals - taken, price - price // naturals * taken))
            else:
                rests.append((rank, naturals, naturals - taken, price - self._aces_in(runs)))
        return rests

    def _aces_in(self, runs: Chosen) -> int:
        """Return the price of the aces that runs hold."""
        price = 0
        for suit, span in runs:
            ace = self._rows[suit][1][HIGH_ACE]
            price += ace * ((span[2] == LOW_ACE) + (span[3] == HIGH_ACE))
        return price

    def _ace_left(self, way: ContractWay) -> int:
        """Return the price of the dearest ace that no run holds."""
        dearest = 0
        for number, (counts, prices) in enumerate(self._rows):
            here = [span for suit, span in way.runs if suit == number]
            held = sum([(span[2] == LOW_ACE) + (span[3] == HIGH_ACE) for span in here])
            if counts[HIGH_ACE] > held:
                dearest = max(dearest, prices[HIGH_ACE])
        return dearest


def _rank_rests(holding: Holding) -> list[Rest]:
    """Return the ranks of a hand: rank, naturals twice, and what they cost."""
    rests = []
    for rank, naturals in enumerate(holding.totals):
        if naturals:
            rows = zip(holding.counts, holding.prices, strict=True)
            rests.append((rank, naturals, naturals, sum([c[rank] * p[rank] for c, p in rows])))
    return rests


def _dearest(holding: Holding) -> int:
    """Return the price of the dearest natural in a hand."""
    held = [
        price
        for counts, prices in zip(holding.counts, holding.prices, strict=True)
        for count, price in zip(counts, prices, strict=True)
        if count
    ]
    return max(held, default=0)


def _borrows(way: ContractWay, rests: Sequence[Rest], system: RuleSystem) -> bool:
    """Return whether a set takes naturals back from the runs."""
    least = least_of(system.set_min)
    return any(left < least * way.ranks.count(rank) for rank, _, left, _ in rests)
