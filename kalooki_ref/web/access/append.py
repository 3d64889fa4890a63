"""The one way into a game's book: what was sent, its key and the version its phone had seen.

A view builds an event and calls `save` (or `begin` for a new game), then answers with `saved`.
Stale and KeyReused become 409 and 422 pages by themselves (web.middleware.errors).
"""

import hashlib
import json
import re
import secrets
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, abort, g, jsonify, redirect, request
from flask_babel import gettext as _

from kalooki_ref.game.events import Event
from kalooki_ref.game.record import event_data
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.store import Appended, Created, NewEntry, always, append, create_game
from kalooki_ref.store.games import Conflicts

KEY = re.compile(r"[!-~]{16,64}")
KEY_BYTES = 16
NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
STAMPS = ("key", "base")


@dataclass(frozen=True, slots=True)
class Stamp:
    """What every form carries: its key, the version it was made at, the hash of all the rest."""

    key: str
    base: int
    body_sha256: str


def init_app(app: Flask) -> None:
    app.jinja_env.globals["new_key"] = new_key


def new_key() -> str:
    """Return a key for a form, or what stands for one in a page that is being kept.

    Whoever sends a key twice means it once.
    """
    return g.get("form_key") or secrets.token_hex(KEY_BYTES)


def stamp_sent() -> Stamp:
    """Return the stamp of the form at hand; answers 400 when it is missing or odd."""
    sent = request.get_json(silent=True) if request.is_json else request.form
    sent = sent if hasattr(sent, "get") else {}
    key = str(request.headers.get("Idempotency-Key") or sent.get("key", ""))
    base = str(sent.get("base", "0"))
    if not KEY.fullmatch(key) or not NUMBER.fullmatch(base):
        abort(400, _("This form is not complete. Open the page again and send it from there."))
    return Stamp(key, int(base), hash_of(sent))


def hash_of(sent: Any) -> str:
    """Return the hash of what was meant, so that a repeat with a newer base is still a repeat."""
    if request.is_json:
        meant: Any = {name: sent[name] for name in sorted(sent) if name not in STAMPS}
    else:
        pairs = request.form.items(multi=True)
        meant = sorted(pair for pair in pairs if pair[0] not in STAMPS)
    text = json.dumps([request.path, meant], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def begin(first: Event, *, title: str, system: RuleSystem, by: str = "") -> Created:
    """Make a game under the form's key; a double tap gives the same game. Raises KeyReused.

    The game keeps the rules of ``system`` as they are today.
    """
    rules = json.dumps(as_data(system), separators=(",", ":"))
    return create_game(_new_entry(first, stamp_sent(), by), title=title, rules=rules)


def save(game_id: str, event: Event, *, conflicts: Conflicts = always, by: str = "") -> Appended:
    """Append an event under the form's key and base; raises UnknownGame, Stale, KeyReused.

    ``conflicts`` is told the entries the phone had not seen, and says whether this one clashes.
    """
    stamp = stamp_sent()
    return append(game_id, _new_entry(event, stamp, by), base=stamp.base, conflicts=conflicts)


def saved(address: str, done: Appended | Created) -> Response:
    """Answer a form that is safe on disk: on to ``address``, or JSON for a program."""
    if request.is_json or request.path.endswith(".json"):
        answer = jsonify({"version": done.version, "replayed": done.replayed, "url": address})
        answer.status_code = 200 if done.replayed else 201
    else:
        answer = redirect(address, 303)  # type: ignore[assignment]
    if done.replayed:
        answer.headers["Idempotency-Replayed"] = "true"
    return answer


def _new_entry(event: Event, stamp: Stamp, by: str) -> NewEntry:
    kind, data = event_data(event)
    return NewEntry(stamp.key, stamp.body_sha256, kind, data, by)
