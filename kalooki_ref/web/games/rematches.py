"""The same table again: who plays, and who deals first."""

from kalooki_ref.game.events import GameStarted
from kalooki_ref.game.seats import after
from kalooki_ref.game.state import Game, Round


def same_again(game: Game) -> GameStarted:
    """Return the beginning of a new game: those still at the table, the deal passed to the left."""
    seats = tuple(player.number for player in game.at_table)
    dealer = after(_last(game).seats, _last(game).dealer, seats)
    starter = game.first_starter
    return GameStarted(
        tuple(player.name for player in game.at_table),
        seats.index(dealer) + 1,
        starter=seats.index(starter) + 1 if starter in seats else None,
        stake=game.stake,
        advice=game.advice,
    )


def _last(game: Game) -> Round:
    return game.past[-1] if game.past else game.current  # type: ignore[return-value]
