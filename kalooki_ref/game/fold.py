"""Folds the entries into the current state of the game, with one step per kind of event.

Nothing is refused, even if it is against the rules. Entries about unknown players or after the end
have no effect.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial, singledispatch
from typing import Any

from kalooki_ref.cards import Cards
from kalooki_ref.game import events
from kalooki_ref.game.board_changes import (
    Board,
    jokers_taken,
    track_turn,
    with_added,
    with_meld_indexes,
)
from kalooki_ref.game.entry_verdict import is_barred
from kalooki_ref.game.marks import assigned_marks, free_mark
from kalooki_ref.game.next_round import (
    dealt_without,
    first_round,
    following_round,
    gone_since,
    starter_at,
    with_dealer,
)
from kalooki_ref.game.numbers import number_of
from kalooki_ref.game.record import Entry, in_force
from kalooki_ref.game.round_scores import scores_of, waited_for
from kalooki_ref.game.seats import after, clockwise, reordered, with_seat, without
from kalooki_ref.game.state import (
    BoardMeld,
    Game,
    Place,
    Player,
    Return,
    Round,
    brings_down,
    has_called_enough,
    is_playing,
    is_refused_overcall,
    is_under_way,
)
from kalooki_ref.referee.meld import cards_in
from kalooki_ref.referee.melds import tidied
from kalooki_ref.rules.model import RuleSystem


def fold(system: RuleSystem, entries: tuple[Entry, ...]) -> Game:
    """Return the game after these entries, in order."""
    game = Game(system)
    for entry in in_force(entries):
        game = fold_step(game, entry)
    return game


def fold_step(game: Game, entry: Entry) -> Game:
    """Return the game after one more entry, which is in effect."""
    event = with_meld_indexes(entry.event, game.current.board) if game.current else entry.event
    return track_turn(_after(event, game, entry), game.current, event)


@singledispatch
def _after(event: events.Event, _game: Game, _entry: Entry) -> Game:
    """Return the game after the event of an entry."""
    raise TypeError(f"no step for {type(event).__name__}")


@_after.register
def _started(event: events.GameStarted, game: Game, _: Entry) -> Game:
    marks = assigned_marks(event.marks or (0,) * len(event.names))
    players = tuple(
        Player(number, name, mark)
        for number, (name, mark) in enumerate(zip(event.names, marks, strict=True), 1)
    )
    opened = replace(
        game,
        players=players,
        ring=tuple(player.number for player in players),
        stake=event.stake,
        first_starter=event.starter,
        advice=event.advice,
        zone=event.zone,
    )
    return replace(opened, current=first_round(opened, event.dealer))


@_after.register
def _renamed(event: events.PlayerRenamed, game: Game, _: Entry) -> Game:
    return replace(game, players=_with_player(game, event.player, name=event.name))


@_after.register
def _marked(event: events.PlayerMarked, game: Game, _: Entry) -> Game:
    mark = _free_mark(event.mark, game, event.player)
    return replace(game, players=_with_player(game, event.player, mark=mark))


def _free_mark(wanted: int, game: Game, player: int) -> int:
    """Return the wanted mark or the next free one; marks of players who left are used last."""
    others = [other for other in game.players if other.number != player]
    taken = [other.mark for other in others if not other.has_left]
    return free_mark(wanted, taken, [other.mark for other in others if other.has_left])


@_after.register
def _joined(event: events.PlayerJoined, game: Game, _: Entry) -> Game:
    number = number_of(event, highest=max(player.number for player in game.players))
    if any(player.number == number for player in game.players):
        return game
    newcomer = Player(number, event.name, _free_mark(event.mark, game, number), event.points)
    return _seated(replace(game, players=(*game.players, newcomer)), number, event)


@_after.register
def _left(event: events.PlayerLeft, game: Game, _: Entry) -> Game:
    if event.after_round:
        return _in_round(
            game, lambda current: replace(current, leaving=(*current.leaving, event.player))
        )
    if all(player.number == event.player for player in game.at_table):
        return game
    gone = replace(game, players=_with_player(game, event.player, has_left=True))
    return _in_round(gone, lambda current: _left_at_once(gone, current, event))


def _left_at_once(game: Game, current: Round, event: events.PlayerLeft) -> Round:
    # A player who leaves now may come back in this round, and then stays after it.
    staying = tuple(seat for seat in current.leaving if seat != event.player)
    played = replace(current, leaving=staying)
    if not event.dealt:
        return dealt_without(game, played, event.player)
    return replace(without(played, event.player), was_dealt=True, dealt=current.dealt_to)


@_after.register
def _returned(event: events.PlayerReturned, game: Game, entry: Entry) -> Game:
    player = next((known for known in game.players if known.number == event.player), None)
    if player is None or not player.has_left:
        return game
    back = _with_player(
        game,
        player.number,
        has_left=False,
        mark=_free_mark(player.mark, game, player.number),
        returns=(*player.returns, Return(entry.seq, event.points)),
    )
    return _seated(replace(game, players=back), player.number, event)


def _seated(game: Game, number: int, event: events.PlayerJoined | events.PlayerReturned) -> Game:
    """Return the game with a player in a seat, and in the round unless that has been dealt."""
    present = tuple(player.number for player in game.at_table)
    behind = event.after if event.after in present else 0
    # Someone who comes back to their own seat stays on the same side of those who are away.
    is_own_seat = behind and after(game.ring, behind, present) == number
    grown = game if is_own_seat else replace(game, ring=with_seat(game.ring, number, behind=behind))
    if event.next_round:
        return _in_round(grown, lambda current: replace(current, was_dealt=True))
    return _in_round(grown, lambda current: _dealt_in_too(grown, current, number))


def _dealt_in_too(game: Game, current: Round, number: int) -> Round:
    others = tuple(place for place in current.places if place.player != number)
    earlier = (place for place in current.away if place.player == number)
    own = next(earlier, Place(number))
    seated = replace(current, places=clockwise(game, (*others, own)))
    return seated if is_under_way(current) else with_dealer(game, seated)


@_after.register
def _reseated(event: events.SeatsChanged, game: Game, _: Entry) -> Game:
    current = game.current
    if current is None or set(event.order) != {player.number for player in game.at_table}:
        return game
    moved = replace(game, ring=reordered(game.ring, event.order))
    places = clockwise(moved, current.places)
    dealt = replace(current, places=places, dealer=event.dealer, due=0)
    return replace(moved, current=replace(dealt, starter=starter_at(moved, dealt)))


@_after.register
def _called(event: events.CallAnswered, game: Game, entry: Entry) -> Game:
    place = game.current.place_of(event.player) if game.current else None
    if place is not None and _is_overcall(event, place, game.system):
        game = replace(game, overcalls=(*game.overcalls, entry.seq))
    if event.granted:
        return _placed(
            game, event.player, lambda place: replace(place, calls=place.calls + 1, count=None)
        )
    return _placed(game, event.player, lambda place: _refused(place, game.system))


def _is_overcall(call: events.CallAnswered, place: Place, system: RuleSystem) -> bool:
    """Whether a call is beyond the limit of a round."""
    counts = has_called_enough if call.granted else is_refused_overcall
    return counts(place, system)


def _refused(place: Place, system: RuleSystem) -> Place:
    over = int(is_refused_overcall(place, system))
    return replace(place, refused=place.refused + 1, refused_over=place.refused_over + over)


@_after.register
def _counted(event: events.HandCounted, game: Game, _: Entry) -> Game:
    # Counted cards settle what unrecorded lays left open; 0 means that nobody counted them.
    return _placed(
        game,
        event.player,
        lambda place: replace(place, count=event, put_down=event.played or place.put_down),
    )


@_after.register
def _laid(event: events.MeldsLaid, game: Game, entry: Entry) -> Game:
    if not is_playing(game, event.player):
        return game
    if event.returned:
        return _placed(
            game, event.player, lambda place: replace(place, false_lays=place.false_lays + 1)
        )
    for builder in event.builders:
        tacked = events.Tacked(event.player, builder.meld, builder.cards, builder.end)
        game = _added(tacked, game, entry)
    is_down = brings_down(game, event)
    barred = partial(_laid_while_barred, game, event)
    down = _placed(
        game,
        event.player,
        lambda place: replace(_come_down(place, event, is_down=is_down), barred=barred(place)),
    )
    laid = tuple(
        BoardMeld(event.player, tidied(meld, game.system), entry.key, part)
        for part, meld in enumerate(event.melds)
    )
    return _on_board(down, lambda board: board + laid)


def _come_down(place: Place, event: events.MeldsLaid, *, is_down: bool) -> Place:
    goes_out = place.goes_out or event.goes_out
    return replace(
        place,
        is_down=place.is_down or is_down,
        goes_out=goes_out,
        count=None,
        put_down=_put_down(place, len(cards_in(event.melds))) if event.melds else None,
    )


def _put_down(place: Place, cards: int) -> int | None:
    return None if place.put_down is None else place.put_down + cards


def _laid_while_barred(game: Game, event: events.MeldsLaid, place: Place) -> Cards | None:
    """Return all cards the player has laid although an overcall forbade it; None if not barred."""
    if not game.system.barred_lay_counts:
        return None
    if place.barred is None and (place.is_down or not is_barred(game, place)):
        return None
    return (place.barred or ()) + event.cards


@_after.register
def _added(event: events.Tacked | events.JokerMoved, game: Game, _: Entry) -> Game:
    if not is_playing(game, event.player):
        return game
    grown = _on_board(game, lambda board: with_added(board, event, game.system))
    count = len(event.cards)
    taken = jokers_taken(game.current, grown.current) if game.current and grown.current else 0
    return _placed(
        grown,
        event.player,
        lambda place: replace(
            place,
            tacked=place.tacked + count,
            put_down=_put_down(place, count - taken),
            count=None,
        ),
    )


@_after.register
def _reshuffled(_event: events.StockReshuffled, game: Game, _: Entry) -> Game:
    return _in_round(game, lambda current: replace(current, reshuffles=current.reshuffles + 1))


@_after.register
def _round_ended(event: events.RoundEnded, game: Game, entry: Entry) -> Game:
    if game.current is None:
        return game
    played = game.current
    for player in waited_for(game, event):
        played = _dealt_in_too(game, played, player)
    ended = replace(played, end=event, seq=entry.seq, scores=scores_of(game, played, event))
    recorded = replace(game, past=(*game.past, ended))
    following = following_round(recorded)
    if following:
        for player in ended.leaving:
            recorded = replace(recorded, players=_with_player(recorded, player, has_left=True))
    return replace(recorded, current=following)


@_after.register
def _ended(_event: events.GameEnded, game: Game, _: Entry) -> Game:
    if not game.past:
        return game
    # Who left after the round that is the last one now played the whole game.
    is_playing_on = game.current is not None and is_under_way(game.current)
    stayed: set[int] = set() if is_playing_on else gone_since(game)
    players = tuple(
        replace(player, has_left=player.has_left and player.number not in stayed)
        for player in game.players
    )
    return replace(game, players=players, current=None)


def _with_player(game: Game, number: int, **changes: Any) -> tuple[Player, ...]:
    return tuple(
        replace(player, **changes) if player.number == number else player for player in game.players
    )


def _in_round(game: Game, change: Callable[[Round], Round]) -> Game:
    return replace(game, current=change(game.current)) if game.current else game


def _placed(game: Game, seat: int, change: Callable[[Place], Place]) -> Game:
    return _in_round(
        game,
        lambda current: replace(
            current,
            places=tuple(
                change(place) if place.player == seat else place for place in current.places
            ),
        ),
    )


def _on_board(game: Game, change: Callable[[Board], Board]) -> Game:
    return _in_round(game, lambda current: replace(current, board=change(current.board)))
