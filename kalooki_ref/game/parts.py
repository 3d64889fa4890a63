"""Contracts laid in parts: who has begun, what is still to come, and which lay completes them.

Where contracts come at once, whoever has laid is down. Not here: judging a part (referee.lay).
"""

from kalooki_ref.game.events import MeldsLaid
from kalooki_ref.game.state import Game, Round
from kalooki_ref.referee.lay import still_missing
from kalooki_ref.rules.contracts import Contract


def has_laid(current: Round, player: int) -> bool:
    """Whether a player is down, or has laid a part of the contract."""
    place = current.place_of(player)
    return place is not None and (place.is_down or bool(current.melds_of(player)))


def has_begun(current: Round, player: int) -> bool:
    """Whether a player has laid a part of the contract and is not down yet."""
    place = current.place_of(player)
    return place is not None and not place.is_down and bool(current.melds_of(player))


def to_come(game: Game, current: Round, player: int) -> Contract | None:
    """Return the melds of the contract this player has still to lay; None where points open."""
    contract = game.system.contract_of(current.number)
    return None if contract is None else still_missing(contract, current.melds_of(player))


def brings_down(game: Game, event: MeldsLaid) -> bool:
    """Whether whoever lays this is down then: not while a part of the contract is missing.

    A lay without cards says that the player is down.
    """
    current, contract = game.current, game.contract
    if not game.system.contract_in_parts or not event.melds or not current or contract is None:
        return True
    laid = (*current.melds_of(event.player), *event.melds)
    return not still_missing(contract, laid).cards
