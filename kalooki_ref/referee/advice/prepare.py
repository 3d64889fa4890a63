"""A question made ready for the search.

Not here: the search (sweep), and what its ways come to (plan, turn).
"""

from dataclasses import dataclass, replace

from kalooki_ref.referee.advice.board import Board
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.outlook import stages_of
from kalooki_ref.referee.advice.prospects import Prospects
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.advice.stage import STATE, WIDTH, Stage
from kalooki_ref.referee.advice.strands import loom_for
from kalooki_ref.referee.advice.task import Task, task_of


@dataclass(frozen=True, slots=True)
class Ready:
    """The task, the positions in order, and the key to start from."""

    task: Task
    stages: list[Stage]
    prospects: Prospects
    start: int

    @property
    def discarding(self) -> "Ready":
        """The same with the loss counted after the discard."""
        return replace(self, task=replace(self.task, discards=True))

    @property
    def going_out(self) -> "Ready":
        """The same where only ways that empty the hand count, and no points are needed."""
        task = replace(self.task, opening=0, goes_out=True, lays_one=True, discards=True)
        return replace(self, task=task)

    @property
    def is_hopeless(self) -> bool:
        """Whether the contract takes more jokers than there are, whatever is laid."""
        return self.stages[0].due(0, 0) > self.task.jokers + self.task.credit


def prepare(holding: Holding, question: Question, board: Board) -> Ready:
    """Return what a search needs to answer a question."""
    task = task_of(question, board, holding.jokers)
    most = task.jokers + task.credit
    loom = loom_for(question.system, jokers=most, tight=task.tight)
    start = task.credit
    for suit, threads in enumerate(board.threads):
        start |= loom.id_of((0, board.spent[suit], threads)) << WIDTH + STATE * suit
    stages = stages_of(holding, task, (question.system, loom, board))
    prospects = Prospects(holding, question.system, task, (loom, board))
    return Ready(task, stages, prospects, start)
