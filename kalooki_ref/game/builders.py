"""Builders of the turn of coming down, judged on the board as it stands, and their points.

Not here: what they open together with the melds (referee.opening).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import Card
from kalooki_ref.game.events import Builder
from kalooki_ref.game.state import BoardMeld, Game, Round
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.opening import builder_points
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Finding, Verdict
from kalooki_ref.rules.codes import Code


@dataclass(frozen=True, slots=True)
class Built:
    """What builders come to: their cards, the points of those that fit, what is against them.

    ``unclear`` are the builders, counted from 0, that could go to either end.
    """

    cards: tuple[Card, ...] = ()
    points: int = 0
    findings: tuple[Finding, ...] = ()
    unclear: tuple[int, ...] = ()


def judge_builders(game: Game, current: Round, builders: Sequence[Builder]) -> Built:
    """Return what these builders come to, each added to the board after the one before."""
    board, built = current.board, Built()
    for number, builder in enumerate(builders):
        verdict = _judged(game, board, builder)
        points = 0
        if verdict.result:
            laid = board[builder.meld]
            grown = replace(laid.meld, cards=verdict.result)
            points = builder_points(laid.meld, grown, game.system)
            board = (
                *board[: builder.meld],
                replace(laid, meld=grown),
                *board[builder.meld + 1 :],
            )
        built = Built(
            built.cards + builder.cards,
            built.points + points,
            built.findings + tuple(replace(finding, at=()) for finding in verdict.findings),
            built.unclear + ((number,) if verdict.unclear else ()),
        )
    return built


def _judged(game: Game, board: tuple[BoardMeld, ...], builder: Builder) -> Verdict:
    if not 0 <= builder.meld < len(board):
        return Verdict((Finding(Code.NO_FIT, builder.cards),))
    others = tuple(
        card for at, laid in enumerate(board) if at != builder.meld for card in laid.meld.cards
    )
    return judge_tack(
        board[builder.meld].meld,
        builder.cards,
        game.system,
        end=builder.end,
        supply=Supply(game.pack, others),
    )
