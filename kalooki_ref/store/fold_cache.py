"""The last few games as something folded from their entries, kept by (id, version).

Every look reads the version first, so several processes may each keep their own.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from kalooki_ref.store.event_store import games, load, load_many, numbers_of
from kalooki_ref.store.tables import StoredGame

T = TypeVar("T")


class FoldCache(Generic[T]):
    """Folds a game when its version is new, and remembers the ``most`` used of late."""

    def __init__(
        self,
        fold: Callable[[StoredGame], T],
        numbered: Callable[[T, int], T] = lambda folded, _changes: folded,
        *,
        most: int = 256,
    ) -> None:
        """``numbered`` notes in a folded game how many changes there were when it was asked for."""
        self._fold = fold
        self._numbered = numbered
        self._most = most
        self._kept: OrderedDict[str, tuple[int, T]] = OrderedDict()
        self._lock = Lock()

    def __call__(self, game_id: str) -> T:
        """Return the game as it stands now: one query, or three when it has moved on.

        Raises UnknownGame.
        """
        version, changes = numbers_of(game_id)
        with self._lock:
            kept = self._kept.get(game_id)
        if kept is None or kept[0] != version:
            stored = load(game_id)
            kept = (stored.version, self._keep(stored, self._fold(stored)))
        return self._numbered(kept[1], changes)

    def many(self, ids: Sequence[str]) -> tuple[T, ...]:
        """Return these games, in the order asked: one query, or three when some have moved on.

        Unknown ids are passed over.
        """
        versions = {row.id: row.version for row in games(ids)}
        with self._lock:
            kept = {one: self._kept.get(one) for one in versions}
        found = {one: held[1] for one, held in kept.items() if held and held[0] == versions[one]}
        missing = tuple(one for one in versions if one not in found)
        for stored in load_many(missing) if missing else ():
            found[stored.id] = self._keep(stored, self._fold(stored))
        return tuple(found[one] for one in ids if one in found)

    def clear(self) -> None:
        """Forget every game."""
        with self._lock:
            self._kept.clear()

    def forget(self, game_id: str) -> None:
        """Drop one game from memory."""
        with self._lock:
            self._kept.pop(game_id, None)

    def _keep(self, stored: StoredGame, folded: T) -> T:
        with self._lock:
            self._kept[stored.id] = (stored.version, folded)
            self._kept.move_to_end(stored.id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return folded
