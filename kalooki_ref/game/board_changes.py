"""The melds on the table as cards are added to them, builders of a first lay among them.

Legal cards go where the referee says; cards added against the rules go where the table put them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import Cards
from kalooki_ref.game.events import Builder, JokerMoved, Tacked
from kalooki_ref.game.state import BoardMeld, Game, Round
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.lay import builder_points
from kalooki_ref.referee.meld import End, MeldKind, Owner
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Assumption, Finding, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem

Board = tuple[BoardMeld, ...]


@dataclass(frozen=True, slots=True)
class Built:
    """What builders come to: their cards, the points of those that fit, what is against them.

    ``unclear`` are the builders, counted from 0, that could go to either end.
    """

    cards: Cards = ()
    points: int = 0
    findings: tuple[Finding, ...] = ()
    unclear: tuple[int, ...] = ()


def with_added(board: Board, event: Tacked | JokerMoved, system: RuleSystem) -> Board:
    """Return the board with the cards added to their meld, or in the joker's place there."""
    if not 0 <= event.meld < len(board):
        return board
    laid = board[event.meld]
    cards = laid.meld.cards
    if isinstance(event, Tacked):
        grown = judge_tack(laid.meld, event.cards, system, end=event.end).result
        is_below = laid.meld.kind is MeldKind.RUN and event.end is End.LOW
        forced = event.cards[::-1] + cards if is_below else cards + event.cards
        return _with_cards(board, event.meld, grown or forced)
    by = Owner.OWN if laid.owner == event.player else Owner.OTHER
    verdict = judge_joker_move(
        laid.meld, event.place, event.cards, system, by=by, to=event.to or event.end
    )
    forced = cards[: event.place] + event.cards + cards[event.place + 1 :]
    return _with_cards(board, event.meld, verdict.result or forced)


def supply_beside(
    game: Game, board: Board, *, but: int | None = None, but_meld: int | None = None
) -> Supply:
    """Return the pack, and the table's cards but one player's or one meld's, judged anyway."""
    others = tuple(
        card
        for at, laid in enumerate(board)
        if laid.owner != but and at != but_meld
        for card in laid.meld.cards
    )
    return Supply(game.pack, others)


def judge_builders(game: Game, current: Round, builders: Sequence[Builder]) -> Built:
    """Return what these builders come to, each added to the board after the one before."""
    board, built = current.board, Built()
    for number, builder in enumerate(builders):
        verdict = _judged(game, board, builder)
        points = 0
        if verdict.result:
            before = board[builder.meld].meld
            points = builder_points(before, replace(before, cards=verdict.result), game.system)
            board = _with_cards(board, builder.meld, verdict.result)
        built = Built(
            built.cards + builder.cards,
            built.points + points,
            built.findings + tuple(replace(finding, at=()) for finding in verdict.findings),
            built.unclear + ((number,) if Assumption.END_UNKNOWN in verdict.assumes else ()),
        )
    return built


def _with_cards(board: Board, at: int, cards: Cards) -> Board:
    grown = replace(board[at], meld=replace(board[at].meld, cards=cards))
    return (*board[:at], grown, *board[at + 1 :])


def _judged(game: Game, board: tuple[BoardMeld, ...], builder: Builder) -> Verdict:
    if not 0 <= builder.meld < len(board):
        return Verdict((Finding(Code.NO_FIT, builder.cards),))
    return judge_tack(
        board[builder.meld].meld,
        builder.cards,
        game.system,
        end=builder.end,
        supply=supply_beside(game, board, but_meld=builder.meld),
    )
