"""The games used last as something folded from their entries, kept by (id, version).

Every look reads the version first, so several processes may each keep their own.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from kalooki_ref.store.event_store import entries_since, games, load, load_many
from kalooki_ref.store.tables import StoredEntry, StoredGame

T = TypeVar("T")
MOST = 60_000
"""What is kept in all: about 300 bytes an entry, and as much as ten entries for each game."""
GAME_WEIGHS = 10


class FoldCache(Generic[T]):
    """Folds a game when its version is new, and remembers those used last.

    A thousand tables push nobody out: a game that moves on is far cheaper to fold on than again.
    """

    def __init__(
        self,
        fold: Callable[[StoredGame], T],
        grow: Callable[[T, tuple[StoredEntry, ...]], T],
        *,
        most: int = MOST,
    ) -> None:
        """``grow`` folds more entries into a game folded before; ``most`` is weighed in entries."""
        self._fold = fold
        self._grow = grow
        self._most = most
        self._kept: OrderedDict[str, tuple[int, T]] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def __call__(self, game_id: str, version: int) -> T:
        """Return the game as it stands, at this version or just after it: at most two queries.

        Raises UnknownGame.
        """
        with self._lock:
            kept = self._kept.get(game_id)
            if kept is not None:
                self._kept.move_to_end(game_id)
        if kept is not None and kept[0] == version:
            return kept[1]
        newer = entries_since(game_id, kept[0]) if kept and kept[0] < version else ()
        if kept and newer:
            return self._keep(game_id, newer[-1].seq, self._grow(kept[1], newer))
        stored = load(game_id)  # also where a backup was put back that is older than what is kept
        return self._keep(game_id, stored.version, self._fold(stored))

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
            found[stored.id] = self._keep(stored.id, stored.version, self._fold(stored))
        return tuple(found[one] for one in ids if one in found)

    def clear(self) -> None:
        """Forget every game."""
        with self._lock:
            self._kept.clear()
            self._weight = 0

    def forget(self, game_id: str) -> None:
        """Drop one game from memory."""
        with self._lock:
            self._drop(game_id)

    def _keep(self, game_id: str, version: int, folded: T) -> T:
        with self._lock:
            self._drop(game_id)
            self._kept[game_id] = (version, folded)
            self._weight += GAME_WEIGHS + version
            while self._weight > self._most and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))
        return folded

    def _drop(self, game_id: str) -> None:
        if game_id in self._kept:
            self._weight -= GAME_WEIGHS + self._kept.pop(game_id)[0]
