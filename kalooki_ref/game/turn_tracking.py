"""Whose turn the board is in, as far as the record can know, and whether it proves a bent board.

Board entries of one player in a row are taken for one turn; a call, a hand counted, the stock
spent or another player's entry ends it.
"""

from dataclasses import replace
from enum import StrEnum

from kalooki_ref.game.events import (
    CallAnswered,
    Event,
    HandCounted,
    JokerMoved,
    MeldsLaid,
    RoundEnded,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.game.state import BoardTurn, Game, Place, Round, has_laid
from kalooki_ref.referee.calls import is_out_at_once
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.scoring import bends
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

OnBoard = MeldsLaid | Tacked | JokerMoved
_ENDS = (CallAnswered, HandCounted, StockReshuffled)


class Proof(StrEnum):
    """Why the board is bent, or why it cannot be."""

    NEVER_CALLED = "never_called"
    """Who never called has one card over after the lay, and throws it: out at once."""
    JUST_DOWN = "just_down"
    """The player was not down before: came down and went out in one turn."""
    WAS_DOWN = "was_down"
    """The player came down in an earlier turn, so nothing is bent."""
    MAY_BE_ONE_TURN = "may_be_one_turn"
    """The player came down, and nothing written since says that the turn was over."""
    OVERCALLED = "overcalled"
    """The player called too often, and so bends nothing."""
    NO_CALL = "no_call"
    """The player never called, and this table bends nothing then."""


PROVES = (Proof.NEVER_CALLED, Proof.JUST_DOWN)


def track_turn(game: Game, before: Round | None, event: Event) -> Game:
    """Return the game, folded past an event already, with the turn the board is in after it.

    ``before`` is the round as it was until then.
    """
    after = game.current
    if before is None or after is None or isinstance(event, RoundEnded):
        return game
    turn = _turn_after(before, after, event, game.system)
    return replace(
        game, current=replace(after, turn=turn, unplayed_jokers=_unplayed_jokers(before, turn))
    )


def bend_proof(game: Game, played: Round, winner: int, *, overcalls: int = 0) -> Proof | None:
    """Return what the record says about a bent board; None where it is silent or nothing bends.

    The record speaks of calls only at a table that writes calls down, and of who came down only
    at one that writes that down.
    """
    place = played.place_of(winner)
    if place is None or not bends(game.system, same_turn=True):
        return None
    if overcalls and not bends(game.system, same_turn=True, overcalls=overcalls):
        return Proof.OVERCALLED
    calls = place.calls if _counts_calls(game, played) else None
    if not bends(game.system, same_turn=True, calls=calls):
        return Proof.NO_CALL
    if has_laid(played, winner):
        return _proof_of_a_lay(played, place)
    return _proof_of_one_turn(game, played, place)


def _turn_after(before: Round, after: Round, event: Event, system: RuleSystem) -> BoardTurn | None:
    if isinstance(event, _ENDS):
        return None
    if not isinstance(event, OnBoard):
        return before.turn
    own = _own_turn(before, event)
    freed = _freed(before, after, event, system)
    return replace(
        own,
        came_down=own.came_down or _comes_down(before, event),
        has_tacked=own.has_tacked or _tacks(event),
        owed=max(0, own.owed + freed - _jokers_played(event)),
    )


def _own_turn(before: Round, event: OnBoard) -> BoardTurn:
    turn = before.turn
    is_later = isinstance(event, MeldsLaid) and event.later
    if turn is None or turn.player != event.player or is_later:
        return BoardTurn(event.player)
    return turn


def _unplayed_jokers(before: Round, turn: BoardTurn | None) -> tuple[int, ...]:
    """Return who took a joker and never played it again, as far as the record says."""
    left = before.turn
    if left is None or not left.owed or (turn is not None and turn.player == left.player):
        return before.unplayed_jokers
    return (*before.unplayed_jokers, left.player)


def _comes_down(before: Round, event: OnBoard) -> bool:
    had_laid = has_laid(before, event.player)
    return isinstance(event, MeldsLaid) and not (had_laid or event.returned)


def _tacks(event: OnBoard) -> bool:
    return isinstance(event, Tacked) or (isinstance(event, MeldsLaid) and bool(event.builders))


def _freed(before: Round, after: Round, event: OnBoard, system: RuleSystem) -> int:
    """Return how many jokers left the table's melds to be played again at once (002: jokers)."""
    if not isinstance(event, JokerMoved) or event.to is JokerTo.HAND:
        return 0
    if system.joker_goes is not JokerGoes.REUSED_AT_ONCE:
        return 0
    return max(0, _jokers(before) - _jokers(after))


def _jokers(played: Round) -> int:
    return sum(1 for card in played.table_cards if card.is_joker)


def _jokers_played(event: OnBoard) -> int:
    if isinstance(event, Tacked):
        return sum(1 for card in event.cards if card.is_joker)
    if isinstance(event, JokerMoved) or event.returned:
        return 0
    laid = sum(1 for meld in event.melds for card in meld.cards if card.is_joker)
    return laid + sum(1 for one in event.builders for card in one.cards if card.is_joker)


def _proof_of_a_lay(played: Round, place: Place) -> Proof:
    if place.goes_out:
        return Proof.JUST_DOWN
    turn = played.turn
    is_open = turn is not None and turn.player == place.player and turn.came_down
    return Proof.MAY_BE_ONE_TURN if is_open else Proof.WAS_DOWN


def _proof_of_one_turn(game: Game, played: Round, place: Place) -> Proof | None:
    if any(other.is_down for other in played.places):
        return Proof.JUST_DOWN
    if _counts_calls(game, played) and is_out_at_once(
        game.system, number=played.number, calls=place.calls
    ):
        return Proof.NEVER_CALLED
    return None


def _counts_calls(game: Game, played: Round) -> bool:
    """Whether the table writes calls down: it has, in this game."""
    return any(past.calls for past in (*game.past, played))
