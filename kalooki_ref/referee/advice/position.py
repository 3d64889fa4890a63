"""A question counted and ready for the search: the hand, the table, and what is to be found."""

from dataclasses import dataclass, replace

from kalooki_ref.cards import JOKER
from kalooki_ref.referee.advice.hand_counts import HandCounts, count_cards
from kalooki_ref.referee.advice.question import Question, StepBudget
from kalooki_ref.referee.advice.rank_sets import absorbs, is_bounded
from kalooki_ref.referee.advice.tack_targets import TackTargets, tack_targets, without_borrowing
from kalooki_ref.referee.joker_moves import may_open_with_joker
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.referee.meld import Owner
from kalooki_ref.rules.choices import Contract, ExtraMelds, JokerCap, JokerGoes
from kalooki_ref.rules.model import RuleSystem

NOTHING = Contract(0, 0)
# How far the search counts jokers.
MOST_COUNTED = 31


@dataclass(frozen=True, slots=True)
class Position:
    """A question, its hand counted, what the table's melds are to it, and the steps left."""

    question: Question
    hand: HandCounts
    targets: TackTargets
    budget: StepBudget

    @property
    def system(self) -> RuleSystem:
        """The rules that are played by."""
        return self.question.system

    @property
    def may_open_with_a_joker_taken(self) -> bool:
        """Whether a joker of the table may count toward coming down (sheet 002, on switching)."""
        kinds = [item.meld.kind for item in self.question.table if JOKER in item.meld.cards]
        opens = [kind for kind in kinds if may_open_with_joker(kind, self.system)]
        return bool(opens) and not self.question.down


def position_of(question: Question, budget: StepBudget) -> Position:
    """Return a question counted. Raises KeyError for a card of another pack."""
    hand = count_cards(question.hand, question.system)
    return Position(question, hand, tack_targets(question.table, question.system, hand), budget)


def with_steps(position: Position, steps: int) -> Position:
    """Return the position with its own step limit, at most the question's."""
    return replace(position, budget=StepBudget(min(steps, position.question.most_steps)))


def under(position: Position, system: RuleSystem) -> Position:
    """Return the position as another system plays it."""
    return replace(position, question=replace(position.question, system=system))


def with_contract_left(question: Question) -> Question:
    """Return the question with what its player's melds on the table leave of the contract.

    They are there before the player is down only where the contract may be laid in parts.
    """
    contract = question.contract
    if contract is None or question.down or not question.system.contract_in_parts:
        return question
    own = [item.meld for item in question.table if item.owner is Owner.OWN]
    return replace(question, contract=still_missing(contract, own, question.system))


def laid_alone(position: Position) -> Position:
    """Return the position with every joker of the table where it is."""
    return replace(_laid_as_it_is(position), targets=without_borrowing(position.targets))


def _laid_as_it_is(position: Position) -> Position:
    """Return the position with melds that can be laid as they are.

    Where points open, jokers that may be tacked on a meld but not laid in it count for nothing.
    """
    system, never = position.system, JokerCap.NEVER
    if not system.opening or position.question.down:
        return position
    sets, runs = (
        cap if cap is never else JokerCap.ALWAYS
        for cap in (system.set_joker_cap, system.run_joker_cap)
    )
    return under(position, replace(system, set_joker_cap=sets, run_joker_cap=runs))


def opening_alone(position: Position) -> Position:
    """Return the position reduced to what coming down depends on: own melds, counting builders."""
    if position.may_open_with_a_joker_taken:
        return _laid_as_it_is(position)
    alone = laid_alone(position)
    is_borne_on = alone.system.builders_open or alone.question.down
    return alone if is_borne_on else off_the_table(alone)


def off_the_table(position: Position) -> Position:
    """Return the position without melds on the table, but for what the player's own bar."""
    targets = position.targets
    bare = tack_targets((), position.system, position.hand)
    bare = replace(bare, own_runs=targets.own_runs, own_sets=targets.own_sets)
    return replace(position, targets=bare)


@dataclass(frozen=True, slots=True)
class SearchSpec:
    """What a search is to find, apart from the cards."""

    system: RuleSystem
    jokers: int
    # Jokers of the table that may be counted on before they are had.
    borrowable: int
    sets: int
    runs: int
    # How large those are at least; as the system's smallest where none are asked for.
    set_size: int
    run_size: int
    opening: int
    # Whether no more melds than the contract's may be laid.
    contract_only: bool
    # Whether every joker left over is sure to find a place.
    has_room: bool
    # Whether at least one meld must be laid, where points alone do not see to that.
    must_lay: bool
    # Whether all but a card to discard must go; the loss is then the price of that card.
    goes_out: bool = False

    @property
    def most_jokers(self) -> int:
        """How many jokers may be used at once: those of the hand, and those borrowed."""
        return self.jokers + self.borrowable

    @property
    def run_sizes(self) -> tuple[int, ...]:
        """How short runs may be: those that count toward the contract, then any others."""
        others = () if self.contract_only else (self.system.run_min,)
        return tuple(dict.fromkeys((self.run_size, *others)))

    @property
    def smallest_set(self) -> int:
        """How small a set may be that may be laid."""
        return self.set_size if self.contract_only else self.system.set_min

    @property
    def most_runs(self) -> int:
        """How far runs are counted: enough to know whether one was laid where that is asked."""
        return max(self.runs, int(self.must_lay))

    @property
    def most_sets(self) -> int:
        """How far sets are counted: enough to know whether there is one."""
        return self.sets if self.contract_only else max(self.sets, 1)

    @property
    def must_reuse(self) -> bool:
        """Whether jokers taken from the table must all be played again."""
        return self.system.joker_goes is JokerGoes.REUSED_AT_ONCE

    @property
    def counts_cards(self) -> bool:
        """Whether sets differ by each card and joker in them: they fill up, or points open."""
        return is_bounded(self.system) or self.opening > 0 or self.must_reuse

    def has_room_with(self, sets: int) -> bool:
        """Return whether every leftover joker finds a place beside this number of sets."""
        return self.has_room or (sets > 0 and absorbs(self.system))

    def is_met_by(self, sets: int, runs: int, points: int) -> bool:
        """Return whether so much laid is enough to come down."""
        if sets < self.sets or runs < self.runs or points < self.opening:
            return False
        return bool(sets or runs) or not self.must_lay


def spec_of(position: Position) -> SearchSpec:
    """Return what it takes to do one's best."""
    question, targets, jokers = position.question, position.targets, position.hand.jokers
    system = question.system
    contract = NOTHING if question.down else question.contract
    sets, runs = (contract.sets, contract.runs) if contract else (0, 0)
    return SearchSpec(
        system=system,
        jokers=jokers,
        borrowable=min(targets.borrowable, max(0, MOST_COUNTED - jokers) // 2),
        sets=sets,
        runs=runs,
        set_size=max(system.set_min, contract.set_size) if contract and sets else system.set_min,
        run_size=max(system.run_min, contract.run_size) if contract and runs else system.run_min,
        opening=0 if question.down else system.opening,
        contract_only=contract is not None and system.extra_melds is ExtraMelds.NEVER,
        has_room=targets.absorbs or _has_room(system, sets, runs),
        must_lay=not question.down and system.builders_open,
    )


def _has_room(system: RuleSystem, sets: int, runs: int) -> bool:
    """Whether a lay of this size has room for every joker: an open set, or two open runs."""
    if sets and absorbs(system):
        return True
    if runs < 2 or system.run_max is not None:
        return False
    return system.jokers_side_by_side and system.run_joker_cap is not JokerCap.ALWAYS
