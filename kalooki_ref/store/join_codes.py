"""The codes that people type to join a table, or to keep its score again after a lost phone.

Of a code nothing but the hash is stored, and the number it was made from; the app's secret, which
is not in the database, turns that number into the code.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import select

from kalooki_ref.store.database import reading
from kalooki_ref.store.event_store import now
from kalooki_ref.store.links import changing, hashed, of_shown, write_access
from kalooki_ref.store.tables import access


class CodeKind(StrEnum):
    """What a code is for: it lets a phone ask to join, or makes it the scorekeeper."""

    JOIN = "join"
    RECOVERY = "recovery"


@dataclass(frozen=True, slots=True)
class KeptCode:
    """The number a code was made from, and until when it holds; "" is for ever."""

    nonce: str
    until: str = ""


HASHES = {CodeKind.JOIN: access.c.join_sha256, CodeKind.RECOVERY: access.c.recovery_sha256}
NONCES = {CodeKind.JOIN: access.c.join_nonce, CodeKind.RECOVERY: access.c.recovery_nonce}


def keep_code(game_id: str, kind: CodeKind, code: str, made: KeptCode) -> bool:
    """Keep a code's hash in place of the one before; False when another game has the same.

    Raises UnknownGame.
    """
    same = select(access.c.game_id).where(HASHES[kind] == hashed(code), access.c.game_id != game_id)
    with changing(game_id) as connection:
        if connection.execute(same).first() is not None:
            return False
        values = {HASHES[kind].name: hashed(code), NONCES[kind].name: made.nonce}
        if kind is CodeKind.JOIN:
            values["join_until"] = made.until
        write_access(connection, game_id, values)
    return True


def kept_codes(game_id: str) -> dict[CodeKind, KeptCode]:
    """Return how the game's codes were made: those that hold."""
    chosen = select(access).where(access.c.game_id == game_id)
    with reading() as connection:
        found = connection.execute(chosen).mappings().one_or_none()
    row: dict[Any, Any] = {**found} if found else {}
    until = row.get("join_until", "")
    return {
        kind: KeptCode(row[NONCES[kind].name], until if kind is CodeKind.JOIN else "")
        for kind in CodeKind
        if row.get(HASHES[kind].name) and (kind is not CodeKind.JOIN or until >= now())
    }


def game_by(kind: CodeKind, code: str) -> str | None:
    """Return the game that a code opens; None for one that is wrong or too old."""
    chosen = of_shown(access.c.game_id).where(HASHES[kind] == hashed(code))
    if kind is CodeKind.JOIN:
        chosen = chosen.where(access.c.join_until >= now())
    with reading() as connection:
        return connection.execute(chosen).scalar_one_or_none()
