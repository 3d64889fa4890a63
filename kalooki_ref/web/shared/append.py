"""Appends entries to a game: reads a form's key and version, and saves the event under them.

A view creates an event, calls `write` (or `begin` for a new game), and returns `saved`. Error
handlers turn Stale and KeyReused into 409 and 422 (server.middleware.errors), and Misfitting into
422 (web.shared.misfits).
"""

import hashlib
import json
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from flask import Flask, Response, abort, current_app, flash, jsonify, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.events import Event
from kalooki_ref.game.record import conflicts, event_data, event_from, without_undone_calls
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.server.middleware.responses import SCRIPT, SENT_BY
from kalooki_ref.store.event_store import Then, append, create_game, entries_since, seq_of
from kalooki_ref.store.links import links_of
from kalooki_ref.store.tables import Appended, Created, NewEntry, StoredEntry
from kalooki_ref.web.shared.device import see_other, this_device, to_table
from kalooki_ref.web.shared.misfits import fitting
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.overruling import NO_REASON

KEY = re.compile(r"[!-~]{16,64}")
KEY_BYTES = 16
NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
STAMPS = ("key", "base")


@dataclass(frozen=True, slots=True)
class Stamp:
    """A form's idempotency key, the version it was rendered at, the hash of its other fields."""

    key: str
    base: int
    body_sha256: str


def init_app(app: Flask) -> None:
    app.jinja_env.globals["new_key"] = new_key
    app.before_request(answer_repeat)


def new_key() -> str:
    """Return a new idempotency key for a form."""
    return secrets.token_hex(KEY_BYTES)


def stamp_sent() -> Stamp:
    """Return the stamp of the submitted form; aborts with 400 if it is missing or malformed."""
    sent = request.get_json(silent=True) if request.is_json else request.form
    sent = sent if isinstance(sent, dict) else {}
    key = str(request.headers.get("Idempotency-Key") or sent.get("key", ""))
    base = str(sent.get("base", "0"))
    if not KEY.fullmatch(key) or not NUMBER.fullmatch(base):
        abort(400, _("This form is incomplete. Reload the page and try again."))
    return Stamp(key, int(base), hash_of(sent))


def hash_of(sent: Any) -> str:
    """Hash a form without its stamp, so that a retry with a newer base is still a retry."""
    if request.is_json:
        meant: Any = {name: sent[name] for name in sorted(sent) if name not in STAMPS}
    else:
        pairs = request.form.items(multi=True)
        meant = sorted(pair for pair in pairs if pair[0] not in STAMPS)
    text = json.dumps([request.path, meant], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def begin(first: Event, *, title: str, system: RuleSystem, then: Then) -> Created:
    """Create a game under the form's key; a double tap returns the same game. Raises KeyReused.

    The game keeps today's rules of ``system``; ``then`` is called in the same transaction.
    """
    rules = json.dumps(as_data(system), separators=(",", ":"))
    return create_game(
        _new_entry(first, stamp_sent(), this_device().label), title=title, rules=rules, then=then
    )


def saved(address: str, done: Appended | Created) -> Response:
    """Respond after a save: redirect to ``address``, or JSON for programs."""
    if request.is_json or request.path.endswith(".json"):
        answer = jsonify({"version": done.version, "replayed": done.replayed, "url": address})
        answer.status_code = 200 if done.replayed else 201
    else:
        answer = see_other(address)
    if done.replayed:
        answer.headers["Idempotency-Replayed"] = "true"
    if isinstance(done, Appended):
        answer.headers["X-Entry"] = str(done.seq)
    return answer


def no_entry(answer: Response) -> Response:
    """Mark a response for scripts: the form was processed without adding an entry."""
    answer.headers["X-Entry"] = "0"
    return answer


def already_so(opened: OpenGame, sentence: str) -> Response:
    """Redirect to the table, saying why there is nothing to save; silent after a double tap."""
    if request.method != "POST" or not is_repeat(opened):
        flash(sentence, "info")
    return no_entry(to_table(opened.id))


def answer_repeat() -> Response | None:
    """Respond to a script's retry of a saved entry; None if it isn't one."""
    game_id = (request.view_args or {}).get("game_id")
    if not game_id or request.headers.get(SENT_BY) != SCRIPT or "base" not in request.form:
        return None
    stamp = stamp_sent()
    seq = seq_of(game_id, stamp.key, stamp.body_sha256)
    if seq is None:
        return None
    done = Appended(seq, seq, replayed=True)
    return saved(url_for("table.show", game_id=game_id), done)


def _new_entry(event: Event, stamp: Stamp, signature: str) -> NewEntry:
    kind, data = event_data(event)
    return NewEntry(stamp.key, stamp.body_sha256, kind, data, signature)


def _signature(opened: OpenGame) -> str:
    """Return the author of this phone's entries: its label, or the name of its seat.

    At a guarded table people rely on the author. A seat without a label, or with somebody else's
    name or label, signs with its player's name.
    """
    label, viewer = this_device().label, viewer_of(opened.id)
    if not viewer.is_guarded or viewer.is_scorekeeper or viewer.player is None:
        return label
    others = [other for other in opened.game.players if other.number != viewer.player]
    taken = {"", *(_alike(other.name) for other in others)}
    taken |= {_alike(link.label) for link in links_of(opened.id) if link.player != viewer.player}
    return opened.game.player(viewer.player).name if _alike(label) in taken else label


def _alike(label: str) -> str:
    """Normalize a label, so that labels that look alike compare equal."""
    return " ".join(unicodedata.normalize("NFKC", label).casefold().split())


LONGEST_WORD = 200


def write(opened: OpenGame, event: Event, *, partial: Iterable[int] = ()) -> Appended:
    """Append the event; raises Stale if it conflicts with an entry this phone hasn't seen.

    ``partial`` are the numbers of rounds that may lose a score. Raises Misfitting.
    """
    refuse_full(opened)
    return _appended(opened, event, stamp_sent(), partial=partial)


def _appended(
    opened: OpenGame, event: Event, stamp: Stamp, *, partial: Iterable[int] = ()
) -> Appended:
    new = _new_entry(event, stamp, _signature(opened))
    conflicts, check = clashing(opened, event), fitting(opened, event, stamp.key, partial=partial)
    return append(opened.id, new, base=stamp.base, conflicts=conflicts, check=check)


def refuse_full(opened: OpenGame, *, more: int = 1) -> None:
    """Abort with 422 if the game would exceed the maximum number of entries."""
    most = current_app.config["MOST_ENTRIES"]
    if opened.version + more > most:
        abort(
            422, _("This game has %(most)s entries and takes no more. Start a new one.", most=most)
        )


def clashing(opened: OpenGame, event: Event) -> Callable[[tuple[StoredEntry, ...]], bool]:
    """Return the store's `Conflicts` function for this event."""

    def clashes(unseen: tuple[StoredEntry, ...]) -> bool:
        since = {row.seq: event_from(row.kind, row.data) for row in unseen}
        known = {entry.seq: entry.event for entry in opened.entries} | since
        return conflicts(event, without_undone_calls(tuple(since.values()), known.get))

    return clashes


def written(
    opened: OpenGame, event: Event, message: str, *, back: str = "table.show", **query: Any
) -> ResponseReturnValue:
    """Append the event, flash the message, and redirect to ``back``, a page of the game."""
    done = write(opened, event)
    flash(message, "success")
    return saved(url_for(back, game_id=opened.id, **query), done)


def is_repeat(opened: OpenGame) -> bool:
    """Whether the submitted form was already saved, as after a double tap."""
    stamp = stamp_sent()
    return any(
        row.key == stamp.key for row in entries_since(opened.id, min(stamp.base, opened.version))
    )


def reason_sent() -> str:
    """Return the submitted reason for overruling the referee; empty if it wasn't overruled."""
    word = " ".join(request.form.get("word", "").split())[:LONGEST_WORD]
    return word or (NO_REASON if request.form.get("insist") else "")


def write_times(opened: OpenGame, event: Event, times: int) -> Appended:
    """Append the same event several times for one form, each with a key of its own."""
    refuse_full(opened)
    stamp = stamp_sent()
    for turn in range(times):
        done = _appended(opened, event, replace(stamp, key=f"{stamp.key[:56]}.{turn}"))
    return done
