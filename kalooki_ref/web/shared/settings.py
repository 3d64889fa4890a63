"""Settings of one phone, each in a cookie: theme, suits, language, reasons, screen, vibration.

The language is set for each request.
"""

import re
from contextlib import ExitStack

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    g,
    has_request_context,
    render_template,
    request,
    url_for,
)
from jinja2.runtime import Macro
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from kalooki_ref.web.shared.device import A_YEAR, see_other
from kalooki_ref.words.amounts import signed, with_sign
from kalooki_ref.words.language import (
    LANGUAGES,
    SOURCE,
    catalogue,
    game_name,
    speaking,
    ungettext,
)
from kalooki_ref.words.overruling import reason_given
from kalooki_ref.words.own_words import clause_text
from kalooki_ref.words.signs import initial, is_wide, shortened

blueprint = Blueprint("settings", __name__)

FOR_PROGRAMS = "/api/"
# What only scripts obey, and is on by default: the screen stays on during a game, a call vibrates.
SWITCHES = ("screen", "vibrate")
# Cookies and their valid values; "" is the default.
CHOICES = {
    "theme": ("", "light", "dark"),
    "suits": ("", "four"),
    "verdicts": ("", "only"),
    **dict.fromkeys(SWITCHES, ("", "off")),
    "language": ("", *LANGUAGES),
}
# A path without a host (no open redirect): browsers drop tabs and newlines, and read \ as /.
OWN_PAGE = re.compile(r"/(?![/\\])[^\x00-\x20\\\x7f]*")


def init_app(app: Flask) -> None:
    app.before_request(begin_speaking)
    app.teardown_request(end_speaking)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: catalogue().ugettext(text),
        ngettext=ungettext,
        pgettext=lambda context, text: catalogue().upgettext(context, text),
        newstyle=True,
    )
    app.jinja_env.globals.update(
        once=once,
        language=language,
        LANGUAGES=LANGUAGES,
        switched_off=switched_off,
        address_here=address_here,
    )
    app.jinja_env.filters.update(
        clause_text=clause_text,
        game_name=game_name,
        initial=initial,
        reason_given=reason_given,
        shortened=shortened,
        signed=signed,
        with_sign=with_sign,
    )
    app.jinja_env.tests.update(wide=is_wide)


def begin_speaking() -> None:
    """Set the language for this request."""
    g.speaking = ExitStack()
    g.speaking.enter_context(speaking(language()))


def end_speaking(_error: BaseException | None) -> None:
    """Reset the language to English."""
    if "speaking" in g:
        g.speaking.close()


def once(macro: Macro) -> str:
    """Return the output of a macro without arguments, rendered once per request."""
    rendered: dict[str, str] = g.setdefault("rendered_once", {})
    if macro.name not in rendered:
        rendered[macro.name] = macro()
    return rendered[macro.name]


@blueprint.get("/settings")
def show() -> str:
    """Show the settings, with the way back to the page they were opened from."""
    return render_template("shared/settings.html", back=page_here(request.args.get("back", "")))


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
    return next((code for code in wished if code in LANGUAGES), SOURCE)


def switched_off() -> str:
    """Return the names of the switches that this phone has off, for scripts."""
    return " ".join(name for name in SWITCHES if request.cookies.get(name) == "off")


def is_coached() -> bool:
    """Whether this phone shows reasons and repairs, not just the verdict."""
    return request.cookies.get("verdicts") != "only"


def address_here() -> str | None:
    """Return the URL of this page; None if it answers a form, and the URL alone opens no page."""
    adapter = current_app.create_url_adapter(request)
    if request.method == "POST" and adapter is not None and request.url_rule is not None:
        try:
            opened, _arguments = adapter.match(method="GET", return_rule=True)
        except HTTPException:
            return None
        # A page of another name may have the same URL: "contracts" as the text of house rules.
        if opened.rule != request.url_rule.rule:
            return None
    return request.script_root + request.full_path.rstrip("?")


def page_here(address: str) -> str:
    """Return the URL if it is a page of this app, else the home page."""
    return address if OWN_PAGE.fullmatch(address) else url_for("home.show")
