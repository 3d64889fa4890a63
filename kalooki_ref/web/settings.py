"""Settings of one phone, each in a cookie: light or dark, suits, language, reasons."""

import re

from flask import (
    Blueprint,
    abort,
    has_request_context,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from kalooki_ref.web.device import A_YEAR, see_other
from kalooki_ref.words.language import LANGUAGES, SOURCE

blueprint = Blueprint("settings", __name__)

FOR_PROGRAMS = "/api/"
# Cookies and their valid values; "" is the default.
CHOICES = {
    "theme": ("", "light", "dark"),
    "suits": ("", "four"),
    "verdicts": ("", "only"),
    "language": ("", *LANGUAGES),
}


# A path without a host (no open redirect): browsers drop tabs and newlines, and read \ as /.
OWN_PAGE = re.compile(r"/(?![/\\])[^\x00-\x20\\\x7f]*")


@blueprint.get("/settings")
def show() -> str:
    """Show the settings, with the way back to the page they were opened from."""
    return render_template("settings/show.html", back=page_here(request.args.get("back", "")))


@blueprint.post("/settings")
def change() -> AnyResponse:
    """Set the cookie and redirect back to the page."""
    response = see_other(page_here(request.form.get("back", "")))
    for name in CHOICES.keys() & request.form.keys():
        keep(response, name, request.form[name])
    return response


def keep(response: AnyResponse, name: str, value: str) -> None:
    if value not in CHOICES[name]:
        abort(422)
    if not value:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(name, value, max_age=A_YEAR, samesite="Lax", secure=request.is_secure)


def language() -> str:
    """Return the language from the cookie, else from Accept-Language; English for the API."""
    if not has_request_context() or request.path.startswith(FOR_PROGRAMS):
        return SOURCE
    wished = [request.cookies.get("language", "")]
    wished += [tag.partition("-")[0].lower() for tag in request.accept_languages.values()]
    return next((one for one in wished if one in LANGUAGES), SOURCE)


def is_coached() -> bool:
    """Whether this phone shows reasons and repairs, not just the verdict."""
    return request.cookies.get("verdicts") != "only"


def page_here(address: str) -> str:
    """Return the URL if it is a page of this app, else the home page."""
    return address if OWN_PAGE.fullmatch(address) else url_for("home.show")
