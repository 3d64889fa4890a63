"""What counts toward coming down: a question, and the table, as the opening alone sees them.

Not here: judging an opening (referee.lay), and the whole turn (advise).
"""

from dataclasses import replace

from kalooki_ref.referee.advice.board import Board, board_of, without_credit
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.referee.meld import Owner
from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.model import RuleSystem


def with_laid_alone(question: Question) -> Question:
    """Return the question with melds that can be laid as they are.

    Where points open, jokers that may be tacked on a meld but not laid in it count for nothing.
    """
    if question.down or not question.system.opening:
        return question
    return replace(question, system=_strictly_capped(question.system))


def with_contract_left(question: Question) -> Question:
    """Return the question with what its player's melds on the table leave of the contract.

    They lie there before the player is down only where the contract may be laid in parts.
    """
    contract = question.contract
    if contract is None or question.down or not question.system.contract_in_parts:
        return question
    own = [item.meld for item in question.table if item.owner is Owner.OWN]
    return replace(question, contract=still_missing(contract, own))


def opening_board(question: Question, holding: Holding) -> Board:
    """Return what of the table bears on coming down: the player's own melds, builders that count.

    Jokers of the table do not help: who takes one must have opened (sheet 002, on switching).
    """
    board = without_credit(board_of(question.table, question.system, holding))
    if question.system.builders_open or question.down:
        return board
    bare = board_of((), question.system, holding)
    return replace(bare, spent=board.spent, taken=board.taken)


def _strictly_capped(system: RuleSystem) -> RuleSystem:
    sets, runs = system.set_joker_cap, system.run_joker_cap
    return replace(
        system,
        set_joker_cap=sets if sets is JokerCap.NEVER else JokerCap.ALWAYS,
        run_joker_cap=runs if runs is JokerCap.NEVER else JokerCap.ALWAYS,
    )
