"""The order of seats, clockwise."""

from dataclasses import replace

from kalooki_ref.game.state import Game, Place, Round

Ring = tuple[int, ...]


def after(ring: Ring, seat: int, among: Ring) -> int:
    """Return the next seat of ``ring`` clockwise from ``seat`` that is also in ``among``.

    Raises StopIteration if ``among`` has no seat of the ring.

    >>> after((1, 2, 3, 4), 2, (1, 2, 4))
    4
    """
    return next(follower for follower in from_left_of(ring, seat) if follower in among)


def with_seat(ring: Ring, seat: int, *, behind: int) -> Ring:
    """Return the ring with a player to the left of ``behind``, or in the last seat.

    >>> with_seat((1, 2, 3), 4, behind=2)
    (1, 2, 4, 3)
    """
    others = tuple(other for other in ring if other != seat)
    at = others.index(behind) + 1 if behind in others else len(others)
    return (*others[:at], seat, *others[at:])


def reordered(ring: Ring, order: Ring) -> Ring:
    """Return the ring with the players of ``order`` in that order; others keep their places.

    >>> reordered((1, 2, 3, 4), (4, 1, 3))
    (4, 2, 1, 3)
    """
    following = iter(order)
    return tuple(next(following) if seat in order else seat for seat in ring)


def clockwise(game: Game, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the places in seat order."""
    return tuple(sorted(places, key=lambda place: game.ring.index(place.player)))


def without(current: Round, seat: int) -> Round:
    """Return the round without a player, whose place is kept; the last one stays."""
    places = tuple(place for place in current.places if place.player != seat)
    gone = tuple(place for place in current.places if place.player == seat)
    if not (places and gone):
        return current
    away = tuple(place for place in current.away if place.player != seat)
    return replace(current, places=places, away=away + gone)


def from_left_of(ring: Ring, seat: int) -> Ring:
    """Return the ring from the seat after this one; from its start if nobody sits there."""
    start = ring.index(seat) + 1 if seat in ring else 0
    return ring[start:] + ring[:start]
