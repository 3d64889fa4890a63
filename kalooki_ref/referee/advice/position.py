"""A question prepared for the search: counted hand, targets on the board, and the search spec."""

from dataclasses import dataclass, replace

from kalooki_ref.cards import JOKER
from kalooki_ref.referee.advice.hand_counts import HandCounts, count_cards
from kalooki_ref.referee.advice.question import Question, StepBudget
from kalooki_ref.referee.advice.set_limits import absorbs, is_bounded
from kalooki_ref.referee.advice.tack_targets import TackTargets, tack_targets, without_borrowing
from kalooki_ref.referee.joker_moves import may_open_with_joker
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.referee.meld import Owner
from kalooki_ref.rules.choices import Contract, ExtraMelds, JokerCap, JokerGoes
from kalooki_ref.rules.model import RuleSystem

NOTHING = Contract(0, 0)
# Maximum number of jokers the search accounts for.
MOST_COUNTED = 31


@dataclass(frozen=True, slots=True)
class Position:
    """A question with its hand counted, the tack targets on the board, and the step budget."""

    question: Question
    hand: HandCounts
    targets: TackTargets
    budget: StepBudget

    @property
    def system(self) -> RuleSystem:
        """The rules in force."""
        return self.question.system

    @property
    def may_open_with_a_joker_taken(self) -> bool:
        """Whether jokers from the board may be used to come down (sheet 002, on switching)."""
        kinds = [item.meld.kind for item in self.question.table if JOKER in item.meld.cards]
        opens = [kind for kind in kinds if may_open_with_joker(kind, self.system)]
        return bool(opens) and not self.question.down


def position_of(question: Question, budget: StepBudget) -> Position:
    """Prepare a question. Raises KeyError for a card that is not in the pack."""
    hand = count_cards(question.hand, question.system)
    return Position(question, hand, tack_targets(question.table, question.system, hand), budget)


def with_steps(position: Position, steps: int) -> Position:
    """Return the position with its own step limit, at most the question's."""
    return replace(position, budget=StepBudget(min(steps, position.question.most_steps)))


def under(position: Position, system: RuleSystem) -> Position:
    """Return the position with the rules replaced."""
    return replace(position, question=replace(position.question, system=system))


def with_contract_left(question: Question) -> Question:
    """Return the question with its contract reduced by the player's melds already on the board.

    Only applies where the contract may be laid in parts, and the player is not down.
    """
    contract = question.contract
    if contract is None or question.down or not question.system.contract_in_parts:
        return question
    own = [item.meld for item in question.table if item.owner is Owner.OWN]
    return replace(question, contract=still_missing(contract, own, question.system))


def laid_alone(position: Position) -> Position:
    """Return the position with all jokers on the board fixed in place."""
    return replace(_laid_as_it_is(position), targets=without_borrowing(position.targets))


def _laid_as_it_is(position: Position) -> Position:
    """Return the position restricted to melds that can be laid without tacking to them.

    Where points open, jokers that may be tacked to a meld but not laid in it don't count.
    """
    is_worth = position.system.opening and not position.question.down
    return _with_caps_of_a_lay(position) if is_worth else position


def _with_caps_of_a_lay(position: Position) -> Position:
    """Return the position with limits of jokers that hold for tacked ones, too."""
    system, never = position.system, JokerCap.NEVER
    sets, runs = (
        cap if cap is never else JokerCap.ALWAYS
        for cap in (system.set_joker_cap, system.run_joker_cap)
    )
    return under(position, replace(system, set_joker_cap=sets, run_joker_cap=runs))


def opening_alone(position: Position) -> Position:
    """Return the position reduced to what affects coming down: new melds and any builders."""
    if position.may_open_with_a_joker_taken:
        return _laid_as_it_is(position)
    alone = laid_alone(position)
    is_borne_on = alone.system.builders_open or alone.question.down
    return alone if is_borne_on else off_the_table(alone)


def all_laid(position: Position) -> Position:
    """Return the position for a contract that takes all cards, so that none is tacked."""
    return off_the_table(_with_caps_of_a_lay(position))


def off_the_table(position: Position) -> Position:
    """Return the position without melds on the board, keeping the ranks and suits they exclude."""
    targets = position.targets
    bare = tack_targets((), position.system, position.hand)
    bare = replace(bare, own_runs=targets.own_runs, own_sets=targets.own_sets)
    return replace(position, targets=bare)


@dataclass(frozen=True, slots=True)
class SearchSpec:
    """The goal of a search, independent of the cards."""

    system: RuleSystem
    jokers: int
    # Jokers on the board that may be used before they are taken.
    borrowable: int
    sets: int
    runs: int
    # Minimum sizes of the contract's melds; the system's minimum where the contract has none.
    set_size: int
    run_size: int
    opening: int
    # Whether no melds beyond the contract may be laid.
    contract_only: bool
    # Whether every leftover joker is guaranteed to fit in some meld.
    has_room: bool
    # Whether at least one meld must be laid, where the opening in points does not imply that.
    must_lay: bool
    # Whether the hand must be emptied except for the discard, whose price is then the loss.
    goes_out: bool = False
    # Whether even the discard is missing then, since the contract takes all cards.
    takes_all: bool = False

    @property
    def most_jokers(self) -> int:
        """The maximum number of jokers used at a time: those in hand and borrowed ones."""
        return self.jokers + self.borrowable

    @property
    def run_sizes(self) -> tuple[int, ...]:
        """Minimum lengths of runs: of those that count toward the contract, then of others."""
        others = () if self.contract_only else (self.system.run_min,)
        return tuple(dict.fromkeys((self.run_size, *others)))

    @property
    def smallest_set(self) -> int:
        """The minimum size of any set that may be laid."""
        return self.set_size if self.contract_only else self.system.set_min

    @property
    def most_runs(self) -> int:
        """The number at which counting runs is capped."""
        return max(self.runs, int(self.must_lay))

    @property
    def most_sets(self) -> int:
        """The number at which counting sets is capped."""
        return self.sets if self.contract_only else max(self.sets, 1)

    @property
    def must_reuse(self) -> bool:
        """Whether all jokers taken from the board must be played again."""
        return self.system.joker_goes is JokerGoes.REUSED_AT_ONCE

    @property
    def counts_cards(self) -> bool:
        """Whether each card and joker in a set matters, since sets can be full or points count."""
        return is_bounded(self.system) or self.opening > 0 or self.must_reuse

    def has_room_with(self, sets: int) -> bool:
        """Whether every leftover joker fits in some meld, given this number of sets."""
        return self.has_room or (sets > 0 and absorbs(self.system))

    def is_met_by(self, sets: int, runs: int, points: int) -> bool:
        """Whether this is enough to come down."""
        if sets < self.sets or runs < self.runs or points < self.opening:
            return False
        return bool(sets or runs) or not self.must_lay


def spec_of(position: Position) -> SearchSpec:
    """Return the spec for the optimal play of a position."""
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
    """Whether these melds have room for any number of jokers: an unbounded set, or two runs."""
    if sets and absorbs(system):
        return True
    if runs < 2 or system.run_max is not None:
        return False
    return system.jokers_side_by_side and system.run_joker_cap is not JokerCap.ALWAYS
