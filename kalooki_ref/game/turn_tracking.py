"""Whose turn the board is in, as far as the record can know.

Board entries of one player in a row are taken for one turn; a call, a hand counted, the stock
spent or another player's entry ends it.
"""

from dataclasses import replace

from kalooki_ref.cards import JOKER
from kalooki_ref.game import events
from kalooki_ref.game.state import BoardTurn, Game, Round, has_laid
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

_ENDS = (events.CallAnswered, events.HandCounted, events.StockReshuffled)


def track_turn(game: Game, before: Round | None, event: events.Event) -> Game:
    """Return the game, folded past an event already, with the turn the board is in after it.

    ``before`` is the round as it was until then.
    """
    after = game.current
    if before is None or after is None or isinstance(event, events.RoundEnded):
        return game
    turn = _turn_after(before, after, event, game.system)
    return replace(
        game, current=replace(after, turn=turn, unplayed_jokers=_unplayed_jokers(before, turn))
    )


def _turn_after(
    before: Round, after: Round, event: events.Event, system: RuleSystem
) -> BoardTurn | None:
    if isinstance(event, _ENDS):
        return None
    if not isinstance(event, events.OnBoard):
        return before.turn
    own = _own_turn(before, event)
    freed = _freed(before, after, event, system)
    comes_down, tacks = False, isinstance(event, events.Tacked)
    if isinstance(event, events.MeldsLaid):
        comes_down = not (event.returned or has_laid(before, event.player))
        tacks = bool(event.builders)
    return replace(
        own,
        came_down=own.came_down or comes_down,
        has_tacked=own.has_tacked or tacks,
        owed=max(0, own.owed + freed - _jokers_played(event)),
    )


def _own_turn(before: Round, event: events.OnBoard) -> BoardTurn:
    turn = before.turn
    is_later = isinstance(event, events.MeldsLaid) and event.later
    if turn is None or turn.player != event.player or is_later:
        return BoardTurn(event.player)
    return turn


def _unplayed_jokers(before: Round, turn: BoardTurn | None) -> tuple[int, ...]:
    """Return who took a joker and never played it again, as far as the record says."""
    left = before.turn
    if left is None or not left.owed or (turn is not None and turn.player == left.player):
        return before.unplayed_jokers
    return (*before.unplayed_jokers, left.player)


def _freed(before: Round, after: Round, event: events.OnBoard, system: RuleSystem) -> int:
    """Return how many jokers left the table's melds to be played again at once (002: jokers)."""
    if not isinstance(event, events.JokerMoved) or event.to is JokerTo.HAND:
        return 0
    if system.joker_goes is not JokerGoes.REUSED_AT_ONCE:
        return 0
    return max(0, before.table_cards.count(JOKER) - after.table_cards.count(JOKER))


def _jokers_played(event: events.OnBoard) -> int:
    is_returned = isinstance(event, events.MeldsLaid) and event.returned
    if isinstance(event, events.JokerMoved) or is_returned:
        return 0
    return event.cards.count(JOKER)
