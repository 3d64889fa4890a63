"""A question counted and ready for the search: the hand, the table, and the steps it may take.

Not here: what a search is to find (search_spec).
"""

from dataclasses import dataclass, replace

from kalooki_ref.referee.advice.hand_counts import HandCounts, count_cards
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.advice.tack_targets import TackTargets, tack_targets, without_borrowing
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.referee.meld import Owner
from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.model import RuleSystem


class OutOfSteps(Exception):
    """A question has taken as many steps as it may."""


class StepBudget:
    """The steps a question may still take; the same question always takes the same."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take steps off. Raises OutOfSteps where too few are left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfSteps


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


def position_of(question: Question, budget: StepBudget) -> Position:
    """Return a question counted. Raises KeyError for a card of another pack."""
    hand = count_cards(question.hand, question.system)
    return Position(question, hand, tack_targets(question.table, question.system, hand), budget)


def with_steps(position: Position, steps: int) -> Position:
    """Return the position with so many steps of its own."""
    return replace(position, budget=StepBudget(steps))


def with_contract_left(question: Question) -> Question:
    """Return the question with what its player's melds on the table leave of the contract.

    They lie there before the player is down only where the contract may be laid in parts.
    """
    contract = question.contract
    if contract is None or question.down or not question.system.contract_in_parts:
        return question
    own = [item.meld for item in question.table if item.owner is Owner.OWN]
    return replace(question, contract=still_missing(contract, own))


def laid_alone(position: Position) -> Position:
    """Return the position with melds that can be laid as they are, every joker where it lies.

    Where points open, jokers that may be tacked on a meld but not laid in it count for nothing.
    """
    question, targets = position.question, without_borrowing(position.targets)
    if question.system.opening and not question.down:
        question = replace(question, system=_strictly_capped(question.system))
    return replace(position, question=question, targets=targets)


def opening_alone(position: Position) -> Position:
    """Return the position with only what bears on coming down: own melds, builders that count.

    Jokers of the table do not help: who takes one must have opened (sheet 002, on switching).
    """
    alone = laid_alone(position)
    question, targets = alone.question, alone.targets
    if question.system.builders_open or question.down:
        return alone
    bare = tack_targets((), question.system, position.hand)
    bare = replace(bare, own_runs=targets.own_runs, own_sets=targets.own_sets)
    return replace(alone, targets=bare)


def _strictly_capped(system: RuleSystem) -> RuleSystem:
    sets, runs = system.set_joker_cap, system.run_joker_cap
    return replace(
        system,
        set_joker_cap=sets if sets is JokerCap.NEVER else JokerCap.ALWAYS,
        run_joker_cap=runs if runs is JokerCap.NEVER else JokerCap.ALWAYS,
    )
