"""Requests from phones, shown on every page of a game: to join, and to keep score."""

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Flask, render_template, request

from kalooki_ref.game.events import CallAnswered, EntryAmended
from kalooki_ref.game.record import Entry
from kalooki_ref.store.drafts import get_draft
from kalooki_ref.store.links import note_takeover_shown
from kalooki_ref.store.tables import Unavailable, UnknownGame
from kalooki_ref.web.phones.takeover import Takeover, takeover_of
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import MOST_ENTRIES, whole_number
from kalooki_ref.web.shared.rights import phones_of, viewer_of
from kalooki_ref.web.table.round.own_counts import draft_name, from_args, own_counts
from kalooki_ref.words.entry_words import entry_words

blueprint = Blueprint("news", __name__)

MOST_NEW = 2


@dataclass(frozen=True, slots=True)
class News:
    """The pending requests at a guarded table."""

    joining: int
    takeover: Takeover | None


def init_app(app: Flask) -> None:
    app.jinja_env.globals["news_of"] = news_of
    app.jinja_env.globals["new_since"] = new_since


@blueprint.get("/g/<game_id>/news")
def show(opened: OpenGame) -> str:
    """Return the live parts of pages with forms, which mustn't be refreshed as a whole."""
    hands = from_args(request.args, opened.game) if viewer_of(opened.id).records else {}
    draft = get_draft(opened.id, draft_name(opened.game)) if hands else {}
    counts = own_counts(opened.game, draft, hands, winner="")
    return render_template("phones/news.html", table=opened, own_counts=counts)


def new_since(opened: OpenGame) -> tuple[str, ...]:
    """Return the newest entries since the version that a script asks about, oldest first.

    Calls are left out: people type on while others call, and no form depends on a single one.
    """
    since = whole_number(request.args, "since", most=MOST_ENTRIES)
    if since is None:
        return ()
    new = [entry for entry in opened.entries if entry.seq > since and not _is_call(opened, entry)]
    return tuple(entry_words(opened, entry) for entry in new[-MOST_NEW:])


def _is_call(opened: OpenGame, entry: Entry) -> bool:
    """Whether an entry is a call, or undoes or restores one."""
    event = entry.event
    about = opened.entry(event.seq) if isinstance(event, EntryAmended) else entry
    return about is not None and isinstance(about.event, CallAnswered)


def news_of(opened: OpenGame) -> News | None:
    """Return the pending requests of a guarded table; None for an open one.

    Also starts the minute to object to a takeover once another phone shows the request.
    """
    viewer = viewer_of(opened.id)
    if not viewer.is_guarded:
        return None
    takeover = takeover_of(opened)
    if takeover and viewer.writes and not (takeover.is_mine or takeover.is_shown):
        with suppress(Unavailable, UnknownGame):  # the page can do without them
            note_takeover_shown(opened.id)
    return News(sum(not link.is_granted for link in phones_of(opened.id)), takeover)
