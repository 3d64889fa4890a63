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
# Each cookie and what it may hold; empty follows the phone, the usual two colours, reasons too.
CHOICES = {
    "theme": ("", "light", "dark"),
    "suits": ("", "four"),
    "verdicts": ("", "only"),
    "language": ("", *LANGUAGES),
}


# A path with no host before it: browsers drop tabs and line ends, and read \ as /.
OWN_PAGE = re.compile(r"/(?![/\\])[^\x00-\x20\\\x7f]*")


@blueprint.get("/settings")
def show() -> str:
    """Show the settings, with the way back to the page they were opened from."""
    return render_template("settings/show.html", back=page_here(request.args.get("back", "")))


@blueprint.post("/settings")
def change() -> AnyResponse:
    """Keep what was chosen and go back to the page it was chosen on."""
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
    """Return the language chosen on this phone, else the browser's; programs get English."""
    if not has_request_context() or request.path.startswith(FOR_PROGRAMS):
        return SOURCE
    wished = [request.cookies.get("language", "")]
    wished += [tag.partition("-")[0].lower() for tag in request.accept_languages.values()]
    return next((one for one in wished if one in LANGUAGES), SOURCE)


def is_coached() -> bool:
    """Whether this phone shows reasons and repairs, not the verdict alone."""
    return request.cookies.get("verdicts") != "only"


def page_here(address: str) -> str:
    """Return the address when it is a page of this app, else the front page."""
    return address if OWN_PAGE.fullmatch(address) else url_for("home.show")
