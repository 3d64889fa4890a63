"""What every page of a game says about its phones: who asks to join, who asks to keep score."""

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Flask, render_template, request

from kalooki_ref.store.drafts import get_draft
from kalooki_ref.store.links import note_takeover_shown
from kalooki_ref.store.tables import Unavailable, UnknownGame
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.web.rights import phones_of, viewer_of
from kalooki_ref.web.round.own_counts import draft_name, from_args, own_counts
from kalooki_ref.web.takeover import Takeover, takeover_among

blueprint = Blueprint("news", __name__)


@dataclass(frozen=True, slots=True)
class News:
    """What a guarded table is asked: how many phones want to join, and who wants to keep score."""

    joining: int
    takeover: Takeover | None


def init_app(app: Flask) -> None:
    app.jinja_env.globals["news_of"] = news_of


@blueprint.get("/g/<game_id>/news")
def show(opened: OpenGame) -> str:
    """Show the parts that keep themselves up to date on pages whose other parts people fill in."""
    hands = from_args(request.args, opened.game) if viewer_of(opened.id).records else {}
    draft = get_draft(opened.id, draft_name(opened.game)) if hands else {}
    counts = own_counts(opened.game, draft, hands, winner="")
    return render_template("news/piece.html", table=opened, own_counts=counts)


def news_of(opened: OpenGame) -> News | None:
    """Return what the phones of a guarded table are asked; None at an open one.

    The minute to object to a takeover begins when another phone gets the question to show.
    """
    viewer = viewer_of(opened.id)
    if not viewer.is_guarded:
        return None
    links = phones_of(opened.id)
    takeover = takeover_among(links, opened)
    if takeover and viewer.writes and not (takeover.is_mine or takeover.is_shown):
        with suppress(Unavailable, UnknownGame):  # the page is more than this note
            note_takeover_shown(opened.id)
    return News(sum(not one.is_granted for one in links), takeover)
