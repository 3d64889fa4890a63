"""Joining a table: by a code to type or scan, or by a personal link.

A GET request never joins, because messengers fetch every link for a preview.
"""

from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    redirect,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from kalooki_ref.game.state import Player
from kalooki_ref.server.middleware.code_guesses import count_as_wrong
from kalooki_ref.store import links
from kalooki_ref.store.join_codes import CodeKind, game_by
from kalooki_ref.web.phones.phones import AGAIN, WATCH, scorekeeper, with_token
from kalooki_ref.web.shared.device import remember, see_other, this_device, to_table
from kalooki_ref.web.shared.join_codes import SIZES, make_code
from kalooki_ref.web.shared.links import INVITATION, leading_letters, plain_links
from kalooki_ref.web.shared.open_game import OpenGame, open_invited, with_game
from kalooki_ref.web.shared.query import MOST_PLAYERS, whole_number
from kalooki_ref.web.shared.rights import (
    TOKEN_LENGTH,
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

# Session key of the recovery code that this phone used last, and its game.
USED = "used_code"
# Long enough for a message with a URL.
LONGEST_CODE = 1000


@dataclass(frozen=True, slots=True)
class Invitation:
    """A table that a phone may join: by its code, or by a personal ``link`` and its token."""

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


@blueprint.get("/join")
def ask() -> str:
    """Ask for the code."""
    return render("phones/code.html", typed="", fault="")


@blueprint.post("/join")
def find() -> ResponseReturnValue:
    """Redirect to the table of a code; a recovery code makes this phone the scorekeeper."""
    typed = request.form.get("code", "")[:LONGEST_CODE]
    if pasted := _pasted(typed):
        return see_other(url_for("join.show", code=pasted))
    code = tidied(typed)
    if len(code) == SIZES[CodeKind.RECOVERY]:
        game_id = game_by(CodeKind.RECOVERY, code) or _recovered_with(code)
        return _keep_score(game_id, code) if game_id else _unknown(typed, 422)
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
        return _with_link(invitation)
    opened, access = invitation.opened, invitation.access
    seat = whole_number(request.form, "seat", most=MOST_PLAYERS)
    names = {player.number: player.name for player in invitation.seats}
    if request.form.get("seat") != WATCH and seat not in names:
        return _page(invitation, fault=_("Choose your seat, or “Just watch”.")), 422
    name = names.get(seat or 0, "")
    if access.is_guarded and access.link and access.link.role is links.Role.SCOREKEEPER:
        label = _label(invitation, name) if this_device().label else ""
        links.change_link(opened.id, access.link.id, player=seat, label=label)
        return remember(to_table(opened.id), label=label)
    return _joined(invitation, seat, _label(invitation, name))


@blueprint.post("/g/<game_id>/take-part")
def take_part(game_id: str) -> Response:
    """Let a phone that only watches an open table write again."""
    if viewer_of(game_id).may_take_part:
        links.drop_link(game_id, links.hashed(own_token(game_id)))
        flash(_("This phone can record again."), "success")
    return to_table(game_id)


@blueprint.get("/g/<game_id>/waiting")
def waiting(game_id: str) -> ResponseReturnValue:
    """Show the waiting page; redirect to the table once granted."""
    viewer = viewer_of(game_id)
    if viewer.right > Right.ASK:
        return to_table(game_id)
    link = links.access_of(game_id, own_token(game_id)).link
    return render(
        "phones/waiting.html",
        opened=open_invited(game_id),
        # Without a request it was removed, or refused.
        is_asking=bool(link),
        words=return_words(game_id),
    )


def tidied(typed: str) -> str:
    """Return the letters and digits of a typed code, in capitals; words may precede it."""
    words = [
        "".join(filter(str.isalnum, word)) for word in normalize("NFKC", typed).upper().split()
    ]
    codes = (word for word in reversed(words) if len(word) in SIZES.values())
    return next(codes, "".join(words))


def invited_by(code: str) -> Invitation | None:
    """Return the table of a code or a link; None if it is wrong or expired.

    Words may follow it directly, as in a link that was wrapped, so it is tried at the length of a
    token and of a code, too.
    """
    for text in (code, code[:TOKEN_LENGTH], code[: SIZES[CodeKind.JOIN]]):
        tidy, token = tidied(text), leading_letters(text)
        game_id = game_by(CodeKind.JOIN, tidy) if len(tidy) == SIZES[CodeKind.JOIN] else None
        if game_id is not None:
            return Invitation(open_invited(game_id), tidy, None)
        if found := links.link_by(token):
            return Invitation(open_invited(found[0]), token, found[1])
    return None


def _pasted(typed: str) -> str:
    """Return the code or token of a pasted URL; empty if it has no valid one."""
    for text in (typed, *plain_links(typed)):
        found = INVITATION.search(text)
        invitation = invited_by(found[1]) if found else None
        if invitation:
            return invitation.code
    return ""


def _with_link(invitation: Invitation) -> Response:
    """Set the cookie with the link's token; a scorekeeper keeps its own."""
    game_id, token, before = invitation.opened.id, invitation.code, invitation.access.link
    if before is not None and before.role is links.Role.SCOREKEEPER:
        return to_table(game_id)
    if before is not None and before.id != links.hashed(token):
        links.drop_link(game_id, before.id)
    return keep_token(to_table(game_id), game_id, token)


def _label(invitation: Invitation, name: str) -> str:
    """Return what the phone signs with in the seat of ``name``, unless that is its own choice."""
    label, link = this_device().label, invitation.access.link
    former = invitation.opened.game.player(link.player).name if link and link.player else ""
    return name if label in {"", former} else label


def _joined(invitation: Invitation, seat: int | None, label: str) -> ResponseReturnValue:
    game_id, access = invitation.opened.id, invitation.access
    if again := with_token(game_id):
        return again
    role = links.Role.WATCH if seat is None else links.Role.SEAT
    held = access.link
    if held and held.is_granted and (held.role, held.player) == (role, seat):
        return remember(to_table(game_id), label=label)
    token = own_token(game_id) if AGAIN in request.args else new_token()
    is_open = not access.is_guarded
    try:
        links.add_link(
            game_id, links.NewLink(token, role, seat, label, own_token(game_id)), granted=is_open
        )
    except links.TooManyLinks:
        abort(422, _("No more phones fit at this table. Ask the scorekeeper."))
    next_page = "table.show" if is_open else "join.waiting"
    answer = see_other(url_for(next_page, game_id=game_id))
    remember(answer, label=label)
    return keep_token(answer, game_id, token)


def _recovered_with(code: str) -> str | None:
    """Return the game of which this phone became the scorekeeper with a code, typed once more."""
    used, game_id = session.get(USED, ("", ""))
    is_it = used == links.hashed(code) and viewer_of(game_id).is_scorekeeper
    return str(game_id) if is_it else None


def _keep_score(game_id: str, code: str) -> Response:
    if viewer_of(game_id).is_scorekeeper:
        return see_other(url_for("phones.show", game_id=game_id))
    answer = with_token(game_id)
    if answer is None and AGAIN not in request.args:
        answer = make_response(redirect(url_for("join.find", again=1), code=307))
    # Before the code is used up, so that it can be typed again if the answer gets lost.
    session[USED] = [links.hashed(code), game_id]
    if answer is None:
        links.recover(game_id, scorekeeper(game_id))
        make_code(game_id, CodeKind.RECOVERY)
        flash(_("This phone keeps score now. The other one is out."), "success")
        answer = see_other(url_for("phones.show", game_id=game_id))
    return remember(answer, games=with_game(game_id))


def _unknown(typed: str, status: int) -> ResponseReturnValue:
    count_as_wrong()
    fault = _("That code isn’t right, or it’s too old. Ask for a new one.")
    return render("phones/code.html", typed=typed, fault=fault), status


def _page(invitation: Invitation, fault: str = "") -> str:
    """Show the seats, and this phone's own."""
    opened, access = invitation.opened, invitation.access
    taken = {link.player for link in links.links_of(opened.id) if link.is_granted}
    note = _("Another phone has this seat. If you join, it loses the seat.")
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
        access=access,
        options=[*options, watch],
        seat=own or "",
        fault=fault,
        name_of={player.number: player.name for player in opened.game.players},
    )
