"""What is asked of a search, apart from the cards.

Not here: the cards at each position (stage).
"""

from dataclasses import dataclass

from kalooki_ref.referee.advice.board import Board
from kalooki_ref.referee.advice.groups import absorbs
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.rules.choices import Contract, ExtraMelds, JokerCap, JokerGoes
from kalooki_ref.rules.model import RuleSystem

NOTHING = Contract(0, 0)
MOST_COUNTED = 31
"""How far the search counts jokers."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of a search, apart from the cards."""

    jokers: int
    sets: int
    runs: int
    opening: int
    exact: bool
    """Whether no more melds than the contract's may be laid."""
    tight: bool
    """Whether every joker left over is sure to find a place."""
    absorbs: bool
    """Whether one set is place enough for every joker left over."""
    may_throw_joker: bool
    may_keep_none: bool
    credit: int = 0
    """Jokers of the table that may be counted on before they are had."""
    must_reuse: bool = False
    """Whether jokers taken from the table must all be played again."""
    discards: bool = False
    """Whether the loss is counted after the discard."""
    lays_one: bool = False
    """Whether at least one meld must be laid, where points alone do not see to that."""
    goes_out: bool = False
    """Whether all but a card to throw must go; the loss is then the price of that card."""

    @property
    def most_jokers(self) -> int:
        """How far jokers used are counted; the count begins at the credit."""
        return self.jokers + 2 * self.credit

    @property
    def most_runs(self) -> int:
        """How far runs are counted: enough to know whether one was laid where that is asked."""
        return max(self.runs, int(self.lays_one))

    @property
    def most_sets(self) -> int:
        """How far sets are counted: enough to know whether there is one."""
        return self.sets if self.exact else max(self.sets, 1)

    def is_met_by(self, sets: int, runs: int, points: int) -> bool:
        """Return whether so much laid is enough to come down."""
        if sets < self.sets or runs < self.runs or points < self.opening:
            return False
        return bool(sets or runs) or not self.lays_one


def task_of(question: Question, board: Board, jokers: int) -> Task:
    """Return the task of doing one's best from a hand with so many jokers."""
    system, contract = question.system, question.contract
    if question.down:
        contract = NOTHING
    sets, runs = (contract.sets, contract.runs) if contract else (0, 0)
    return Task(
        jokers=jokers,
        sets=sets,
        runs=runs,
        opening=0 if question.down else system.opening,
        exact=contract is not None and system.extra_melds is ExtraMelds.NEVER,
        tight=board.absorbs or _is_tight(system, sets, runs),
        absorbs=absorbs(system),
        may_throw_joker=system.joker_discard,
        may_keep_none=not system.final_discard,
        credit=min(board.credit, max(0, MOST_COUNTED - jokers) // 2),
        lays_one=not question.down and system.builders_open,
        must_reuse=system.joker_goes is JokerGoes.REUSED_AT_ONCE,
    )


def _is_tight(system: RuleSystem, sets: int, runs: int) -> bool:
    """Whether a lay of so many melds has room for every joker: an open set, or two open runs."""
    if sets and absorbs(system):
        return True
    free = system.jokers_side_by_side and system.run_joker_cap is not JokerCap.ALWAYS
    return runs > 1 and free
