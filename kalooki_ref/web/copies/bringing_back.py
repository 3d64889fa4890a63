"""Bringing back a copy: adds its new entries to the game here."""

import secrets

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.consequences import undo_of
from kalooki_ref.game.merging import Difference
from kalooki_ref.game.record import Entry, event_data
from kalooki_ref.server.heavy_work import heavy_work
from kalooki_ref.server.middleware.limits import spend_import
from kalooki_ref.store.event_store import append_kept
from kalooki_ref.store.tables import Stale, StoredEntry
from kalooki_ref.web.copies.comparison import Match, compared
from kalooki_ref.web.copies.opening import confirm_page, refused, sent_game
from kalooki_ref.web.shared.append import refuse_full
from kalooki_ref.web.shared.device import remember, see_other, this_device
from kalooki_ref.web.shared.open_game import OpenGame, open_game, with_game
from kalooki_ref.web.shared.query import MOST_ENTRIES, number_in
from kalooki_ref.words.import_words import ExportError
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

blueprint = Blueprint("copy", __name__)
blueprint.register_error_handler(ExportError, refused)


@blueprint.post("/g/<game_id>/copy")
def bring_back(game_id: str) -> ResponseReturnValue:
    """Add the copy's new entries to this game; on request, undo what only this game has.

    Entries that don't fit afterwards were listed on the page, and are undone, too.
    If the game has changed since the page was shown, shows the page again with 409.
    """
    with heavy_work():
        imported = sent_game()
    copy, here = imported.opened, open_game(game_id)
    comparison = compared(here, copy)
    if comparison.difference is Difference.UNRELATED:
        raise ExportError(_("it’s a copy of another game"))
    if not comparison.missing:
        flash(_("Everything in this copy is here already."), "info")
        return see_other(url_for("table.show", game_id=game_id))
    match = Match(here, comparison)
    lost = match.lost()
    agreed = {number_in(text, most=MOST_ENTRIES) for text in request.form.getlist("also")}
    is_agreed = comparison.difference is Difference.COPY or "replace" in request.form
    if not is_agreed or agreed != set(lost) or request.form.get("seen") != str(here.version):
        return confirm_page(copy, match), 409
    spend_import(imported.size)
    try:
        missing = comparison.missing
        undone = undo_of(lost, here.version + len(missing) + 1)
        add_entries(here, missing + undone, by=this_device().label)
    except Stale:
        here = open_game(game_id)
        return confirm_page(copy, Match(here, compared(here, copy))), 409
    added = len(comparison.copy)
    flash(ngettext("%(num)s entry added.", "%(num)s entries added.", added), "success")
    return remember(see_other(url_for("table.show", game_id=game_id)), games=with_game(game_id))


def add_entries(here: OpenGame, missing: tuple[Entry, ...], *, by: str) -> None:
    """Append the entries that a game lacks; raises Stale if it has got others meanwhile.

    New ones, without a key, are signed ``by``.
    """
    refuse_full(here, more=len(missing))
    append_kept(here.id, tuple(_kept(entry, by=by) for entry in missing), base=here.version)


def _kept(entry: Entry, *, by: str) -> StoredEntry:
    """Convert an entry for the store; a new one gets a key and a signature."""
    kind, data = event_data(entry.event)
    key, by = (entry.key, entry.by) if entry.key else (secrets.token_hex(16), by)
    return StoredEntry(entry.seq, key, kind, data, by, entry.at)
