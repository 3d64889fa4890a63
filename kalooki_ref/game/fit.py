"""Whether an entry fits the game before it: whether what it builds on is there.

An entry that is only against the rules fits: the table outranks the referee. `entry_verdict` judges
that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import singledispatch

from kalooki_ref.cards import JOKER
from kalooki_ref.game import events
from kalooki_ref.game.board_changes import meld_index
from kalooki_ref.game.names import spelled
from kalooki_ref.game.numbers import number_of
from kalooki_ref.game.round_scores import waited_for
from kalooki_ref.game.state import Game
from kalooki_ref.rules.constraints import can_be_dealt

FEWEST_PLAYERS = 2


class Reason(StrEnum):
    """Why an entry doesn't fit."""

    # The round it belongs to isn't being played: the game is over.
    NO_ROUND = "no_round"
    # The game ends before it has a round.
    NOTHING_PLAYED = "nothing_played"
    # Nobody has this number.
    STRANGER = "stranger"
    # The player isn't in the round.
    NOT_PLAYING = "not_playing"
    # The player isn't at the table, and can't leave; or still is, and can't come back.
    NOT_THERE = "not_there"
    STILL_THERE = "still_there"
    # The meld isn't on the board, or is another one than before.
    NO_MELD = "no_meld"
    NO_JOKER = "no_joker"
    NAME_TAKEN = "name_taken"
    NUMBER_TAKEN = "number_taken"
    # Fewer than two players would be left.
    TOO_FEW = "too_few"
    # There aren't enough cards for another player.
    TOO_MANY = "too_many"
    # A seating order of other players.
    OTHER_PLAYERS = "other_players"
    # A player of the round has no hand at its end: the score stays empty.
    NO_HAND = "no_hand"
    # A hand of somebody who isn't in the round: it isn't scored.
    HAND_TOO_MANY = "hand_too_many"
    # In games of earlier versions, players are counted: this one would get another number.
    OTHER_NUMBER = "other_number"


@dataclass(frozen=True, slots=True)
class Misfit:
    """A reason why an entry doesn't fit, and the player it is about; 0 for nobody.

    ``name`` is the name that is taken; its owner may have another one by now.
    """

    reason: Reason
    player: int = 0
    name: str = ""

    @property
    def is_partial(self) -> bool:
        """Whether the entry keeps its effect for everybody else."""
        return self.reason in {Reason.NO_HAND, Reason.HAND_TOO_MANY}


def misfits_of(event: events.Event, game: Game) -> tuple[Misfit, ...]:
    """Return why an event doesn't fit the game before it; empty if it does."""
    return tuple(_misfits(event, game))


def players_with_one_more(game: Game, *, next_round: bool) -> int:
    """Return how many play with another player: from the next round, without those leaving."""
    leaving = game.current.leaving if game.current and next_round else ()
    return len(game.at_table) + 1 - len(leaving)


@singledispatch
def _misfits(event: events.Event, _game: Game) -> Iterator[Misfit]:
    raise TypeError(f"nothing says whether {type(event).__name__} fits")


@_misfits.register
def _started(_event: events.GameStarted, _game: Game) -> Iterator[Misfit]:
    return iter(())


@_misfits.register
def _renamed(event: events.PlayerRenamed, game: Game) -> Iterator[Misfit]:
    yield from _stranger(event.player, game)
    yield from _name_taken(event.name, game, but=event.player)


@_misfits.register
def _marked(event: events.PlayerMarked, game: Game) -> Iterator[Misfit]:
    yield from _stranger(event.player, game)


@_misfits.register
def _joined(event: events.PlayerJoined, game: Game) -> Iterator[Misfit]:
    numbers = [player.number for player in game.players]
    number = number_of(event, highest=max(numbers))
    if game.current is None:
        yield Misfit(Reason.NO_ROUND)
    if number in numbers:
        yield Misfit(Reason.NUMBER_TAKEN, number)
    yield from _name_taken(event.name, game, but=number)
    yield from _too_many(event, game)


@_misfits.register
def _left(event: events.PlayerLeft, game: Game) -> Iterator[Misfit]:
    current = game.current
    if current is None:
        yield Misfit(Reason.NO_ROUND)
        return
    at_table = {player.number for player in game.at_table}
    staying = at_table - {*current.leaving, event.player}
    playing = {*current.seats} - ({event.player} if not event.after_round else set())
    if event.player not in at_table:
        yield Misfit(Reason.NOT_THERE, event.player)
    elif min(len(staying), len(playing)) < FEWEST_PLAYERS:
        yield Misfit(Reason.TOO_FEW)


@_misfits.register
def _returned(event: events.PlayerReturned, game: Game) -> Iterator[Misfit]:
    yield from _stranger(event.player, game)
    if game.current is None:
        yield Misfit(Reason.NO_ROUND)
    if event.player in [player.number for player in game.at_table]:
        yield Misfit(Reason.STILL_THERE, event.player)
    else:
        yield from _too_many(event, game)


@_misfits.register
def _reseated(event: events.SeatsChanged, game: Game) -> Iterator[Misfit]:
    if game.current is None:
        yield Misfit(Reason.NO_ROUND)
    elif set(event.order) != {player.number for player in game.at_table}:
        yield Misfit(Reason.OTHER_PLAYERS)


@_misfits.register
def _called(event: events.CallAnswered | events.HandCounted, game: Game) -> Iterator[Misfit]:
    yield from _not_playing(event.player, game)


@_misfits.register
def _laid(event: events.MeldsLaid, game: Game) -> Iterator[Misfit]:
    yield from _not_playing(event.player, game)
    if game.current and any(
        meld_index(game.current.board, builder) is None for builder in event.builders
    ):
        yield Misfit(Reason.NO_MELD)


@_misfits.register
def _tacked(event: events.Tacked, game: Game) -> Iterator[Misfit]:
    yield from _not_playing(event.player, game)
    if game.current and meld_index(game.current.board, event) is None:
        yield Misfit(Reason.NO_MELD)


@_misfits.register
def _joker_moved(event: events.JokerMoved, game: Game) -> Iterator[Misfit]:
    yield from _not_playing(event.player, game)
    if game.current is None:
        return
    at = meld_index(game.current.board, event)
    if at is None:
        yield Misfit(Reason.NO_MELD)
    elif JOKER not in game.current.board[at].meld.cards[event.place : event.place + 1]:
        yield Misfit(Reason.NO_JOKER)


@_misfits.register
def _reshuffled(_event: events.StockReshuffled, game: Game) -> Iterator[Misfit]:
    if game.current is None:
        yield Misfit(Reason.NO_ROUND)


@_misfits.register
def _round_ended(event: events.RoundEnded, game: Game) -> Iterator[Misfit]:
    current = game.current
    if current is None:
        yield Misfit(Reason.NO_ROUND)
    elif event.winner is not None:
        seats = (*current.seats, *waited_for(game, event))
        yield from _wrong_hands(event, event.winner, seats)


def _wrong_hands(event: events.RoundEnded, winner: int, seats: tuple[int, ...]) -> Iterator[Misfit]:
    """Yield what is wrong with the hands; in games of earlier versions there may be none at all."""
    known = [hand.player for hand in event.hands]
    if winner not in seats:
        yield Misfit(Reason.NOT_PLAYING, winner)
    for player in known:
        if player not in seats and player != winner:
            yield Misfit(Reason.HAND_TOO_MANY, player)
    for player in seats:
        if known and player not in (*known, winner):
            yield Misfit(Reason.NO_HAND, player)


@_misfits.register
def _ended(_event: events.GameEnded, game: Game) -> Iterator[Misfit]:
    if game.current is None:
        yield Misfit(Reason.NO_ROUND)
    elif not game.past:
        yield Misfit(Reason.NOTHING_PLAYED)


def _stranger(player: int, game: Game) -> Iterator[Misfit]:
    if all(other.number != player for other in game.players):
        yield Misfit(Reason.STRANGER, player)


def _too_many(event: events.PlayerJoined | events.PlayerReturned, game: Game) -> Iterator[Misfit]:
    players = players_with_one_more(game, next_round=event.next_round)
    if game.current and not can_be_dealt(game.system, players):
        yield Misfit(Reason.TOO_MANY)


def _not_playing(player: int, game: Game) -> Iterator[Misfit]:
    if game.current is None:
        yield Misfit(Reason.NO_ROUND)
    elif game.current.place_of(player) is None:
        yield Misfit(Reason.NOT_PLAYING, player)


def _name_taken(name: str, game: Game, *, but: int) -> Iterator[Misfit]:
    for player in game.players:
        if player.number != but and spelled(player.name) == spelled(name):
            yield Misfit(Reason.NAME_TAKEN, player.number, player.name)
