"""Compares the stored entries after a kill with the acknowledged ones.

A SQLite file is copied first, because opening the original would recover its log.
"""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg

FILES = ("kalooki.sqlite", "kalooki.sqlite-wal")

Intent = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Damage:
    """Differences from what was acknowledged; empty if everything is right."""

    lost: tuple[Intent, ...]
    doubled: tuple[Intent, ...]
    unsent: tuple[Intent, ...]
    drifted: tuple[str, ...]
    broken: tuple[str, ...]

    def __bool__(self) -> bool:
        return any((self.lost, self.doubled, self.unsent, self.drifted, self.broken))


def damage(
    instance: Path, copy: Path, *, acked: frozenset[Intent], sent: frozenset[Intent] | None
) -> Damage:
    """Compare a copy of the database with what was acknowledged and sent before it was taken."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for name in FILES:
        if (instance / name).exists():
            shutil.copy(instance / name, copy / name)
    with closing(sqlite3.connect(copy / FILES[0])) as connection:
        return compare(connection, acked=acked, sent=sent, broken=broken(connection))


def damage_in(url: str, *, acked: frozenset[Intent], sent: frozenset[Intent] | None) -> Damage:
    """Compare the content of a PostgreSQL database."""
    with closing(psycopg.connect(url)) as connection:
        return compare(connection, acked=acked, sent=sent)


def compare(
    connection: sqlite3.Connection | psycopg.Connection,
    *,
    acked: frozenset[Intent],
    sent: frozenset[Intent] | None,
    broken: Sequence[str] = (),
) -> Damage:
    rows = connection.execute("SELECT game_id, key FROM entry WHERE seq > 1")
    stored = Counter((f"/g/{game}", key) for game, key in rows)
    return Damage(
        lost=tuple(acked - stored.keys()),
        doubled=tuple(intent for intent, times in stored.items() if times > 1),
        unsent=() if sent is None else tuple(stored.keys() - sent),
        drifted=tuple(drifted(connection)),
        broken=tuple(broken),
    )


def drifted(connection: sqlite3.Connection | psycopg.Connection) -> list[str]:
    """Return games whose version isn't their number of entries, or with gaps in the numbers."""
    counted = """
        SELECT game.id FROM game LEFT JOIN entry ON entry.game_id = game.id
        GROUP BY game.id HAVING version != count(seq) OR version != max(seq) OR min(seq) != 1
    """
    return [row[0] for row in connection.execute(counted)]


def broken(connection: sqlite3.Connection) -> list[str]:
    found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
    found += [str(row) for row in connection.execute("PRAGMA foreign_key_check")]
    return [line for line in found if line != "ok"]
