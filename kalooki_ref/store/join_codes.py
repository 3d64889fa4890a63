"""Codes that people type to join a table, or to recover its score-keeping after losing a phone.

Only a code's hash and the nonce it was derived from are stored. Deriving the code from the nonce
takes the app's secret key, which is not in the database.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import select

from kalooki_ref.store.database import reading
from kalooki_ref.store.event_store import now
from kalooki_ref.store.links import hashed, locked_game, of_shown, write_access
from kalooki_ref.store.tables import access


class CodeKind(StrEnum):
    """What a code does: lets a phone ask to join, or makes it the scorekeeper."""

    JOIN = "join"
    RECOVERY = "recovery"


@dataclass(frozen=True, slots=True)
class KeptCode:
    """The nonce a code was derived from, and when it expires; "" is never."""

    nonce: str
    until: str = ""


HASHES = {CodeKind.JOIN: access.c.join_sha256, CodeKind.RECOVERY: access.c.recovery_sha256}
NONCES = {CodeKind.JOIN: access.c.join_nonce, CodeKind.RECOVERY: access.c.recovery_nonce}


def keep_code(game_id: str, kind: CodeKind, code: str, made: KeptCode) -> bool:
    """Store a code's hash in place of the previous one; return False if another game has the same.

    Raises UnknownGame.
    """
    same = select(access.c.game_id).where(HASHES[kind] == hashed(code), access.c.game_id != game_id)
    with locked_game(game_id) as connection:
        if connection.execute(same).first() is not None:
            return False
        values = {HASHES[kind].name: hashed(code), NONCES[kind].name: made.nonce}
        if kind is CodeKind.JOIN:
            values["join_until"] = made.until
        write_access(connection, game_id, values)
    return True


def kept_codes(game_id: str) -> dict[CodeKind, KeptCode]:
    """Return the nonces of the game's valid codes, by kind."""
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
    """Return the game that a code opens; None if it is wrong or expired."""
    chosen = of_shown(access.c.game_id).where(HASHES[kind] == hashed(code))
    if kind is CodeKind.JOIN:
        chosen = chosen.where(access.c.join_until >= now())
    with reading() as connection:
        return connection.execute(chosen).scalar_one_or_none()
