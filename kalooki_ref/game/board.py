"""The melds on the table as cards are added to them.

What the referee finds legal lies where the referee says; what the table did against the rules
lies where the table put it.
"""

from dataclasses import replace

from kalooki_ref.cards import Card
from kalooki_ref.game.events import JokerMoved, Tacked
from kalooki_ref.game.state import BoardMeld
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.model import RuleSystem

Board = tuple[BoardMeld, ...]


def tacked(board: Board, event: Tacked, system: RuleSystem) -> Board:
    """Return the board with the cards added to their meld."""
    if not 0 <= event.meld < len(board):
        return board
    meld = board[event.meld].meld
    verdict = judge_tack(meld, event.cards, system, end=event.end)
    return _with_cards(board, event.meld, verdict.result or _appended(meld, event))


def moved(board: Board, event: JokerMoved, system: RuleSystem) -> Board:
    """Return the board with the cards in the joker's place."""
    if not 0 <= event.meld < len(board):
        return board
    laid = board[event.meld]
    by = Owner.OWN if laid.owner == event.player else Owner.OTHER
    verdict = judge_joker_move(
        laid.meld, event.place, event.cards, system, by=by, to=event.to or event.end
    )
    return _with_cards(board, event.meld, verdict.result or _swapped(laid.meld, event))


def _with_cards(board: Board, at: int, cards: tuple[Card, ...]) -> Board:
    grown = replace(board[at], meld=replace(board[at].meld, cards=cards))
    return (*board[:at], grown, *board[at + 1 :])


def _appended(meld: Meld, event: Tacked) -> tuple[Card, ...]:
    if meld.kind is MeldKind.RUN and event.end is End.LOW:
        return event.cards[::-1] + meld.cards
    return meld.cards + event.cards


def _swapped(meld: Meld, event: JokerMoved) -> tuple[Card, ...]:
    return meld.cards[: event.place] + event.cards + meld.cards[event.place + 1 :]
