"""The least a contract leaves where nothing else may be laid: a few runs, then sets of the rest.

Each suit offers its runs by itself; what sets then take of each rank follows from what the runs
left. Not here: tables, further melds and stricter jokers (sweep), and the cards (contract_plan).
"""

from collections.abc import Sequence
from dataclasses import replace

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.contract_outlook import most_ahead
from kalooki_ref.referee.advice.contract_plan import ContractWay, Row, can_be_made
from kalooki_ref.referee.advice.holding import Counts, Holding
from kalooki_ref.referee.advice.rank_sets import Rest, best_sets, least_of, offers_of
from kalooki_ref.referee.advice.spans import Span, spans_of, used_of, without_span
from kalooki_ref.referee.advice.task import Task
from kalooki_ref.rules.choices import Ace, JokerCap, TackEnds
from kalooki_ref.rules.model import RuleSystem

MOST_TRIES = 25_000

Chosen = tuple[tuple[int, Span], ...]
"""The runs of a lay, each with its suit, in the order they take their cards."""

Offered = tuple[Row, list[Span], int]
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
        self.task = task
        self.system = system
        self.best: ContractWay | None = None
        self.best_after: ContractWay | None = None
        self._tries = MOST_TRIES
        self._seen: dict[tuple[int, Counts, int, int], int] = {}
        self._rows = tuple(zip(holding.counts, holding.prices, strict=True))
        self._ranks = _rank_rests(holding)
        self._total = sum([price for *_, price in self._ranks])
        self._dearest = max([0, *[row[at] for at, row in _held(self._rows)]])

    @property
    def is_sure(self) -> bool:
        """Whether the ways found are the best for certain: nothing was left untried."""
        return self._tries >= 0

    def run(self) -> "ContractSearch":
        """Search; ``is_sure`` tells afterwards whether it was enough."""
        sets, jokers = self.task.sets, self.task.jokers
        offers = offers_of(self._ranks, self.system.set_min)
        needs = sorted([need for _, need, _ in offers])[:sets]
        self._spare = jokers - sum(needs)
        dearest = best_sets(offers, sets, jokers)
        if dearest is None or self._spare < 0:
            return self
        self._most_in_sets = dearest[0]
        self._spans = [spans_of(row, self._spare, self.system.run_min) for row in self._rows]
        self._prices = [_price_of(row) for row in self._rows]
        self._ahead = most_ahead(self._rows, self._spans, (self.task.runs, self._spare))
        self._from(0, (self.task.runs, self._spare, 0, 0), ())
        return self

    def _from(self, suit: int, so_far: SoFar, chosen: Chosen) -> None:
        """Try every way to choose the other runs from a suit on."""
        if not so_far[0]:
            self._close(so_far, chosen)
        elif suit < len(self._rows):
            offered = (self._rows[suit], self._spans[suit], self._prices[suit])
            self._pick(suit, so_far, chosen, offered)
            runs, left, saved, _ = so_far
            if self._is_promising(saved + self._ahead[suit + 1][runs][left]):
                self._from(suit + 1, so_far, chosen)

    def _pick(self, suit: int, so_far: SoFar, chosen: Chosen, offered: Offered) -> None:
        """Try every next run of a suit, and all that may follow it."""
        runs, left, saved, used = so_far
        row, spans, price = offered
        most = next((value for value, jokers, *_ in spans if jokers <= left), 0)
        for span in spans:
            value, jokers = span[0], span[1]
            if jokers > left:
                continue
            after = self._most_after(suit, (runs - 1, left - jokers), (most, price - value))
            if not self._is_promising(saved + value + after):
                if runs == 1:
                    return
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
        return self._beats(self._total - saved - self._most_in_sets)

    def _beats(self, left: int) -> bool:
        """Return whether leaving so much could be better, before the discard or after it."""
        if self.best is None or left < self.best.left or self.best_after is None:
            return True
        return left - self._dearest < self.best_after.left

    def _close(self, so_far: SoFar, runs: Chosen) -> None:
        """Add the best sets to the runs chosen, and keep what is better than before."""
        _, left, saved, used = so_far
        jokers = left + self.task.jokers - self._spare
        rests = self._rests(used, runs)
        offers = offers_of(rests, self.system.set_min)
        hand = self._total - saved
        skips: list[tuple[int, ...]] = [()]
        while skips:
            skipped = skips.pop()
            found = best_sets(offers, self.task.sets, jokers, skipped)
            if found is None or not self._beats(hand - found[0]):
                continue
            way = ContractWay(hand - found[0], runs, found[1])
            fits = not _borrows(way, rests, self.system) or can_be_made(
                way, self._rows, self.system
            )
            if fits:
                self._keep(way, rests, jokers)
            if not fits or not skipped:
                skips += [(*skipped, rank) for rank in set(found[1])]

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
        size = self.system.set_min
        spared = 0
        for rank, _, left, _ in rests:
            wanted = size * way.ranks.count(rank)
            jokers -= max(0, wanted - left)
            if wanted and left > wanted:
                spared = rank
        if jokers or self.task.may_keep_none:
            return way
        return replace(way, thrown=spared) if spared else None

    def _rests(self, used: int, runs: Chosen) -> list[Rest]:
        """Return what the runs leave of each rank."""
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


def _price_of(row: Row) -> int:
    counts, prices = row
    return sum([counts[at] * prices[at] for at in range(LOW_ACE, HIGH_ACE)])


def _held(rows: Sequence[Row]) -> list[tuple[int, tuple[int, ...]]]:
    return [
        (place, prices)
        for counts, prices in rows
        for place in range(LOW_ACE, HIGH_ACE)
        if counts[place]
    ]


def _borrows(way: ContractWay, rests: Sequence[Rest], system: RuleSystem) -> bool:
    """Return whether a set takes naturals back from the runs."""
    least = least_of(system.set_min)
    return any(left < least * way.ranks.count(rank) for rank, _, left, _ in rests)
