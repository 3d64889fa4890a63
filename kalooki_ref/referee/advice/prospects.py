"""What is bound to stay in hand from a position on, whatever the search still does.

Two lower bounds, the higher one counts: cards that no meld reaches with the jokers left, and,
where no more than the contract may be laid, all that so many melds cannot hold. Not here: single
suits (suit_prospects), and the search guided by this (sweep).
"""

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.board import Board, jokers_at_homes
from kalooki_ref.referee.advice.groups import least_naturals
from kalooki_ref.referee.advice.holding import Counts, Holding
from kalooki_ref.referee.advice.places import first_place, rank_at
from kalooki_ref.referee.advice.stage import JOKERS, RUNS, SETS, STATE, WIDTH
from kalooki_ref.referee.advice.strands import Loom
from kalooki_ref.referee.advice.suit_prospects import SuitProspects
from kalooki_ref.referee.advice.task import Task
from kalooki_ref.referee.advice.threads import JOKERS_BELOW, OFF_THE_MELD, OWED_ABOVE
from kalooki_ref.referee.advice.windows import NEVER
from kalooki_ref.rules.model import RuleSystem

NO_WAY = 1 << 24
"""More than any hand costs, whatever is thrown."""


class Prospects:
    """The least that stays in hand, from any position and any state of the suits."""

    def __init__(
        self, holding: Holding, system: RuleSystem, task: Task, at: tuple[Loom, Board]
    ) -> None:
        self.task = task
        self.loom, board = at
        self.first = first_place(system)
        self._needs = _set_needs(holding, system, task, board)
        shortest = system.run_min if task.runs or not task.exact else None
        rows = zip(holding.counts, holding.prices, board.threads, strict=True)
        self.suits = [
            SuitProspects((counts, prices), self._needs, threads, (self.first, shortest))
            for counts, prices, threads in rows
        ]
        self._most_jokers = task.most_jokers
        self._off_the_meld = system.joker_goes in OFF_THE_MELD
        homes = jokers_at_homes(board.homes, system, holding) if self._off_the_meld else []
        self._at_homes = _from_each_place(homes)
        self._most_after = self._counts_after(board)
        self._moved: list[dict[int, int]] = [{} for _ in self.suits]
        self._known: list[dict[int, tuple[int, int, int]]] = [{} for _ in self.suits]
        self._new_runs: dict[tuple[int, int], list[int]] = {}
        self._worth = [self._worth_of(suit, board) for suit in self.suits]
        self._ahead = [_ahead(suit, row) for suit, row in zip(self.suits, self._worth, strict=True)]
        self._totals: list[int] = [sum(places) for places in zip(*self._ahead, strict=True)]
        self._tops = self._best_sets() if task.exact else []

    def loss(self, place: int, key: int, dearest: int = 0) -> int:
        """Return the least price that the cards from a place on leave in hand.

        Where one of them may still be thrown, ``dearest`` is the most it can cost. ``NO_WAY``
        where there are not even the jokers for what was begun.
        """
        task = self.task
        left = self._jokers_left(place, key)
        if left < 0:
            return NO_WAY
        suits = key >> WIDTH
        lost = held = thrown = 0
        at = (place << 5 | left) << STATE
        for suit, known in enumerate(self._known):
            state = suits & 0xFFFF
            suits >>= STATE
            found = known.get(at | state)
            if found is None:
                found = known[at | state] = self._of_suit(suit, state, (place, left))
            lost += found[0]
            thrown = max(thrown, found[1])
            held += found[2]
        if dearest:
            lost -= thrown
        if not task.exact:
            return lost
        sets, runs = task.sets - (key >> SETS & 15), task.runs - (key >> RUNS & 15)
        held += self._tops[place][sets] + self._most_in_new_runs(place, left)[runs]
        return max(lost, self._totals[place] - held - dearest)

    def most_jokers_after(self, place: int) -> int:
        """Return how far jokers used may be counted once a place is past: no more can be had."""
        return self._most_after[place]

    def _jokers_left(self, place: int, key: int) -> int:
        """Return how many jokers can still be placed, at most: the hand's, and any to be had."""
        left = self._most_jokers - (key & JOKERS)
        if not self.task.credit:
            return left
        left += self._at_homes[place] - self.task.credit
        suits = key >> WIDTH
        for suit, known in enumerate(self._moved):
            state = suits & 0xFFFF
            suits >>= STATE
            more = known.get(place << STATE | state)
            if more is None:
                more = known[place << STATE | state] = self._to_be_had(suit, state, place)
            left += more
        return left

    def _to_be_had(self, suit: int, state: int, place: int) -> int:
        """Return how many more jokers a suit's runs on the table give than they are owed.

        One that stays in its meld is only lent: what went below in advance it pays back, what is
        owed above must be paid.
        """
        total = 0
        for thread in [strand for strand in self.loom.bundles[state][2] if strand[0] < 0]:
            ahead = self.suits[suit].movable_ahead(thread, place)
            below, owed = thread[JOKERS_BELOW], thread[OWED_ABOVE]
            if self._off_the_meld:
                total += ahead
            else:
                total += min(max(0, below - owed), ahead) - max(0, owed - below)
        return total

    def _counts_after(self, board: Board) -> list[int]:
        """Return how far jokers used may be counted past each place: by those yet to be had."""
        task = self.task
        if not task.credit:
            return [task.most_jokers] * (HIGH_ACE + 1)
        threads = [
            (suit, thread)
            for suit, row in zip(self.suits, board.threads, strict=True)
            for thread in row
        ]
        counts = []
        for after in range(1, HIGH_ACE + 2):
            ahead = sum([suit.movable_ahead(thread, after) for suit, thread in threads])
            counts.append(task.most_jokers - task.credit + self._at_homes[after] + ahead)
        return counts

    def _of_suit(self, suit: int, state: int, at: tuple[int, int]) -> tuple[int, int, int]:
        """Return what is lost of a suit for certain, and the dearest of that.

        And the most its open runs take up.
        """
        lows, _, strands = self.loom.bundles[state]
        runs = sum([1 for strand in strands if strand[0] >= 0])
        here = self.suits[suit]
        lost, thrown = here.lost(*at, (lows, runs))
        if not self.task.exact:
            return lost, thrown, 0
        worth = self._worth[suit]
        held = runs * here.most_ahead(*at, worth) if runs else 0
        held = min(held, self._ahead[suit][at[0]]) + lows * worth[HIGH_ACE]
        return lost, thrown, held

    def _worth_of(self, suit: SuitProspects, board: Board) -> Counts:
        """Return what a suit's cards cost that the table cannot take, by place."""
        worth = [0] * (HIGH_ACE + 1)
        for at in suit.places:
            rank = LOW_ACE if at == HIGH_ACE else at
            if not board.homes[rank] and not self._may_go_to_the_table(suit, at):
                worth[at] = suit.prices[at]
        return tuple(worth)

    def _may_go_to_the_table(self, suit: SuitProspects, at: int) -> bool:
        places = (LOW_ACE, HIGH_ACE) if at in (LOW_ACE, HIGH_ACE) else (at,)
        need = min([suit.table_need(place, self.first) for place in places])
        return need <= self.task.most_jokers

    def _best_sets(self) -> list[list[int]]:
        """Return the most that one set, two sets, … hold, of the ranks from each place on."""
        tops: list[list[int]] = [[] for _ in range(HIGH_ACE + 2)]
        found: list[int] = []
        for place in range(HIGH_ACE + 1, 0, -1):
            if LOW_ACE < place <= HIGH_ACE and self._needs[place] <= self.task.most_jokers:
                rows = zip(self.suits, self._worth, strict=True)
                found.append(sum([suit.counts[place] * worth[place] for suit, worth in rows]))
                found = sorted(found, reverse=True)[: self.task.sets]
            tops[place] = _sums(found, self.task.sets)
        return tops

    def _most_in_new_runs(self, place: int, left: int) -> list[int]:
        """Return the most that one run, two runs, … begun from a place on can hold."""
        known = self._new_runs.get((place, left))
        if known is None:
            parts: list[int] = []
            for suit, worth, ahead in zip(self.suits, self._worth, self._ahead, strict=True):
                most, rest = suit.most_in_a_run(place, left, worth), ahead[place]
                for _ in range(self.task.runs):
                    parts.append(min(most, rest))
                    rest -= parts[-1]
            parts.sort(reverse=True)
            known = self._new_runs[place, left] = _sums(parts, self.task.runs)
        return known


def _set_needs(holding: Holding, system: RuleSystem, task: Task, board: Board) -> list[int]:
    """Return the fewest jokers that put the cards of each position into a set."""
    needs = [NEVER] * (HIGH_ACE + 1)
    least = least_naturals(system)
    for place in range(LOW_ACE, HIGH_ACE + 1):
        rank = rank_at(place)
        there = holding.totals[rank]
        if system.set_suits_differ:
            there = sum([1 for row in holding.counts if row[place]])
        if there >= least and rank not in board.taken and (task.sets or not task.exact):
            needs[place] = max(0, system.set_min - there)
        if board.homes[rank]:
            needs[place] = 0
    return needs


def _from_each_place(homes: list[int]) -> list[int]:
    """Return how many jokers sets of the ranks from each place on could give, aces as high."""
    ahead = [0] * (HIGH_ACE + 2)
    for place in range(HIGH_ACE, 0, -1):
        here = homes[rank_at(place)] if homes and place > LOW_ACE else 0
        ahead[place] = ahead[place + 1] + here
    return ahead


def _ahead(suit: SuitProspects, worth: Counts) -> list[int]:
    """Return what a suit's cards are worth from each place on; the ace counts once, as high."""
    ahead = [0] * (HIGH_ACE + 2)
    for place in range(HIGH_ACE, LOW_ACE, -1):
        ahead[place] = ahead[place + 1] + suit.counts[place] * worth[place]
    ahead[LOW_ACE] = ahead[LOW_ACE + 1]
    return ahead


def _sums(parts: list[int], most: int) -> list[int]:
    """Return what none, the first, the first two, … come to."""
    sums = [0]
    for number in range(most):
        sums.append(sums[-1] + (parts[number] if number < len(parts) else 0))
    return sums
