"""Starting an evening of a circle: the new game has its last players, and belongs to it."""

from flask import flash, g, request
from sqlalchemy import Connection

from kalooki_ref.game.names import folded
from kalooki_ref.game.next_round import going_on
from kalooki_ref.records.people import Person
from kalooki_ref.store.circles import Circle, add_to_circle, circle_of, circles_at
from kalooki_ref.store.event_store import load
from kalooki_ref.web.circles.circle import OpenCircle, gone_words, opened_circle
from kalooki_ref.web.shared.device import this_device
from kalooki_ref.web.shared.open_game import open_stored
from kalooki_ref.words.language import gettext as _

MOST_KNOWN = 100


def circle_sent() -> Circle | None:
    """Return the circle for which a new game is asked; None without its address."""
    address = request.values.get("circle", "")
    circle = circles_at([address]).get(address) if address else None
    return circle if circle and circle.changes == address else None


def last_people() -> list[Person]:
    """Return who goes on after the last game of the circle asked for, in seat order."""
    opened = _opened()
    if opened is None or not opened.games:
        return []
    last = opened.games[-1]
    both = zip(last.result.players, last.people, strict=True)
    seated = {player.number: person for player, person in both}
    game = open_stored(load(opened.game_ids[last.key])).game
    people = (seated.get(player.number, "") for player in going_on(game))
    return [opened.people[person] for person in people if person in opened.people]


def known_people() -> tuple[tuple[str, int], ...]:
    """Return names to choose from with their marks.

    Those of the circle asked for come first, with most games in front, then this phone's others.
    """
    return tuple(_known().values())


def mark_of(name: str) -> int:
    """Return the mark that a person has in the circle asked for, or on this phone; 0 if unknown."""
    _name, mark = _known().get(folded(name), (name, 0))
    return mark


def mark_at(game_id: str, name: str) -> int:
    """Return the mark that a person has in the circle of a game, or on this phone; 0 if unknown."""
    circle = circle_of(game_id)
    known = _named(opened_circle(circle, circle.changes) if circle else None)
    _name, mark = known.get(folded(name), (name, 0))
    return mark


def join_circle_sent(connection: Connection, game_id: str) -> None:
    """Add a new game to the circle for which it was asked, in the transaction that creates it."""
    circle = circle_sent()
    if circle is not None:
        add_to_circle(connection, circle.id, game_id)


def lost_words() -> str:
    """Return why a game isn't asked for a circle, though an address was sent; empty if it is."""
    return gone_words() if request.values.get("circle") and circle_sent() is None else ""


def warn_if_left_out(game_id: str) -> None:
    """Say that a new game isn't in the circle for which it was asked."""
    if request.values.get("circle") and circle_of(game_id) is None:
        words = _(
            "This game is in no circle: the circle is full, or is gone, or has a new address."
        )
        flash(words, "warn")


def warn_if_full(before: str, game_id: str) -> None:
    """Say that a rematch isn't in the circle of the game before it."""
    if circle_of(before) is not None and circle_of(game_id) is None:
        flash(_("The circle is full, so this game isn’t in it."), "warn")


def _known() -> dict[str, tuple[str, int]]:
    """Return names with their marks by folded name; put together once in a request."""
    if "known_people" not in g:
        g.known_people = _named(_opened())
    found: dict[str, tuple[str, int]] = g.known_people
    return found


def _named(opened: OpenCircle | None) -> dict[str, tuple[str, int]]:
    """Return the people of a circle, then this phone's others, with their marks by folded name."""
    people = [*opened.people.values()][:MOST_KNOWN] if opened else []
    named = [(person.name, person.mark) for person in people]
    known: dict[str, tuple[str, int]] = {}
    for name, mark in (*named, *this_device().people):
        known.setdefault(folded(name), (name, mark))
    return known


def _opened() -> OpenCircle | None:
    """Return the circle asked for with its games, opened once in a request."""
    if "circle_of_new_game" not in g:
        circle = circle_sent()
        g.circle_of_new_game = opened_circle(circle, circle.changes) if circle else None
    opened: OpenCircle | None = g.circle_of_new_game
    return opened
