"""CP-SAT oracle for large hands: the whole turn as one integer program.

Melds are modelled by cells, and a meld on the board by everything it can become (growths). Written
from the rules, independently of the search.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

from ortools.sat.python import cp_model

from kalooki_ref.cards import JOKER, RANKS, Card
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.joker_moves import may_open_with_joker
from kalooki_ref.referee.meld import MeldKind, Owner
from kalooki_ref.referee.runs import main_suit
from kalooki_ref.referee.scoring import card_points, opening_points
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.rules.choices import ExtraMelds, JokerCap, JokerGoes
from tests.properties.due import still_due
from tests.properties.exact_melds import Laid, run_model, set_model
from tests.properties.growths import Hand, growths_of, growths_with_builders

OFF_THE_MELD = (JokerGoes.REUSED_AT_ONCE, JokerGoes.INTO_THE_HAND)
# Weight of points over cards, more than any hand has: with equal points, fewer cards are better.
PER_CARD = 32


class NotModelledError(Exception):
    """The rules of this question go beyond the model."""


@dataclass(frozen=True, slots=True)
class Least:
    """The least points that can be left, and whether no card is."""

    points: int
    out: bool


class ExactModel:
    """The model of a turn: which card goes where."""

    most_seconds = 10.0

    def __init__(self, question: Question) -> None:
        self.q = replace(question, contract=still_due(question))
        self.system = question.system
        self.jokers = question.hand.count(JOKER)
        if question.table and self.is_unusual():
            raise NotModelledError
        self.grow = [self.growths(item) for item in question.table]
        self.takes = any(growth.jokers < 0 for ways in self.grow for growth in ways)
        if self.takes and self.is_beyond():
            raise NotModelledError

    def growths(self, item):
        grow = growths_with_builders if self.builds() else growths_of
        return sorted(grow(item, Hand(self.q.hand, self.wild()), self.system), key=str)

    def builds(self) -> bool:
        """Whether tacks on the board count towards the opening."""
        return bool(self.system.builders_open and self.system.opening and not self.q.down)

    def is_unusual(self) -> bool:
        """Whether runs on the board grow or give up jokers in ways that only house rules allow."""
        system = self.system
        takes = system.own_joker_to_hand or system.jokers_from_inside
        return takes or system.most_per_end is not None

    def is_beyond(self) -> bool:
        """Whether the order of moving taken jokers matters, which the model can't express."""
        capped = JokerCap.ALWAYS in (self.system.run_joker_cap, self.system.set_joker_cap)
        if self.builds() and self.opens_with_taken():
            return True
        return capped or (self.builds() and self.system.extra_melds is ExtraMelds.BEFORE_TACKING)

    def least(self) -> Least | None:
        """Return the least that can be left before the discard; None if nothing can be laid."""
        return self.solved(discard=False)

    def least_after(self) -> Least | None:
        """Return the least that can be left after the discard."""
        return self.solved(discard=True)

    def solved(self, *, discard: bool) -> Least | None:
        self.begin(lacking=False, table=True)
        lost = [left * (self.points(card) * PER_CARD + 1) for card, left in self.left.items()]
        thrown, is_legal, is_out = self.add_discard()
        if discard:
            self.model.add(is_legal == 1)
        self.add_demand(is_out)
        value = self.minimum(sum(lost) - (thrown if discard else 0))
        return None if value is None else Least(value // PER_CARD, not value)

    def fewest_missing(self) -> int | None:
        """Return the fewest naturals missing for coming down; None if the board could help."""
        if self.builds() or self.waives() or (self.opens_with_taken() and self.on_the_table()):
            return None
        self.begin(lacking=True, table=False)
        self.add_demand(0)
        return self.minimum(sum(self.added.values()))

    def points(self, card: Card) -> int:
        return card_points(card, self.system)

    def opens_as(self, card: Card, *, is_low: bool = False) -> int:
        """Return what a card counts toward an opening in points."""
        low = self.system.opening_values.low_ace
        return opening_points(card, self.system) if not is_low or low is None else low

    def begin(self, *, lacking: bool, table: bool) -> None:
        """Create the variables: melds to lay, additions to the board, cards left."""
        self.model = cp_model.CpModel()
        self.is_lacking = lacking
        naturals = [Card(rank, suit) for suit in self.system.suits for rank in RANKS]
        most = self.q.contract.cards if self.q.contract else 6
        self.added = {
            card: self.model.new_int_var(0, most if lacking else 0, "") for card in naturals
        }
        self.used = {card: [] for card in (*naturals, JOKER)}
        self.laid: list[Laid] = []
        self.built, self.early = [], []
        self.add_lays(most if lacking else 0)
        for ways in self.grow if table else ():
            self.add_growth(ways)
        self.left = {card: self.left_of(card) for card in self.used}
        self.add_jokers_first()

    def left_of(self, card: Card):
        more = self.added.get(card, 0)
        left = self.model.new_int_var(0, len(self.q.hand) + 20, "")
        self.model.add(left + sum(self.used[card]) == self.q.hand.count(card) + more)
        return left

    def add_growth(self, ways) -> None:
        chosen = [self.model.new_bool_var("") for _ in ways]
        self.model.add_exactly_one(chosen)
        for growth, is_it in zip(ways, chosen, strict=True):
            for card in set(growth.naturals):
                self.used[card].append(is_it * growth.naturals.count(card))
            if growth.jokers:
                self.used[JOKER].append(is_it * growth.jokers)
            self.built.append(is_it * growth.built)
            self.early.append(is_it * growth.early)

    def add_lays(self, more: int) -> None:
        """Add the optional runs and sets, as many as could ever be laid."""
        if self.q.down and self.system.extra_melds is ExtraMelds.NEVER:
            return
        spent = {self.mark(item.meld) for item in self.q.table if item.owner is Owner.OWN}
        for suit in self.system.suits:
            count = self.count_in_hand(lambda card, suit=suit: card.suit is suit) + more
            most = self.most_runs(count, apart=(MeldKind.RUN, suit) in spent)
            self.add_alike([run_model(self, suit) for _ in range(most)])
        for rank in RANKS:
            count = self.count_in_hand(lambda card, rank=rank: card.rank == rank) + more
            most = self.most_sets(count, apart=(MeldKind.SET, rank) in spent)
            self.add_alike([set_model(self, rank) for _ in range(most)])

    def add_alike(self, melds: list[Laid]) -> None:
        """Break symmetry: the second meld of a suit or rank is laid only if the first is."""
        for meld, other in pairwise(melds):
            self.model.add(meld.laid >= other.laid)
        self.laid += melds

    def mark(self, meld):
        is_set = meld.kind is MeldKind.SET
        return meld.kind, set_rank(meld.cards) if is_set else main_suit(meld.cards)

    def count_in_hand(self, is_one) -> int:
        return sum(1 for card in self.q.hand if card.rank and is_one(card))

    def wild(self) -> int:
        """Return the maximum number of jokers in the player's own melds."""
        off = self.system.joker_goes in OFF_THE_MELD
        return self.jokers + (self.on_the_table() if off else 0)

    def on_the_table(self) -> int:
        return sum(item.meld.cards.count(JOKER) for item in self.q.table)

    def most_runs(self, naturals: int, *, apart: bool) -> int:
        fitting = min(naturals, (naturals + self.wild()) // self.system.run_min)
        return self.most(fitting, self.system.suits_apart, apart, "runs")

    def most_sets(self, naturals: int, *, apart: bool) -> int:
        fitting = min(naturals, (naturals + self.wild()) // self.system.set_min)
        return self.most(fitting, self.system.ranks_apart, apart, "sets")

    def most(self, fitting: int, is_one: bool, spent: bool, kind: str) -> int:
        if is_one and spent:
            return 0
        contract = None if self.q.down else self.q.contract
        is_all = self.system.extra_melds is ExtraMelds.NEVER or self.is_lacking
        if contract is not None and is_all:
            fitting = min(fitting, getattr(contract, kind))
        return min(1, fitting) if is_one else fitting

    def waives(self) -> bool:
        """Whether going out at once replaces the opening."""
        return bool(self.system.going_out_opens and self.system.opening and not self.q.down)

    def add_demand(self, is_out) -> None:
        """Add the opening constraint: the contract, or points; none for a player who is down."""
        if self.q.down:
            return
        if self.system.opening:
            worth = sum(laid.worth for laid in self.laid) + sum(self.built)
            is_waived = is_out if self.waives() else 0
            self.model.add(worth >= self.system.opening * (1 - is_waived))
            self.model.add(sum(laid.first for laid in self.laid) >= 1)
        contract = self.q.contract
        if contract is None:
            return
        for is_set, most in ((True, contract.sets), (False, contract.runs)):
            first = sum(laid.first for laid in self.laid if laid.is_set is is_set)
            counts = sum(laid.counts for laid in self.laid if laid.is_set is is_set)
            self.model.add(counts >= most)
            if self.system.extra_melds is ExtraMelds.NEVER:
                self.model.add(first <= most)

    def asked(self, *, is_set: bool) -> int:
        """Return the minimum size of melds that count toward the contract; 0 if there is none."""
        contract = self.q.contract
        if contract is None:
            return 0
        return contract.set_size if is_set else contract.run_size

    def has_order(self) -> bool:
        """Whether melds laid before jokers are taken must be distinguished from later ones."""
        return self.takes and not self.is_free() and not self.opens_with_taken()

    def opens_with_taken(self) -> bool:
        """Whether a joker taken off the board may be used to come down in the same turn.

        Raises NotModelledError if only some of them may.
        """
        kinds = {item.meld.kind for item in self.q.table if JOKER in item.meld.cards}
        may = {may_open_with_joker(kind, self.system) for kind in kinds}
        if len(may) > 1 and not self.q.down:
            raise NotModelledError
        return not self.q.down and True in may

    def is_free(self) -> bool:
        return self.q.down and self.system.extra_melds is not ExtraMelds.NEVER

    def may_come_later(self) -> bool:
        """Whether melds may be laid after jokers were taken, which doesn't count as a tack."""
        if self.opens_with_taken():
            return False
        return self.takes and self.system.extra_melds is not ExtraMelds.NEVER

    def has_core(self) -> bool:
        """Whether laid cards must be distinguished from tacked ones."""
        late = JokerCap.AT_THE_LAY in (self.system.run_joker_cap, self.system.set_joker_cap)
        return late or self.has_order()

    def add_jokers_first(self) -> None:
        """Constrain first melds to jokers of the hand, and require taken jokers to be replayed."""
        if not self.takes:
            return
        first = sum(laid.wild_first for laid in self.laid) if self.has_order() else 0
        own = self.jokers - first - sum(self.early)
        self.model.add(own >= 0)
        if self.system.joker_goes is JokerGoes.REUSED_AT_ONCE:
            self.model.add(self.left[JOKER] <= own)

    def add_discard(self):
        """Model the discard; return its points, whether it is legal, whether no card is left."""
        model = self.model
        throws = []
        for card, left in self.left.items():
            if card.rank or self.system.joker_discard:
                throw = model.new_bool_var("")
                model.add(throw <= left)
                throws.append((throw, self.points(card) * PER_CARD + 1))
        count = sum(throw for throw, _ in throws)
        kept = sum(self.left.values()) - count
        model.add(count <= 1)
        is_legal, is_out = model.new_bool_var(""), model.new_bool_var("")
        model.add(is_out <= is_legal)
        model.add(kept == 0).only_enforce_if(is_out)
        if self.system.final_discard:
            model.add(count == 1).only_enforce_if(is_legal)
        else:
            is_bare = model.new_bool_var("")
            model.add(sum(self.left.values()) == 0).only_enforce_if(is_bare)
            model.add(count + is_bare == 1).only_enforce_if(is_legal)
        return sum(throw * worth for throw, worth in throws), is_legal, is_out

    def minimum(self, objective) -> int | None:
        self.model.minimize(objective)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = (
            2  # twice as fast; disabling probing once gave a wrong result
        )
        solver.parameters.max_time_in_seconds = self.most_seconds
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise TimeoutError
        return round(solver.objective_value)
