"""What was used last, kept in memory; and the games folded from their entries among it.

Every look at a game reads its version first, so several processes may each keep their own.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from kalooki_ref.store.event_store import entries_since, games, load, load_many
from kalooki_ref.store.tables import StoredEntry, StoredGame

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
MOST = 60_000
"""What is kept in all: about 300 bytes an entry, and as much as ten entries for each game."""
GAME_WEIGHS = 10


class LastUsed(Generic[K, T]):
    """The values used last, by their keys; several threads may share it."""

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda _value: 1) -> None:
        """``most`` is what all values may weigh together; one is kept whatever it weighs."""
        self._most = most
        self._weigh = weigh
        self._weight = 0
        self._kept: OrderedDict[K, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> T | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: K, value: T) -> T:
        with self._lock:
            self._drop(key)
            self._kept[key] = value
            self._weight += self._weigh(value)
            while self._weight > self._most and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))
        return value

    def forget(self, *keys: K) -> None:
        """Drop these from memory, or everything where none is named."""
        with self._lock:
            for key in keys or tuple(self._kept):
                self._drop(key)

    def _drop(self, key: K) -> None:
        if key in self._kept:
            self._weight -= self._weigh(self._kept.pop(key))


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
        self._kept: LastUsed[str, tuple[int, T]] = LastUsed(most, lambda at: GAME_WEIGHS + at[0])
        self.forget = self._kept.forget

    def __call__(self, game_id: str, version: int) -> T:
        """Return the game as it stands, at this version or just after it: at most two queries.

        Raises UnknownGame.
        """
        kept = self._kept.get(game_id)
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
        kept = {one: self._kept.get(one) for one in versions}
        found = {one: held[1] for one, held in kept.items() if held and held[0] == versions[one]}
        missing = tuple(one for one in versions if one not in found)
        for stored in load_many(missing) if missing else ():
            found[stored.id] = self._keep(stored.id, stored.version, self._fold(stored))
        return tuple(found[one] for one in ids if one in found)

    def _keep(self, game_id: str, version: int, folded: T) -> T:
        return self._kept.put(game_id, (version, folded))[1]
