"""Taking back: the last thing that happened, any entry, and a taking back itself.

Not here: how amendments are followed (game.record).
"""

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import EntryAmended, GameStarted
from kalooki_ref.game.record import Entry, readings
from kalooki_ref.web.entries import saved
from kalooki_ref.web.entry_words import words_of
from kalooki_ref.web.tables import Table, open_table
from kalooki_ref.web.writing import is_repeat, write

blueprint = Blueprint("undoings", __name__)


@blueprint.post("/g/<game_id>/undo")
def undo(game_id: str) -> ResponseReturnValue:
    """Take back the entry the form names; it stays in the log, and can be brought back."""
    table = open_table(game_id)
    target = _target(table)
    if _is_gone(table, target) and not is_repeat(table):
        flash(_("That was taken back before."), "info")
        return redirect(_back(table), 303)
    done = write(table, EntryAmended(target.seq, None))
    flash(_said(table, target), "success")
    return saved(_back(table), done)


def _target(table: Table) -> Entry:
    sent = request.form.get("seq", "")
    seq = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 9 else 0
    target = next((entry for entry in table.entries if entry.seq == seq), None)
    if target is None or isinstance(target.event, GameStarted):
        abort(404, _("There is no such entry to take back."))
    return target


def _is_gone(table: Table, target: Entry) -> bool:
    return readings(table.entries).get(target.seq, target.event) is None


def _said(table: Table, target: Entry) -> str:
    if isinstance(target.event, EntryAmended) and target.event.event is None:
        first = next(entry for entry in table.entries if entry.seq == target.event.seq)
        return _("Brought back: %(words)s", words=words_of(table, first))
    return _("Taken back: %(words)s", words=words_of(table, target))


def _back(table: Table) -> str:
    if request.form.get("back") == "log":
        return url_for("history.show", game_id=table.id)
    return url_for("table.show", game_id=table.id)
