"""How one phone shows things: light or dark, suit colours, verdicts bare or with reasons."""

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

blueprint = Blueprint("theme", __name__)

CHOICES = {"theme": ("", "light", "dark"), "suits": ("", "four"), "verdicts": ("", "only")}
"""Each cookie and what it may hold; empty follows the phone, the usual two colours, reasons too."""
A_YEAR = 365 * 24 * 60 * 60


@blueprint.post("/theme")
def change() -> Response:
    """Keep what was chosen and go back to the page it was chosen on."""
    response = redirect(page_here(request.form.get("back", "")), 303)
    for name in CHOICES.keys() & request.form.keys():
        keep(response, name, request.form[name])
    return response


def keep(response: Response, name: str, value: str) -> None:
    if value not in CHOICES[name]:
        abort(422)
    if not value:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(name, value, max_age=A_YEAR, samesite="Lax", secure=request.is_secure)


def page_here(address: str) -> str:
    """Return the address when it is a page of this app, else the front page."""
    inside = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if inside else "/"
