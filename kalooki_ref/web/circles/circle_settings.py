"""The name of a circle, its two addresses, its deletion, and undoing the last change."""

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.store.circles import (
    Change,
    Overtaken,
    change_circle,
    delete_circle,
    renew_address,
)
from kalooki_ref.web.circles.circle import (
    changed,
    keep_circles,
    open_circle,
    remembered,
    undoing_of,
    what_was_done,
)
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.names import fault_of, is_blank, tidy
from kalooki_ref.web.shared.query import number_in
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("circle_settings", __name__)

MOST_VERSION = 10**9


@blueprint.get("/c/<circle>/settings")
def show(circle: str) -> str:
    """Show the name and both addresses."""
    return _page(circle)


@blueprint.post("/c/<circle>/settings")
def rename(circle: str) -> ResponseReturnValue:
    """Give the circle another name; the last write counts, after a word about an earlier one."""
    opened = open_circle(circle)
    name = tidy(request.form.get("name", ""))
    fault = _("Give the circle a name.") if is_blank(name) else fault_of(name)
    if fault:
        return _page(circle, name=name, fault=fault), 422
    base = number_in(request.form.get("base"), most=MOST_VERSION)
    if base != opened.circle.version and request.form.get("before") != opened.name:
        fault = _("Another phone has called it %(name)s meanwhile. Save again to change that.",
                  name=opened.name)  # fmt: skip
        return _page(circle, name=name, fault=fault), 409
    changed(opened.circle, Change(name=name), _("The circle is called %(name)s now.", name=name))
    return see_other(url_for("circle.show", circle=circle))


@blueprint.post("/c/<circle>/renew")
def renew(circle: str) -> ResponseReturnValue:
    """Replace one of the two addresses; the old one is a 404 from then on."""
    opened = open_circle(circle)
    which = "changes" if request.form.get("which") == "changes" else "shows"
    new = renew_address(opened.circle.id, which)
    flash(
        _("The old address leads nowhere now. Send the new one to those who should have it."),
        "success",
    )
    others = tuple(one for one in remembered().addresses if one != circle)
    answer = see_other(url_for("circle_settings.show", circle=new.changes))
    return keep_circles(answer, (new.changes, *others), declined=remembered().declined)


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
    others = tuple(one for one in remembered().addresses if one != circle)
    return keep_circles(see_other(url_for("home.show")), others, declined=remembered().declined)


@blueprint.post("/c/<circle>/undo")
def undo(circle: str) -> ResponseReturnValue:
    """Undo the last change of this phone, if nobody has changed the circle since."""
    opened = open_circle(circle)
    found = undoing_of(opened.circle)
    try:
        if found is None:
            raise Overtaken(opened.circle.id)
        change, version = found
        change_circle(opened.circle.id, change, base=version)
        flash(_("Undone."), "success")
    except Overtaken:
        flash(_("The circle has been changed since, so nothing was undone."), "warn")
    return see_other(url_for("circle.show", circle=circle))


def _page(circle: str, *, name: str | None = None, fault: str = "") -> str:
    opened = open_circle(circle)
    return render(
        "circles/settings.html",
        opened=opened,
        done=what_was_done(opened.circle),
        name=opened.name if name is None else name,
        fault=fault,
        shows=url_for("circle.show", circle=opened.circle.shows, _external=True),
        changes=url_for("circle.show", circle=opened.circle.changes, _external=True),
    )
