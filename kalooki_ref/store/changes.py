"""The number of a game that moves with everything that shows of it: entries, half-typed forms.

Every transaction that changes a game raises it. Listeners are notified after the commit.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Connection, select, update

from kalooki_ref.store.tables import game

# Takes a game's id and its new number, in the thread that wrote; must not wait.
#
# Below 0 the number says that other people may look from now on; no game and 0, that some changes
# may have gone unheard.
Listener = Callable[[str, int], None]
LISTENERS = "kalooki_listeners"
RAISED = "kalooki_raised"


def listen(app: Flask, listener: Listener) -> None:
    """Call this listener for every change that this process commits from now on."""
    app.extensions.setdefault(LISTENERS, []).append(listener)


def raise_changes(connection: Connection, game_id: str, **values: Any) -> None:
    """Count one more change of a game, in the current transaction, with these columns of its row.

    Nothing is counted for an unknown game.
    """
    this = game.c.id == game_id
    connection.execute(update(game).where(this).values(changes=game.c.changes + 1, **values))
    number = connection.execute(select(game.c.changes).where(this)).scalar_one_or_none()
    if number is not None:
        connection.info.setdefault(RAISED, {})[game_id] = number


def raise_access(connection: Connection, game_id: str) -> None:
    """Count a change of who may look at a game or write in it, in the current transaction."""
    raise_changes(connection, game_id)
    raised = connection.info.get(RAISED, {})
    raised[game_id] = -abs(raised.get(game_id, 0))


@contextmanager
def announcing(connection: Connection) -> Iterator[None]:
    """Notify the listeners of what a block raised, unless it failed."""
    connection.info.pop(RAISED, None)
    try:
        yield
    finally:
        raised: dict[str, int] = connection.info.pop(RAISED, {})
    for game_id, number in raised.items():
        heard(current_app, game_id, number)


def heard(app: Flask, game_id: str, number: int) -> None:
    """Notify this process's listeners of a change; may be called from any thread."""
    for listener in app.extensions.get(LISTENERS, ()):
        listener(game_id, number)
