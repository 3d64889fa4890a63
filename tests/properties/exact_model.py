"""An independent answer for large hands: the whole lay as one integer program for CP-SAT.

It knows melds only by their cells and is written from the rules, not from the search.
"""

from ortools.sat.python import cp_model

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, RANKS, Card
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.points import card_points as points_of
from kalooki_ref.rules.choices import Ace, ExtraMelds, JokerCap


class ExactModel:
    """One hand, no table: which cards go into which runs and sets."""

    most_seconds = 5.0

    def __init__(self, question: Question) -> None:
        self.q = question
        self.system = question.system
        self.model = cp_model.CpModel()
        self.jokers = sum(not card.rank for card in question.hand)
        self.counts = {
            (suit, rank): question.hand.count(Card(rank, suit))
            for suit in self.system.suits
            for rank in RANKS
        }
        self.used = {card: [] for card in self.counts}
        self.wild = []
        self.sets = []
        self.runs = []
        self.worth = []

    def least(self) -> int | None:
        """Return the least value that can stay in hand before the discard."""
        return self.solve(discard=False)

    def least_after(self) -> int | None:
        """Return the least value that can stay in hand after the discard."""
        return self.solve(discard=True)

    def solve(self, *, discard: bool) -> int | None:  # noqa: C901
        self.__init__(self.q)
        contract = self.q.contract
        exact = contract is not None and self.system.extra_melds is ExtraMelds.NEVER
        most_runs = contract.runs if exact else max(1, len(self.q.hand) // self.system.run_min)
        for suit in self.system.suits:
            per_suit = min(1 if self.system.suits_apart else most_runs, self.fitting_runs(suit))
            for _ in range(per_suit):
                self.add_run(suit)
        for rank in RANKS:
            self.add_sets(rank)
        model = self.model
        if contract is not None:
            sets, runs = sum(self.sets), sum(self.runs)
            if exact:
                model.add(sets == contract.sets)
                model.add(runs == contract.runs)
            else:
                model.add(sets >= contract.sets)
                model.add(runs >= contract.runs)
        if self.system.opening:
            model.add(sum(self.worth) >= self.system.opening)
        lost, free = [], []
        for card, uses in self.used.items():
            left = model.new_int_var(0, self.counts[card], "")
            model.add(left + sum(uses) == self.counts[card])
            lost.append(left * points_of(Card(card[1], card[0]), self.system))
            free.append((left, points_of(Card(card[1], card[0]), self.system)))
        left = model.new_int_var(0, self.jokers, "")
        model.add(left + sum(self.wild) == self.jokers)
        lost.append(left * self.system.points.joker)
        if self.system.joker_discard:
            free.append((left, self.system.points.joker))
        thrown = 0
        if discard:
            thrown = self.add_discard(free, [item[0] for item in free] + [left])
        model.minimize(sum(lost) - thrown)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = self.most_seconds
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise TimeoutError
        return round(solver.objective_value)

    def add_discard(self, free, everything):
        """Throw one card that is left; none only where the system lets one keep none."""
        throws = []
        for left, points in free:
            throw = self.model.new_bool_var("")
            self.model.add(throw <= left)
            throws.append((throw, points))
        count = sum(throw for throw, _ in throws)
        self.model.add(count <= 1)
        if self.system.final_discard:
            self.model.add(count == 1)
        else:
            out = self.model.new_bool_var("")
            self.model.add(sum(everything) == 0).only_enforce_if(out)
            self.model.add(count == 1).only_enforce_if(out.Not())
        return sum(throw * points for throw, points in throws)

    def fitting_runs(self, suit) -> int:
        cards = sum(self.counts[suit, rank] for rank in RANKS) + self.jokers
        return cards // self.system.run_min

    def add_run(self, suit) -> None:
        """Add a run that may or may not be laid: a block of places, each natural or joker."""
        model, system = self.model, self.system
        first = LOW_ACE if system.ace is Ace.BOTH else LOW_ACE + 1
        places = range(first, HIGH_ACE + 1)
        cell = {p: model.new_bool_var("") for p in places}
        joker = {p: model.new_bool_var("") for p in places}
        begin = {p: model.new_bool_var("") for p in places}
        laid = model.new_bool_var("")
        model.add(sum(begin.values()) == laid)
        for p in places:
            before = cell[p - 1] if p > first else 0
            model.add(cell[p] <= before + begin[p])
            model.add(begin[p] <= cell[p])
            model.add(begin[p] + before <= 1)
            model.add(joker[p] <= cell[p])
            rank = LOW_ACE if p == HIGH_ACE else p
            natural = model.new_bool_var("")
            model.add(natural == cell[p] - joker[p])
            self.used[suit, rank].append(natural)
            if not system.jokers_side_by_side and p > first:
                model.add(joker[p] + joker[p - 1] <= 1)
            self.worth.append(cell[p] * points_of(Card(rank, suit), system))
        length, wild = sum(cell.values()), sum(joker.values())
        model.add(length >= system.run_min * laid)
        if system.ace is Ace.BOTH and not system.ace_at_both_ends:
            model.add(length <= HIGH_ACE - 1)
        model.add(length - wild >= system.run_min_naturals * laid)
        if system.run_joker_cap is JokerCap.ALWAYS:
            model.add(2 * wild <= length)
        if system.run_joker_cap is JokerCap.AT_THE_LAY:
            self.add_core(cell, joker, laid)
        self.runs.append(laid)
        self.wild.append(wild)

    def add_core(self, cell, joker, laid) -> None:
        """Some part of the run, at least of the shortest length, could be laid as it is."""
        model, system = self.model, self.system
        core = {p: model.new_bool_var("") for p in cell}
        wild = {p: model.new_bool_var("") for p in cell}
        begin = {p: model.new_bool_var("") for p in cell}
        model.add(sum(begin.values()) == laid)
        for p in cell:
            before = core[p - 1] if p - 1 in cell else 0
            model.add(core[p] <= before + begin[p])
            model.add(core[p] <= cell[p])
            model.add(wild[p] >= core[p] + joker[p] - 1)
        size = sum(core.values())
        model.add(size >= system.run_min * laid)
        model.add(2 * sum(wild.values()) <= size)
        model.add(size - sum(wild.values()) >= system.run_min_naturals * laid)

    def add_sets(self, rank) -> None:  # noqa: C901
        model, system = self.model, self.system
        total = sum(self.counts[suit, rank] for suit in system.suits)
        most = 1 if system.ranks_apart else total
        for _ in range(min(most, (total + self.jokers) // system.set_min)):
            laid = model.new_bool_var("")
            naturals = []
            for suit in system.suits:
                count = self.counts[suit, rank]
                if not count:
                    continue
                taken = model.new_int_var(0, 1 if system.set_suits_differ else count, "")
                model.add(taken <= count * laid)
                self.used[suit, rank].append(taken)
                naturals.append(taken)
            if not naturals:
                return
            wild = model.new_int_var(0, self.jokers, "")
            model.add(wild <= self.jokers * laid)
            size = sum(naturals) + wild
            model.add(size >= system.set_min * laid)
            limit = 4 if system.set_suits_differ else system.set_max
            if system.set_max:
                limit = min(limit, system.set_max)
            if limit:
                model.add(size <= limit)
            model.add(sum(naturals) >= laid)
            is_wild = model.new_bool_var("")
            model.add(wild == 0).only_enforce_if(is_wild.Not())
            model.add(sum(naturals) >= system.set_min_naturals).only_enforce_if(is_wild)
            if system.set_joker_cap is JokerCap.ALWAYS:
                model.add(wild <= sum(naturals))
            if system.set_joker_cap is JokerCap.AT_THE_LAY:
                model.add(sum(naturals) >= 2 * laid)
            self.sets.append(laid)
            self.wild.append(wild)
            self.worth.append(size * points_of(Card(rank, system.suits[0]), system))
