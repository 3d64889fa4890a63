"""The first way to come down that is found, and what a hand lacks that has none.

Not here: the best way (best).
"""

from dataclasses import replace

from kalooki_ref.cards import RANKS, Card
from kalooki_ref.referee.advice.best import Best, any_of, going_out_of
from kalooki_ref.referee.advice.missing import Missing, missing_for
from kalooki_ref.referee.advice.missing_points import missing_points
from kalooki_ref.referee.advice.position import (
    Position,
    opening_alone,
    position_of,
    with_steps,
)

STEPS_FOR_ONE = 300
"""How far the search goes for each card that is tried by itself."""


def first_way(position: Position) -> tuple[Best, Position]:
    """Return a way to come down, and the position it is played in; proved where there is none."""
    alone = opening_alone(position)
    found = any_of(alone)
    if found.before is not None or position.question.down or not position.system.going_out_opens:
        return found, alone
    out = going_out_of(position)
    return replace(out, is_proved=out.is_proved and found.is_proved), position


def missing_of(position: Position) -> Missing:
    """Return the fewest naturals with which the hand could come down.

    One is the fewest there can be, so two are as soon as no single one will do.
    """
    alone = opening_alone(position)
    contract = position.question.contract
    missing = missing_points(alone) if contract is None else missing_for(alone, contract)
    if missing.is_proved or len(missing.cards) == 1:
        return replace(missing, is_proved=True)
    single, is_proved = _single(position)
    if single is not None:
        return Missing((single,))
    return replace(missing, is_proved=is_proved and len(missing.cards) == 2)


def _single(position: Position) -> tuple[Card | None, bool]:
    """Return one natural that would do by itself, None where none was found; whether proved."""
    question, is_proved = position.question, True
    for suit in question.system.suits:
        for rank in RANKS:
            richer = replace(question, hand=(*question.hand, Card(rank, suit)))
            found, _ = first_way(with_steps(position_of(richer, position.budget), STEPS_FOR_ONE))
            if found.before is not None:
                return Card(rank, suit), True
            is_proved = is_proved and found.is_proved
    return None, is_proved
