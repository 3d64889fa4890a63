"""The next round: who deals, who starts, and who plays it."""

from dataclasses import replace

from kalooki_ref.game.fit import FEWEST_PLAYERS
from kalooki_ref.game.seats import Ring, after, from_left_of, without
from kalooki_ref.game.state import Game, Place, Player, Round
from kalooki_ref.referee.dealing import losing_place
from kalooki_ref.rules.choices import NextDealer, Starter


def first_round(game: Game, dealer: int) -> Round:
    """Return the first round."""
    opened = Round(1, dealer, None, tuple(map(Place, game.ring)))
    return replace(opened, starter=starter_at(game, opened))


def following_round(game: Game) -> Round | None:
    """Return the round after ``game.past``; None after the last one, or if nobody is left."""
    last = game.past[-1]
    staying = [player.number for player in game.at_table if player.number not in last.leaving]
    seats, places = tuple(staying), tuple(map(Place, staying))
    if not seats or (last.number == len(game.system.contracts) and not last.is_void):
        return None
    is_dealt_again = last.is_void and last.dealer in seats
    if is_dealt_again and seats == last.seats and last.starter in (None, *seats):
        return Round(last.number, last.dealer, last.starter, places)
    dealer = last.dealer if is_dealt_again else next_dealer(game, last, seats)
    upcoming = Round(last.number + (not last.is_void), dealer, None, places)
    return replace(upcoming, starter=starter_at(game, upcoming))


def gone_since(game: Game) -> set[int]:
    """Return who left after the last round of ``game.past`` and hasn't come back."""
    last = game.past[-1]
    back = {
        player.number for player in game.players if any(r.seq > last.seq for r in player.returns)
    }
    return set(last.leaving) - back


def going_on(game: Game) -> tuple[Player, ...]:
    """Return who plays the next game, clockwise: not those who left after the last round."""
    gone = gone_since(game) if game.past else set()
    staying = tuple(player for player in game.at_table if player.number not in gone)
    return staying if len(staying) >= FEWEST_PLAYERS else game.at_table


def next_dealer(game: Game, last: Round, seats: Ring) -> int:
    """Return who deals after ``last``: the next at the table, or the round's loser."""
    if game.system.next_dealer is NextDealer.LOSER:
        return loser_of(game, last, seats)
    return after(game.ring, last.dealer, seats)


def loser_of(game: Game, last: Round, seats: Ring) -> int:
    """Return the player with the worst score in ``last``, of those still at the table.

    The next at the table if nobody else is.
    """
    ring = from_left_of(game.ring, last.dealer)
    scores = [score for seat in ring if seat in seats and (score := last.score_of(seat))]
    if not scores:
        return after(game.ring, last.dealer, seats)
    points = [score.points for score in scores]
    totals = [game.points_of(score.player) for score in scores]
    return scores[losing_place(points, totals, game.system)].player


def starter_at(game: Game, upcoming: Round) -> int | None:
    """Return who plays first in ``upcoming``; None if that is the youngest, not named yet."""
    last = next((past for past in reversed(game.past) if past.is_scored), None)
    rule = game.system.next_starter if last else game.system.first_starter
    if rule is Starter.YOUNGEST:
        return game.first_starter if game.first_starter in upcoming.seats else None
    winner = last.winner if last else None
    if rule is Starter.WINNER and winner in upcoming.seats:
        return winner
    return after(game.ring, upcoming.dealer, upcoming.seats)


def dealt_without(game: Game, current: Round, seat: int) -> Round:
    """Return the round without a player who left before the deal; the next one deals or starts."""
    smaller = without(current, seat)
    return current if smaller == current else with_dealer(game, smaller)


def with_dealer(game: Game, upcoming: Round) -> Round:
    """Return a round before its deal with the dealer and the starter for the players in it now."""
    due = upcoming.due or upcoming.dealer
    dealer = due if due in upcoming.seats else _deals_instead(game, due, upcoming.seats)
    dealt = replace(upcoming, dealer=dealer, due=due)
    return replace(dealt, starter=starter_at(game, dealt))


def _deals_instead(game: Game, due: int, seats: Ring) -> int:
    """Return who deals if the player who was to deal left: the next loser, or the next player."""
    last = game.past[-1] if game.past else None
    if last and last.is_scored and game.system.next_dealer is NextDealer.LOSER:
        return loser_of(game, last, seats)
    return after(game.ring, due, seats)
