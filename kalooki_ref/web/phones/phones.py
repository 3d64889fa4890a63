"""The phones at a table: join codes, access rules, and replacing a lost phone."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    make_response,
    redirect,
    request,
    session,
    url_for,
)

from kalooki_ref.game.state import Player
from kalooki_ref.server.machine import is_out_of_reach, reachable
from kalooki_ref.server.origins import pocket_url
from kalooki_ref.store.join_codes import CodeKind, KeptCode, kept_codes
from kalooki_ref.store.links import (
    Link,
    NewLink,
    Role,
    TooManyLinks,
    access_of,
    add_link,
    allow_link,
    change_link,
    drop_link,
    guard_game,
    hashed,
    set_access,
)
from kalooki_ref.web.shared.device import see_other, this_device
from kalooki_ref.web.shared.join_codes import code_of, grouped, make_code
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.qr import qr_code
from kalooki_ref.web.shared.query import MOST_PLAYERS, whole_number
from kalooki_ref.web.shared.rights import keep_token, new_token, own_token, phones_of, viewer_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import moment_words

blueprint = Blueprint("phones", __name__, url_prefix="/g/<game_id>/phones")

WATCH = "watch"
# Session key of a new link, which is shown once, on the phone that created it.
ISSUED = "issued"
# In the address of a request that is sent again.
AGAIN = "again"


@dataclass(frozen=True, slots=True)
class ShownPhone:
    """A phone on the page: its owner, its role, and since when."""

    id: str
    name: str
    note: str
    since: str
    is_this: bool
    player: Player | None
    # Whether a new link would open its place: a scorekeeper's can't be passed on.
    has_link: bool


@blueprint.get("")
def show(opened: OpenGame) -> str:
    """Show the join code, the phones at the table, and the access rules."""
    codes, links = kept_codes(opened.id), phones_of(opened.id)
    join, recovery = codes.get(CodeKind.JOIN), codes.get(CodeKind.RECOVERY)
    code = code_of(CodeKind.JOIN, opened.id, join.nonce) if join else ""
    is_alone = is_out_of_reach(urlsplit(request.host_url).hostname or "")
    seated = {phone.player for phone in links if phone.is_granted}
    link = issued(opened.id)
    return render(
        "phones/phones.html",
        table=opened,
        game=opened.game,
        code=code,
        minutes=minutes_left(join) if join else 0,
        drawing=qr_code(address_of(code)) if code and not is_alone else "",
        is_alone=is_alone,
        asking=[shown(link, opened) for link in links if not link.is_granted],
        phones=[shown(link, opened) for link in links if link.is_granted],
        without=[player for player in opened.game.at_table if player.number not in seated],
        recovery=grouped(code_of(CodeKind.RECOVERY, opened.id, recovery.nonce)) if recovery else "",
        seats_record=viewer_of(opened.id).seats_record,
        issued=link,
        issued_drawing=qr_code(link) if link else "",
        pocket=pocket_url(),
        pocket_drawing=qr_code(pocket_url()) if pocket_url() else "",
        is_plain=request.scheme == "http",
    )


@blueprint.post("")
def open_page(game_id: str) -> Response:
    """Redirect to the page, with a new join code unless there is a valid one."""
    if CodeKind.JOIN not in kept_codes(game_id):
        make_code(game_id, CodeKind.JOIN)
    return back(game_id)


@blueprint.post("/code")
def renew_code(game_id: str) -> Response:
    """Create a new join code; the previous one becomes invalid."""
    make_code(game_id, CodeKind.JOIN)
    return back(game_id)


@blueprint.post("/recovery")
def renew_recovery(game_id: str) -> Response:
    """Create a new recovery code; the previous one becomes invalid."""
    make_code(game_id, CodeKind.RECOVERY)
    return back(game_id, "lost")


@blueprint.post("/allow")
def allow(game_id: str) -> Response:
    """Grant a phone's request to join."""
    allow_link(game_id, request.form.get("link", ""))
    return back(game_id, "phones")


@blueprint.post("/remove")
def remove(game_id: str) -> Response:
    """Remove a phone, or refuse its request to join; never this phone."""
    chosen = request.form.get("link", "")
    if chosen == hashed(own_token(game_id)):
        abort(422, _("This is the phone you’re holding. Let another phone take over first."))
    drop_link(game_id, chosen)
    return back(game_id, "phones")


@blueprint.post("/links")
def issue(opened: OpenGame) -> Response:
    """Create a personal link for a phone: for a seat, or to watch."""
    who = request.form.get("who", "")
    seat = whole_number(request.form, "who", most=MOST_PLAYERS)
    if who != WATCH and seat not in {player.number for player in opened.game.at_table}:
        abort(422, _("Choose a seat, or “watch”."))
    token, role = new_token(), Role.WATCH if who == WATCH else Role.SEAT
    try:
        add_link(opened.id, NewLink(token, role, seat), granted=True)
    except TooManyLinks:
        abort(422, _("No more phones fit at this table. Remove one first."))
    return shown_once(opened.id, token)


@blueprint.post("/reissue")
def reissue(game_id: str) -> Response:
    """Replace a personal link; the phone that uses it loses access."""
    token = new_token()
    if not change_link(game_id, request.form.get("link", ""), token_sha256=hashed(token)):
        flash(_("That link has already been replaced. Tap New link once more to see one."), "warn")
        return back(game_id, "phones")
    return shown_once(game_id, token)


@blueprint.post("/access")
def set_writers(game_id: str) -> Response:
    """Set who may write: everybody with the URL, or only phones with a link."""
    chosen, viewer = request.form.get("access", ""), viewer_of(game_id)
    if chosen == "open":
        set_access(game_id, guarded=False)
        flash(_("Everyone who has this game’s address can write again."), "success")
        return back(game_id, "writes")
    if not viewer.is_guarded and (again := with_token(game_id)):
        return again
    set_access(game_id, seats_record=chosen == "seats")
    if not viewer.is_guarded:
        guard_game(game_id, scorekeeper(game_id))
        make_code(game_id, CodeKind.RECOVERY)
        flash(_("This phone keeps score now. Other phones need a link or the code."), "success")
    return back(game_id, "writes")


def with_token(game_id: str) -> Response | None:
    """Give this phone a token and have it send its request again; None if it has one.

    So it keeps what the request makes of it, even if the answer gets lost. A revoked token isn't
    used again.
    """
    token, is_again = own_token(game_id), AGAIN in request.args
    if token and (is_again or access_of(game_id, token).link):
        return None
    if is_again:
        abort(422, _("This browser keeps no cookies, and they show which phone keeps score."))
    address = url_for(request.endpoint or "", **(request.view_args or {}), again=1)
    return keep_token(make_response(redirect(address, code=307)), game_id, new_token())


def scorekeeper(game_id: str) -> NewLink:
    """Return a link that makes this phone the scorekeeper and keeps its seat."""
    token, seat = own_token(game_id), viewer_of(game_id).player
    return NewLink(token, Role.SCOREKEEPER, seat, this_device().label, instead_of=token)


def back(game_id: str, part: str = "") -> Response:
    return see_other(url_for("phones.show", game_id=game_id, _anchor=part or None))


def shown_once(game_id: str, token: str) -> Response:
    """Redirect to the page that shows a new link once, since only its hash is stored."""
    session[ISSUED] = [game_id, token]
    return back(game_id, "new-link")


def issued(game_id: str) -> str:
    """Return the address of the link that was just created on this phone; empty without one."""
    if current_app.config["SESSION_COOKIE_NAME"] not in request.cookies:
        return ""
    made_for, token = session.pop(ISSUED, ("", ""))
    return address_of(token) if made_for == game_id else ""


def shown(link: Link, opened: OpenGame) -> ShownPhone:
    """Return a phone as the page names it."""
    seats = {player.number: player for player in opened.game.players}
    player = seats.get(link.player or 0)
    unnamed = _("Scorekeeper") if link.role is Role.SCOREKEEPER else _("Somebody")
    name = player.name if player else link.label or unnamed
    return ShownPhone(
        link.id,
        name,
        _note(link),
        moment_words(link.asked_at, opened.zone),
        link.id == hashed(own_token(opened.id)),
        player,
        has_link=link.role is not Role.SCOREKEEPER,
    )


def _note(link: Link) -> str:
    if not link.is_granted:
        return _("asks to watch") if link.role is Role.WATCH else _("asks for this seat")
    notes = {
        Role.SCOREKEEPER: _("keeps score"),
        Role.SEAT: _("has this seat"),
        Role.WATCH: _("watches"),
    }
    return notes[link.role]


def minutes_left(code: KeptCode) -> int:
    """Return the minutes until a code expires, at least 1."""
    left = datetime.fromisoformat(code.until) - datetime.now(UTC)
    return max(1, round(left / timedelta(minutes=1)))


def address_of(code: str) -> str:
    """Return the URL to join with a code, with a host that other phones can reach."""
    return reachable(url_for("join.show", code=code, _external=True))
