"""Takeover: a seated phone becomes the scorekeeper after the scorekeeper's phone is lost.

Everybody at the table may object. The phone may take over a minute after its request was first
shown on another phone, or after two minutes if it wasn't shown.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, flash, render_template, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.store.links import (
    Link,
    TooSoon,
    ask_takeover,
    hashed,
    object_to_takeover,
    take_over,
)
from kalooki_ref.web.phones.phones import shown
from kalooki_ref.web.shared.device import see_other, to_table
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.rights import Viewer, own_token, phones_of, viewer_of
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("takeover", __name__, url_prefix="/g/<game_id>/takeover")

TO_OBJECT = timedelta(minutes=1)
# How long other phones have to show the request before the minute starts anyway.
TO_BE_SHOWN = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Takeover:
    """A request to keep score: the player, and how long one may still object."""

    name: str
    is_mine: bool
    # Whether another phone has shown the request.
    is_shown: bool
    seconds: int


@blueprint.get("")
def show(opened: OpenGame) -> ResponseReturnValue:
    """Show how to take over, or how long the others may still object."""
    if not _may_ask(viewer_of(opened.id)):
        return to_table(opened.id)
    return render_template(
        "phones/takeover.html", table=opened, game=opened.game, takeover=takeover_of(opened)
    )


@blueprint.post("")
def ask(opened: OpenGame) -> Response:
    """Request to keep score; repeating it doesn't restart the minute."""
    if _may_ask(viewer_of(opened.id)) and takeover_of(opened) is None:
        ask_takeover(opened.id, hashed(own_token(opened.id)))
    return see_other(url_for("takeover.show", game_id=opened.id))


@blueprint.post("/object")
def refuse(game_id: str) -> Response:
    """Object to the request."""
    object_to_takeover(game_id)
    flash(_("The scorekeeper stays the same."), "success")
    return to_table(game_id)


@blueprint.post("/finish")
def finish(game_id: str) -> Response:
    """Take over, if the time to object is over."""
    if viewer_of(game_id).is_scorekeeper:
        return to_table(game_id)  # it already has; the answer was lost
    try:
        take_over(game_id, hashed(own_token(game_id)), is_due=lambda link: seconds_left(link) == 0)
    except TooSoon:
        flash(_("Not yet: the others can still object, or somebody has."), "error")
        return see_other(url_for("takeover.show", game_id=game_id))
    flash(_("This phone keeps score now. The other one is out."), "success")
    return to_table(game_id)


def takeover_of(opened: OpenGame) -> Takeover | None:
    """Return the request to keep score; None if there is none."""
    asking = next((link for link in phones_of(opened.id) if link.takeover_at), None)
    if asking is None:
        return None
    return Takeover(
        shown(asking, opened).name,
        is_mine=asking.id == hashed(own_token(opened.id)),
        is_shown=bool(asking.shown_at),
        seconds=seconds_left(asking),
    )


def seconds_left(link: Link) -> int:
    """Return the seconds left to object."""
    if link.shown_at:
        until = datetime.fromisoformat(link.shown_at) + TO_OBJECT
    else:
        until = datetime.fromisoformat(link.takeover_at) + TO_BE_SHOWN + TO_OBJECT
    return max(0, round((until - datetime.now(UTC)).total_seconds()))


def _may_ask(viewer: Viewer) -> bool:
    return viewer.is_guarded and viewer.player is not None and not viewer.is_scorekeeper
