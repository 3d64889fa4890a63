"""Starting an evening of a circle: the new game has its last players, and belongs to it."""

from flask import request
from sqlalchemy import Connection

from kalooki_ref.records.people import Person
from kalooki_ref.store.circles import Circle, add_to_circle, circles_at
from kalooki_ref.web.circles.circle import opened_circle


def circle_sent() -> Circle | None:
    """Return the circle for which a new game is asked; None without its address."""
    address = request.values.get("circle", "")
    circle = circles_at([address]).get(address)
    return circle if circle and circle.changes == address else None


def last_people() -> list[Person]:
    """Return who played the last game of the circle asked for, in the order of their seats."""
    circle = circle_sent()
    games = opened_circle(circle, circle.changes) if circle else None
    if games is None or not games.games:
        return []
    last = games.games[-1]
    both = zip(last.people, last.result.players, strict=True)
    seated = sorted(both, key=lambda pair: pair[1].number)
    return [games.people[person] for person, _one in seated if person in games.people]


def join_circle_sent(connection: Connection, game_id: str) -> None:
    """Add a new game to the circle for which it was asked, in the transaction that creates it."""
    circle = circle_sent()
    if circle is not None:
        add_to_circle(connection, circle.id, game_id)
