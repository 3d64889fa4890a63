"""A game's change number, which grows with each visible change: entries, drafts, access.

Every transaction that changes a game increments it. Listeners are notified after the commit.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Connection, select, update

from kalooki_ref.store.tables import game

# Called with a game's id and its new number, in the thread that committed; it must not block.
#
# A negative number means that access to the game changed; an empty id and 0, that notifications may
# have been lost.
Listener = Callable[[str, int], None]
LISTENERS = "kalooki_listeners"
RAISED = "kalooki_raised"


def listen(app: Flask, listener: Listener) -> None:
    """Register a listener for every change committed by this process."""
    app.extensions.setdefault(LISTENERS, []).append(listener)


def raise_changes(connection: Connection, game_id: str, **values: Any) -> None:
    """Increment a game's change number in the current transaction; set ``values`` in its row.

    An unknown game is ignored.
    """
    this = game.c.id == game_id
    connection.execute(update(game).where(this).values(changes=game.c.changes + 1, **values))
    number = connection.execute(select(game.c.changes).where(this)).scalar_one_or_none()
    if number is not None:
        connection.info.setdefault(RAISED, {})[game_id] = number


def raise_access(connection: Connection, game_id: str) -> None:
    """Increment the change number for a change of access, in the current transaction."""
    raise_changes(connection, game_id)
    raised = connection.info.get(RAISED, {})
    raised[game_id] = -abs(raised.get(game_id, 0))


@contextmanager
def notifying(connection: Connection) -> Iterator[None]:
    """Notify the listeners of the changes made in a block, unless it raises."""
    connection.info.pop(RAISED, None)
    try:
        yield
    finally:
        raised: dict[str, int] = connection.info.pop(RAISED, {})
    for game_id, number in raised.items():
        notify_listeners(current_app, game_id, number)


def notify_listeners(app: Flask, game_id: str, number: int) -> None:
    """Call this process's listeners; thread-safe."""
    for listener in app.extensions.get(LISTENERS, ()):
        listener(game_id, number)
