"""Seating: who deals and who starts each round."""

from dataclasses import replace

from kalooki_ref.game.state import Game, Place, Round
from kalooki_ref.referee.dealing import losing_place
from kalooki_ref.rules.choices import NextDealer, Starter


def after(ring: tuple[int, ...], seat: int, among: tuple[int, ...]) -> int:
    """Return the next seat of ``ring`` clockwise from ``seat`` that is also in ``among``.

    >>> after((1, 2, 3, 4), 2, (1, 2, 4))
    4
    """
    return next(follower for follower in _from_left_of(ring, seat) if follower in among)


def first_round(game: Game, dealer: int) -> Round:
    """Return the first round."""
    seats = tuple(player.number for player in game.players)
    places = tuple(Place(seat) for seat in seats)
    opened = Round(1, dealer, None, places)
    return replace(opened, starter=starter_at(game, opened))


def following_round(game: Game) -> Round | None:
    """Return the round after ``game.past``; None if that was the last one."""
    last = game.past[-1]
    seats = tuple(seat for seat in last.seats if not game.player(seat).has_left)
    places = tuple(Place(seat) for seat in seats)
    if last.is_void:
        return Round(last.number, last.dealer, last.starter, places)
    if last.number == len(game.system.contracts):
        return None
    upcoming = Round(last.number + 1, next_dealer(game, last, seats), None, places)
    return replace(upcoming, starter=starter_at(game, upcoming))


def next_dealer(game: Game, last: Round, seats: tuple[int, ...]) -> int:
    """Return who deals after ``last``: the next at the table, or the round's loser."""
    left = after(last.seats, last.dealer, seats)
    if game.system.next_dealer is NextDealer.LEFT:
        return left
    return loser_of(game, last, seats)


def loser_of(game: Game, last: Round, seats: tuple[int, ...]) -> int:
    """Return the player with the worst score in ``last``, of those still at the table."""
    ring = _from_left_of(last.seats, last.dealer)
    present = [seat for seat in ring if seat in seats]
    scores = [last.score_of(seat) for seat in present]
    points = [score.points if score else 0 for score in scores]
    totals = [game.points_of(seat) for seat in present]
    return present[losing_place(points, totals, game.system)]


def starter_at(game: Game, upcoming: Round) -> int | None:
    """Return who plays first in ``upcoming``; None if that is the youngest, not named yet."""
    last = next((past for past in reversed(game.past) if past.is_scored), None)
    rule = game.system.next_starter if last else game.system.first_starter
    if rule is Starter.YOUNGEST:
        return game.first_starter
    winner = last.winner if last else None
    if rule is Starter.WINNER and winner in upcoming.seats:
        return winner
    return after(upcoming.seats, upcoming.dealer, upcoming.seats)


def seated(current: Round, newcomer: Place, *, behind: int) -> Round:
    """Return the round with a new player to the left of ``behind``, or in the last seat."""
    at = current.seats.index(behind) + 1 if behind in current.seats else len(current.places)
    return replace(current, places=(*current.places[:at], newcomer, *current.places[at:]))


def without(game: Game, current: Round, seat: int) -> Round:
    """Return the round without a player; if needed, the next player deals or starts."""
    if current.place_of(seat) is None or len(current.places) == 1:
        return current
    places = tuple(place for place in current.places if place.player != seat)
    rest = tuple(place.player for place in places)
    dealer = after(current.seats, seat, rest) if current.dealer == seat else current.dealer
    smaller = replace(current, places=places, dealer=dealer)
    return replace(smaller, starter=starter_at(game, smaller))


def _from_left_of(ring: tuple[int, ...], seat: int) -> tuple[int, ...]:
    start = ring.index(seat) + 1
    return ring[start:] + ring[:start]
