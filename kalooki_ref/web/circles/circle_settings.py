"""The name of a circle, its two addresses, its deletion, and undoing the last change."""

from flask import Blueprint, flash, make_response, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.server.middleware.body_sizes import LARGEST_IN_POCKET, LARGEST_OF_EVERYTHING
from kalooki_ref.store.circles import (
    Change,
    CircleFull,
    Overtaken,
    change_circle,
    circles_at,
    delete_circle,
    new_address,
    renew_address,
)
from kalooki_ref.store.event_store import file_size_of
from kalooki_ref.web.circles.circle import (
    UNDO,
    changed,
    open_circle,
    replaced_words,
    undoing_of,
    what_was_done,
)
from kalooki_ref.web.circles.remembering import (
    COOKIE,
    MOST_CIRCLES,
    REPLACED,
    keep_circles,
    remembered,
)
from kalooki_ref.web.shared.device import keep_signed, see_other, signed
from kalooki_ref.web.shared.names import fault_of, is_blank, tidy
from kalooki_ref.web.shared.query import number_in
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.import_words import limit_words
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("circle_settings", __name__)

MOST_VERSION = 10**9
# In the URL of a request that a phone sends again: the new address.
AGAIN = "again"
# Session key of the last change that was undone, by circle and version: its form may be sent twice.
UNDONE = "undone"


@blueprint.get("/c/<circle>/settings")
def show(circle: str) -> str:
    """Show the name and both addresses."""
    return _page(circle)


@blueprint.post("/c/<circle>/settings")
def rename(circle: str) -> ResponseReturnValue:
    """Rename the circle; asks first if another phone has renamed it since the page was shown."""
    opened = open_circle(circle)
    name = tidy(request.form.get("name", ""))
    fault = _("Give the circle a name.") if is_blank(name) else fault_of(name)
    if fault:
        return _page(circle, name=name, fault=fault), 422
    base = number_in(request.form.get("base"), most=MOST_VERSION)
    is_stale = base != opened.circle.version and request.form.get("before") != opened.name
    if is_stale and name != opened.name:
        fault = _("Another phone has called it %(name)s meanwhile. Save again to change that.",
                  name=opened.name)  # fmt: skip
        return _page(circle, name=name, fault=fault), 409
    changed(opened.circle, Change(name=name), _("The circle is called %(name)s now.", name=name))
    return see_other(url_for("circle.show", circle=circle))


@blueprint.post("/c/<circle>/renew")
def renew(circle: str) -> ResponseReturnValue:
    """Replace one of the two addresses; the old one is a 404 from then on.

    The address that changes the circle is replaced in two steps: the first response gives this
    phone the new address, and the repeated request makes it valid. In one step, a lost response
    would leave nobody able to change the circle.
    """
    opened, held = open_circle(circle), remembered()
    if request.form.get("which") != "changes":
        new = renew_address(opened.circle.id, "shows")
    elif AGAIN not in request.args:
        address = new_address()
        again = url_for("circle_settings.renew", circle=circle, again=address)
        answer = make_response(redirect(again, code=307))
        if circle in held.addresses or len(held.addresses) < MOST_CIRCLES:
            # Not by `keep_circles`: a full list drops an address that leads nowhere yet.
            known = {"a": (address, *held.addresses), "d": held.declined}
            keep_signed(answer, COOKIE, signed(COOKIE, known))
        session[REPLACED] = [circle, address]
        return answer
    else:
        sent = request.args[AGAIN]
        is_ours = sent in held.addresses or session.get(REPLACED) == [circle, sent]
        is_new = is_ours and not circles_at([sent])
        new = renew_address(opened.circle.id, "changes", sent if is_new else new_address())
        session[REPLACED] = [circle, new.changes]
    flash(replaced_words(), "success")
    others = (address for address in held.addresses if address not in {circle, new.changes})
    answer = see_other(url_for("circle_settings.show", circle=new.changes))
    return keep_circles(answer, (new.changes, *others), declined=held.declined)


@blueprint.get("/c/<circle>/delete")
def ask_delete(circle: str) -> str:
    """Ask before a circle is deleted."""
    return render("circles/delete.html", opened=open_circle(circle))


@blueprint.post("/c/<circle>/delete")
def delete(circle: str) -> ResponseReturnValue:
    """Delete the circle; its games stay."""
    opened = open_circle(circle)
    delete_circle(opened.circle.id)
    flash(_("%(name)s is deleted. Its games are still here.", name=opened.name), "success")
    others = tuple(address for address in remembered().addresses if address != circle)
    return keep_circles(see_other(url_for("home.show")), others, declined=remembered().declined)


@blueprint.post("/c/<circle>/undo")
def undo(circle: str) -> ResponseReturnValue:
    """Undo the last change of this phone, if nobody has changed the circle since.

    The button is beside the message about one change: in another tab there may be a later one.
    """
    opened = open_circle(circle)
    found, sent = undoing_of(opened.circle), [opened.circle.id, request.form.get("version")]
    if session.get(UNDONE) == sent:
        return see_other(url_for("circle.show", circle=circle))
    try:
        if found is None or sent[1] != str(found[1]):
            raise Overtaken(opened.circle.id)
        change, version = found
        change_circle(opened.circle.id, change, base=version)
        del session[UNDO]
        session[UNDONE] = sent
        flash(_("Undone."), "success")
    except CircleFull:
        flash(_("The circle is full, so nothing was undone."), "warn")
    except Overtaken:
        flash(_("The circle has been changed since, so nothing was undone."), "warn")
    return see_other(url_for("circle.show", circle=circle))


def _page(circle: str, *, name: str | None = None, fault: str = "") -> str:
    opened = open_circle(circle)
    _games, size = file_size_of(opened.game_ids.values())
    return render(
        "circles/settings.html",
        opened=opened,
        done=what_was_done(opened.circle),
        name=opened.name if name is None else name,
        fault=fault,
        limits=limit_words(size, server=LARGEST_OF_EVERYTHING, pocket=LARGEST_IN_POCKET),
        shows=url_for("circle.show", circle=opened.circle.shows, _external=True),
        changes=url_for("circle.show", circle=opened.circle.changes, _external=True),
    )
