"""The first way to come down that is found, and what a hand lacks that has none.

Not here: the best way (best).
"""

from dataclasses import replace

from kalooki_ref.cards import RANKS, Card
from kalooki_ref.referee.advice.best import Best, any_of, going_out_of
from kalooki_ref.referee.advice.board import Board, board_of
from kalooki_ref.referee.advice.holding import Holding, count_cards
from kalooki_ref.referee.advice.missing import Missing, missing_for
from kalooki_ref.referee.advice.missing_points import missing_points
from kalooki_ref.referee.advice.opening import opening_board, with_laid_alone
from kalooki_ref.referee.advice.question import Question

STEPS_FOR_ONE = 300
"""How far the search goes for each card that is tried by itself."""


def first_way(holding: Holding, question: Question) -> tuple[Best, Board]:
    """Return a way to come down, and the board it is played on; ``proved`` where there is none."""
    asked = with_laid_alone(question)
    alone = opening_board(asked, holding)
    found = any_of(holding, asked, alone)
    if found.before is not None or question.down or not question.system.going_out_opens:
        return found, alone
    board = board_of(question.table, question.system, holding)
    out = going_out_of(holding, question, board)
    return replace(out, proved=out.proved and found.proved), board


def missing_of(holding: Holding, question: Question) -> Missing:
    """Return the fewest naturals with which the hand could come down.

    One is the fewest there can be, so two are as soon as no single one will do.
    """
    if question.contract is None:
        missing = missing_points(holding, with_laid_alone(question))
    else:
        board = opening_board(question, holding)
        missing = missing_for(holding, question.contract, (question.system, board))
    if missing.proved or len(missing.cards) == 1:
        return replace(missing, proved=True)
    single, proved = _single(question)
    if single is not None:
        return Missing((single,))
    return replace(missing, proved=proved and len(missing.cards) == 2)


def _single(question: Question) -> tuple[Card | None, bool]:
    """Return one natural that would do by itself, None where none was found; whether proved."""
    proved = True
    for suit in question.system.suits:
        for rank in RANKS:
            hand = (*question.hand, Card(rank, suit))
            asked = replace(question, hand=hand, most_steps=STEPS_FOR_ONE)
            found, _ = first_way(count_cards(hand, asked.system), asked)
            if found.before is not None:
                return Card(rank, suit), True
            proved = proved and found.proved
    return None, proved
