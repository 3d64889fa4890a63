"""Makes the codes to join a table, and to recover its score-keeping after losing a phone."""

import secrets
from datetime import timedelta

from flask import abort

from kalooki_ref.server.settings import keyed_hash
from kalooki_ref.store.event_store import now
from kalooki_ref.store.join_codes import CodeKind, KeptCode, keep_code

# Alphabet of the codes, without characters that look alike.
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
SIZES = {CodeKind.JOIN: 6, CodeKind.RECOVERY: 16}
JOIN_TIME = timedelta(minutes=30)
NONCE_BYTES = 16
MOST_TRIES = 5


def make_code(game_id: str, kind: CodeKind) -> None:
    """Create a new code of this kind for a game."""
    until = now(ago=-JOIN_TIME) if kind is CodeKind.JOIN else ""
    for _try in range(MOST_TRIES):
        nonce = secrets.token_urlsafe(NONCE_BYTES)
        if keep_code(game_id, kind, code_of(kind, game_id, nonce), KeptCode(nonce, until)):
            return
    abort(503)


def code_of(kind: CodeKind, game_id: str, nonce: str) -> str:
    """Derive a code from a nonce with the app's secret key."""
    rest, signs = int.from_bytes(keyed_hash(f"{kind} {game_id} {nonce}")), []
    for _place in range(SIZES[kind]):
        rest, sign = divmod(rest, len(LETTERS))
        signs.append(LETTERS[sign])
    return "".join(signs)


def grouped(code: str) -> str:
    """Return a long code in groups of four: "K7QM-2R9T-…"."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
