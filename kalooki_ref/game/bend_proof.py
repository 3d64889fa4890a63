"""What the record says about a bent board: proved, hinted at, or ruled out.

Not here: what a bent board costs (referee.scoring).
"""

from enum import StrEnum

from kalooki_ref.game.state import Game, Place, Round, has_laid
from kalooki_ref.referee.calls import call_limit, is_out_at_once
from kalooki_ref.referee.scoring import bends
from kalooki_ref.rules.choices import BarredFromLaying


class Proof(StrEnum):
    """One reason why the board is bent, may be bent, or cannot be."""

    SAID_OUT = "said_out"
    """The lay was recorded with the word that the same turn ends the round."""
    WHOLE_HAND = "whole_hand"
    """The recorded lay used every card but the one to discard."""
    NEVER_CALLED = "never_called"
    """No call of this player is recorded: such a lay leaves one card, the discard (F6)."""
    NOT_DOWN_BEFORE = "not_down_before"
    """Others are recorded as down, this player is not."""
    MAY_BE_ONE_TURN = "may_be_one_turn"
    """The player came down, and nothing recorded since says that the turn was over."""
    WAS_DOWN = "was_down"
    """The player came down in an earlier turn."""
    BARRED = "barred"
    """The player called too often, and so could not even lay."""
    OVERCALLED = "overcalled"
    """The player called too often, and so bends nothing."""
    NO_CALL = "no_call"
    """The player never called, and this table bends nothing then."""


PROVES = (Proof.SAID_OUT, Proof.WHOLE_HAND)
HINTS = (Proof.NEVER_CALLED, Proof.NOT_DOWN_BEFORE, Proof.MAY_BE_ONE_TURN)
RULES_OUT = (Proof.WAS_DOWN, Proof.BARRED, Proof.OVERCALLED, Proof.NO_CALL)


def bend_proof(game: Game, played: Round, winner: int, *, overcalls: int = 0) -> Proof | None:
    """Return what the record says about a bent board; None where it is silent or nothing bends.

    Only recorded lays prove one. The record speaks of calls only at a table that records calls,
    and of who came down only at one that records that: both are hints.
    """
    place = played.place_of(winner)
    if place is None or not bends(game.system, same_turn=True):
        return None
    if overcalls and not bends(game.system, same_turn=True, overcalls=overcalls):
        barred = any(isinstance(cost, BarredFromLaying) for cost in game.system.overcall)
        return Proof.BARRED if barred else Proof.OVERCALLED
    calls = place.calls if _counts_calls(game, played) else None
    if not bends(game.system, same_turn=True, calls=calls):
        return Proof.NO_CALL
    if has_laid(played, winner):
        return _proof_of_a_lay(game, played, place)
    return _hint_without_a_lay(game, played, place)


def _proof_of_a_lay(game: Game, played: Round, place: Place) -> Proof:
    if place.goes_out:
        return Proof.SAID_OUT
    turn = played.turn
    if turn is None or turn.player != place.player or not turn.came_down:
        return Proof.WAS_DOWN
    whole = _whole_hand(game, played, place)
    laid = sum(len(meld.cards) for meld in played.melds_of(place.player))
    is_whole = whole is not None and not place.tacked and laid >= whole
    return Proof.WHOLE_HAND if is_whole else Proof.MAY_BE_ONE_TURN


def _whole_hand(game: Game, played: Round, place: Place) -> int | None:
    """Return the cards in the hand but the discard; None where unrecorded calls may add to them."""
    calls = place.calls if played.calls else call_limit(game.system)
    if calls is None:
        return None
    return game.system.deal_of(played.number) + game.system.cards_per_call * calls


def _hint_without_a_lay(game: Game, played: Round, place: Place) -> Proof | None:
    if any(other.is_down for other in played.places):
        return Proof.NOT_DOWN_BEFORE
    if _counts_calls(game, played) and is_out_at_once(
        game.system, number=played.number, calls=place.calls
    ):
        return Proof.NEVER_CALLED
    return None


def _counts_calls(game: Game, played: Round) -> bool:
    """Whether the table records calls: it has, in this game."""
    return any(past.calls for past in (*game.past, played))
