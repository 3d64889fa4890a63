"""Taking back: the last thing that happened, any entry, and a taking back itself.

What later rounds rest on is asked about first.
"""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import (
    EntryAmended,
    GameStarted,
    PlayerJoined,
    PlayerLeft,
    RoundEnded,
    SeatsChanged,
)
from kalooki_ref.game.record import Entry, readings
from kalooki_ref.web.access.append import saved
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.access.writing import is_repeat, write
from kalooki_ref.web.history.minutes import told_of
from kalooki_ref.web.messages.entry_words import words_of

blueprint = Blueprint("undoings", __name__)

GROUND = (RoundEnded, PlayerJoined, PlayerLeft, SeatsChanged)
"""What the rounds written down later rest on."""


@blueprint.get("/g/<game_id>/undo")
def ask(game_id: str) -> str:
    """Say what taking back the entry ``?seq=`` would do to the rounds since."""
    table = open_table(game_id)
    target = _target(table, request.args.get("seq", ""))
    return render_template(
        "history/ask.html",
        table=table,
        seq=target.seq,
        words=told_of(table, target),
        since=_rounds_since(table, target),
        amend=_amending(table, target),
    )


@blueprint.post("/g/<game_id>/undo")
def undo(game_id: str) -> ResponseReturnValue:
    """Take back the entry the form names; it stays in the log, and can be brought back."""
    table = open_table(game_id)
    target = _target(table, request.form.get("seq", ""))
    if _is_gone(table, target) and not is_repeat(table):
        flash(_("That was taken back before."), "info")
        return redirect(_back(table), 303)
    if _carries_rounds(table, target) and not request.form.get("sure"):
        return redirect(url_for("undoings.ask", game_id=table.id, seq=target.seq), 303)
    done = write(table, EntryAmended(target.seq, None))
    flash(_said(table, target), "success")
    return saved(_back(table), done)


def _target(table: Table, sent: str) -> Entry:
    seq = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 9 else 0
    target = next((entry for entry in table.entries if entry.seq == seq), None)
    if target is None or isinstance(target.event, GameStarted):
        abort(404, _("There is no such entry to take back."))
    return target


def _is_gone(table: Table, target: Entry) -> bool:
    return readings(table.entries).get(target.seq, target.event) is None


def _carries_rounds(table: Table, target: Entry) -> bool:
    return isinstance(target.event, GROUND) and _rounds_since(table, target) > 0


def _rounds_since(table: Table, target: Entry) -> int:
    return sum(played.seq > target.seq for played in table.game.past)


def _amending(table: Table, target: Entry) -> str:
    """Return where the round is amended; empty when the entry ended no round in the book."""
    for index, played in enumerate(table.game.past, 1):
        if played.seq == target.seq:
            return url_for("rounds.amend", game_id=table.id, index=index)
    return ""


def _said(table: Table, target: Entry) -> str:
    if isinstance(target.event, EntryAmended) and target.event.event is None:
        first = next(entry for entry in table.entries if entry.seq == target.event.seq)
        return _("Brought back: %(words)s", words=words_of(table, first))
    return _("Taken back: %(words)s", words=words_of(table, target))


def _back(table: Table) -> str:
    if request.form.get("back") == "log":
        return url_for("history.show", game_id=table.id)
    return url_for("table.show", game_id=table.id)
