"""Whose turn the board is in, as far as the book can know.

Board entries of one player in a row are taken for one turn; anything that begins another turn (a
call, a hand counted, the stock spent, another player's entry) ends it. Not here: what may be done
in a turn (game.turns).
"""

from dataclasses import dataclass, replace

from kalooki_ref.game.events import (
    CallAnswered,
    Event,
    HandCounted,
    JokerMoved,
    MeldsLaid,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.referee.joker_landing import JokerTo
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

_ENDS = (CallAnswered, HandCounted, StockReshuffled)


@dataclass(frozen=True, slots=True)
class BoardTurn:
    """What a player wrote on the board in a row.

    ``owed`` are jokers taken off melds that must be played again in the same turn, and that no
    entry since has played.
    """

    player: int
    came_down: bool = False
    has_tacked: bool = False
    owed: int = 0


def turn_after(
    turn: BoardTurn | None, event: Event, *, was_down: bool, freed: int
) -> BoardTurn | None:
    """Return the turn once the event is written; None while the book knows of none.

    ``was_down`` is whether its player was down before; ``freed`` how many jokers it took off the
    table's melds to be played again.
    """
    if isinstance(event, _ENDS):
        return None
    if not isinstance(event, MeldsLaid | Tacked | JokerMoved):
        return turn
    is_same = turn is not None and turn.player == event.player and not _is_later(event)
    own = turn if turn is not None and is_same else BoardTurn(event.player)
    owed = max(0, own.owed + freed - _jokers_played(event))
    if isinstance(event, MeldsLaid):
        came_down = own.came_down or not (was_down or event.returned)
        return replace(own, came_down=came_down, owed=owed)
    return replace(own, has_tacked=own.has_tacked or isinstance(event, Tacked), owed=owed)


def plays_again(event: JokerMoved, system: RuleSystem) -> bool:
    """Whether the joker that made way must be played again at once (002: jokers)."""
    return system.joker_goes is JokerGoes.REUSED_AT_ONCE and event.to is not JokerTo.HAND


def _is_later(event: Event) -> bool:
    return isinstance(event, MeldsLaid) and event.later


def _jokers_played(event: Event) -> int:
    if isinstance(event, Tacked):
        return sum(1 for card in event.cards if card.is_joker)
    if isinstance(event, MeldsLaid) and not event.returned:
        return sum(1 for meld in event.melds for card in meld.cards if card.is_joker)
    return 0
