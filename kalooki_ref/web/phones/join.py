"""Joining a table: by a code to type or scan, or by a personal link.

A GET request never joins, because messengers fetch every link for a preview.
"""

import re
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from flask import Blueprint, Response, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.state import Player
from kalooki_ref.store import links
from kalooki_ref.store.join_codes import CodeKind, game_by
from kalooki_ref.web.phones.phones import WATCH, scorekeeper
from kalooki_ref.web.shared.device import remember, see_other, this_device, with_game
from kalooki_ref.web.shared.join_codes import SIZES, make_code
from kalooki_ref.web.shared.open_game import OpenGame, open_invited
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.rights import (
    Right,
    keep_token,
    new_token,
    own_token,
    return_words,
    viewer_of,
)
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("join", __name__)

BETWEEN = re.compile(r"[\s-]+")
ADDRESS = re.compile(r"/join/([\w-]+)", re.ASCII)
# Long enough for a pasted URL.
LONGEST_CODE = 300


@dataclass(frozen=True, slots=True)
class Invitation:
    """A table that a phone may join: by its code, or by a personal ``link``."""

    opened: OpenGame
    code: str
    link: links.Link | None

    @property
    def access(self) -> links.Access:
        """The access of this phone to the table."""
        return links.access_of(self.opened.id, own_token(self.opened.id))

    @property
    def seats(self) -> tuple[Player, ...]:
        return self.opened.game.at_table


@dataclass(frozen=True, slots=True)
class CodePage:
    """The form for a code, as typed, and its error."""

    typed: str = ""
    fault: str = ""


@blueprint.get("/join")
def ask() -> str:
    """Ask for the code."""
    return render("phones/code.html", CodePage())


@blueprint.post("/join")
def find() -> ResponseReturnValue:
    """Redirect to the table of a code; a recovery code makes this phone the scorekeeper."""
    typed = request.form.get("code", "")[:LONGEST_CODE]
    if (pasted := ADDRESS.search(typed)) and invited_by(pasted[1]):
        return see_other(url_for("join.show", code=pasted[1]))
    code = tidied(typed)
    if len(code) == SIZES[CodeKind.RECOVERY]:
        game_id = game_by(CodeKind.RECOVERY, code)
        return _keep_score(game_id) if game_id else _unknown(typed, 422)
    if game_by(CodeKind.JOIN, code) is None:
        return _unknown(typed, 422)
    return see_other(url_for("join.show", code=code))


@blueprint.get("/join/<code>")
def show(code: str) -> ResponseReturnValue:
    """Show the seats of a table."""
    invitation = invited_by(code)
    return _page(invitation) if invitation else _unknown(code, 404)


@blueprint.post("/join/<code>")
def join(code: str) -> ResponseReturnValue:
    """Take a seat or watch; at a guarded table, ask the scorekeeper."""
    invitation = invited_by(code)
    if invitation is None:
        return _unknown(code, 404)
    if invitation.link is not None:
        return _with_link(invitation, code)
    opened, access = invitation.opened, invitation.access
    seat = whole_number(request.form, "seat", most=999)
    names = {player.number: player.name for player in invitation.seats}
    if request.form.get("seat") != WATCH and seat not in names:
        return _page(invitation, fault=_("Choose your seat, or “Just watch”.")), 422
    if access.is_guarded and access.link and access.link.role is links.Role.SCOREKEEPER:
        links.change_link(opened.id, access.link.id, player=seat)
        return _to_table(opened.id)
    return _joined(invitation, seat, names.get(seat or 0, ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPage:
    """A phone that has asked to join, or, if not ``is_asking``, one that was removed."""

    opened: OpenGame
    is_asking: bool
    # Whom to ask instead.
    words: str


@blueprint.get("/g/<game_id>/waiting")
def waiting(game_id: str) -> ResponseReturnValue:
    """Show the waiting page; redirect to the table once granted."""
    viewer = viewer_of(game_id)
    if viewer.right > Right.ASK:
        return _to_table(game_id)
    link = links.access_of(game_id, own_token(game_id)).link
    opened, words = open_invited(game_id), return_words(game_id)
    page = WaitingPage(opened=opened, is_asking=bool(link), words=words)
    return render("phones/waiting.html", page)


def tidied(typed: str) -> str:
    """Normalize a typed code: case, spaces, dashes, letters of other keyboards, or a whole URL."""
    return BETWEEN.sub("", normalize("NFKC", typed)).upper()


def invited_by(code: str) -> Invitation | None:
    """Return the table of a code or a link; None if it is wrong or expired."""
    tidy = tidied(code)
    game_id = game_by(CodeKind.JOIN, tidy) if len(tidy) == SIZES[CodeKind.JOIN] else None
    if game_id is not None:
        return Invitation(open_invited(game_id), tidy, None)
    found = links.link_by(code)
    return None if found is None else Invitation(open_invited(found[0]), code, found[1])


def _with_link(invitation: Invitation, token: str) -> Response:
    """Set the cookie with the link's token; a scorekeeper keeps its own."""
    game_id, before = invitation.opened.id, invitation.access.link
    if before is not None and before.role is links.Role.SCOREKEEPER:
        return _to_table(game_id)
    if before is not None and before.id != links.hashed(token):
        links.drop_link(game_id, before.id)
    return keep_token(_to_table(game_id), game_id, token)


def _joined(invitation: Invitation, seat: int | None, name: str) -> ResponseReturnValue:
    game_id, token = invitation.opened.id, new_token()
    label, is_open = this_device().label or name, not invitation.access.is_guarded
    role = links.Role.WATCH if seat is None else links.Role.SEAT
    try:
        links.add_link(
            game_id, links.NewLink(token, role, seat, label, own_token(game_id)), granted=is_open
        )
    except links.TooManyLinks:
        abort(422, _("This table has as many phones as it takes. Ask the scorekeeper."))
    next_page = "table.show" if is_open else "join.waiting"
    answer = see_other(url_for(next_page, game_id=game_id))
    remember(answer, label=label)
    return keep_token(answer, game_id, token)


def _keep_score(game_id: str) -> Response:
    token = new_token()
    links.recover(game_id, scorekeeper(game_id, token))
    make_code(game_id, CodeKind.RECOVERY)
    flash(_("This phone keeps score now. The other one is out."), "success")
    answer = see_other(url_for("phones.show", game_id=game_id))
    return keep_token(remember(answer, games=with_game(game_id)), game_id, token)


def _to_table(game_id: str) -> Response:
    return see_other(url_for("table.show", game_id=game_id))


def _unknown(typed: str, status: int) -> ResponseReturnValue:
    fault = _("That code isn’t right, or it’s too old. Ask for a new one.")
    return render("phones/code.html", CodePage(typed, fault)), status


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """The seats to choose from beside an invitation; ``seat`` is this phone's own, or empty."""

    access: links.Access
    options: list[dict[str, Any]]
    seat: int | str
    fault: str
    name_of: dict[int, str]


def _page(invitation: Invitation, fault: str = "") -> str:
    """Show the seats, and this phone's own."""
    opened, access = invitation.opened, invitation.access
    taken = {link.player for link in links.links_of(opened.id) if link.is_granted}
    note = _("Another phone has this seat. Joining here puts it out.")
    own = access.link.player if access.link and access.link.is_granted else None
    options: list[dict[str, Any]] = [
        {
            "value": str(player.number),
            "label": player.name,
            "player": player,
            "note": note if player.number in taken - {own} else "",
        }
        for player in invitation.seats
    ]
    watch = {"value": WATCH, "label": _("Just watch"), "note": _("See everything, change nothing.")}
    return render(
        "phones/seats.html",
        invitation,
        SeatsPage(
            access=access,
            options=[*options, watch],
            seat=own or "",
            fault=fault,
            name_of={player.number: player.name for player in opened.game.players},
        ),
    )
