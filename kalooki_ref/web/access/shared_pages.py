"""Pages that one worker made for script, for the other workers: in Redis, for some seconds.

It only saves work. Without Redis, or while it is silent, each worker makes its pages by itself.
"""

import hashlib
import time
from pathlib import Path
from typing import Any

from kalooki_ref.store.tables import Unfit
from kalooki_ref.web.access.roles import only_here

SECONDS_KEPT = 15
PATIENCE: dict[str, Any] = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}
REST_SECONDS = 10.0
"""After Redis was silent, nobody waits for it for so long."""
TAG_LENGTH = 16


class SharedPages:
    """Packed pages by what they show and to whom."""

    def __init__(self, url: str, templates: Path) -> None:
        """``templates`` tell versions of the app apart, which may run side by side for a while.

        Raises Unfit where the address is none that Redis has.
        """
        self._redis: Any = None
        self._rests_until = 0.0
        if url:
            try:
                import redis

                self._redis = redis.Redis.from_url(url, **PATIENCE)
            except (ImportError, ValueError) as error:
                raise Unfit(f"REDIS_URL can't be used: {error}") from error
            texts = (path.read_bytes() for path in sorted(templates.rglob("*.html")))
            self._made_of = hashlib.sha256(b"".join(texts)).hexdigest()

    def get(self, key: tuple[object, ...]) -> tuple[str, bytes] | None:
        """Return the ETag and the bytes of a page; None where no worker has made it."""
        found: bytes | None = self._query("get", key)
        return (found[:TAG_LENGTH].decode(), found[TAG_LENGTH:]) if found else None

    def put(self, key: tuple[object, ...], tag: str, packed: bytes) -> None:
        self._query("set", key, tag.encode() + packed, ex=SECONDS_KEPT)

    def _query(self, command: str, key: tuple[object, ...], *sent: Any, **options: Any) -> Any:
        if self._redis is None or time.monotonic() < self._rests_until:
            return None
        import redis

        try:
            return getattr(self._redis, command)(self._name(key), *sent, **options)
        except redis.RedisError:
            self._rests_until = time.monotonic() + REST_SECONDS
            return None

    def _name(self, key: tuple[object, ...]) -> str:
        """Return a name that no other instance and no other version of the app gives."""
        return f"page:{only_here(repr((self._made_of, *key))).hex()}"
