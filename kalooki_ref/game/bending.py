"""Whether the record proves that going out bent the board.

Not here: what a bent board costs (referee.scoring).
"""

from enum import StrEnum

from kalooki_ref.game.parts import has_laid
from kalooki_ref.game.state import Game, Place, Round
from kalooki_ref.referee.calls import is_out_at_once
from kalooki_ref.referee.scoring import bends


class Proof(StrEnum):
    """Why the board is bent, or why it cannot be."""

    NEVER_CALLED = "never_called"
    """Who never called has one card over after the lay, and throws it: out at once (F6)."""
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
