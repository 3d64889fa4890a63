"""Error handlers: pages for people, JSON for programs, by HTTP status."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from kalooki_ref.server.middleware import monitoring
from kalooki_ref.store.event_store import changes_of, entries_since
from kalooki_ref.store.tables import KeyReused, Stale, Unavailable, UnknownGame
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l

# Value of the Retry-After header, in seconds.
RETRY_AFTER = "5"

WORDS: dict[int, tuple[Any, Any]] = {
    400: (
        _l("We couldn’t read that"),
        _l("Something in the form is missing or isn’t valid. Go back and try again."),
    ),
    403: (
        _l("That came from another site"),
        _l("Nothing changed. Open the page here and send it again."),
    ),
    404: (_l("Page not found"), _l("We couldn’t find that page or game. Check the link.")),
    405: (
        _l("That doesn’t work here"),
        _l("This page can’t be used like that. Go back and try again."),
    ),
    409: (_l("Someone saved first"), _l("Someone else saved an entry after you opened this page.")),
    413: (_l("That’s too large"), _l("The form is larger than a game ever needs.")),
    422: (_l("That isn’t valid"), _l("One of the values isn’t valid. Go back and check it.")),
    429: (_l("Too many requests"), _l("Wait a moment, then try again.")),
    500: (_l("Something went wrong"), _l("That’s our fault. Everything saved earlier is safe.")),
    503: (
        _l("Not saved"),
        _l("Can’t save right now. Everything saved earlier is safe. Try again."),
    ),
    507: (
        _l("This phone is full"),
        _l("Free some space on it, then try again. Everything saved earlier is safe."),
    ),
}
NOT_ON_THIS_PHONE = _l(
    "This game isn’t on this phone. If it was, the browser has deleted it: open a copy, if you "
    "saved one."
)
LAST_RESORT = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Kalooki Ref</title>'
    "<h1>Something went wrong</h1><p>That’s our fault. Everything saved earlier is safe."
    '<p><a href="%s/">All games</a></html>'
)
HIDDEN = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
# Hidden fields of forms.
NOT_TYPED = re.compile(
    r"key|base|form|step|do|seq|player|after|plays|start|link|bent_for|hands-\d+-player"
)
TABLE = re.compile(r"/g/([\w-]{1,64})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Replacing:
    """A button that sends the form as a correction of the entry ``seq`` instead."""

    address: str
    label: str
    seq: int


@dataclass(frozen=True, slots=True)
class StaleNotice:
    """The content of the 409 page: sentences about what changed, oldest first.

    ``is_lost`` means that what the form was for isn't there any more, so that it can't be saved.
    """

    sentences: tuple[str, ...] = ()
    other_button: Replacing | None = None
    is_lost: bool = False


Explain = Callable[[str, int], StaleNotice]


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(UnknownGame, lambda _error: page(404))
    app.register_error_handler(KeyReused, key_reused)
    app.register_error_handler(Stale, stale)
    app.register_error_handler(Unavailable, unavailable)


def explain_stale(app: Flask, explain: Explain) -> None:
    """Set the function that describes, for the 409 page, what changed since a version."""
    app.extensions["kalooki_stale"] = explain


def hide_tables(app: Flask, is_seen: Callable[[str], bool]) -> None:
    """Set the function that decides whether an error page may link to a game."""
    app.extensions["kalooki_is_seen"] = is_seen


def wants_json() -> bool:
    if request.path.startswith("/api/") or request.is_json:
        return True
    accepted = request.accept_mimetypes
    as_json, as_page = accepted["application/json"], accepted["text/html"]
    if request.path.endswith(".json"):  # which a program asks for as anything, and a tap as a page
        return as_json >= as_page
    return as_json > as_page


def page(status: int, *, title: str = "", sentence: str = "", error_id: str = "") -> Response:
    """Return the response for a status: JSON for programs, otherwise a page."""
    heading, usual = WORDS.get(status) or (HTTPStatus(status).phrase, WORDS[400][1])
    is_game = TABLE.match(request.path) is not None
    if status == HTTPStatus.NOT_FOUND and is_game and current_app.config["RUNS_IN"] == "pocket":
        usual = NOT_ON_THIS_PHONE
    title, sentence = title or str(heading), sentence or str(usual)
    words = {"title": title, "sentence": sentence, "error_id": error_id}
    if wants_json():
        answer = jsonify({"error": words["sentence"], "status": status, "id": error_id})
    else:
        game_id = visible_game(status)
        is_hidden = not game_id and status in HIDDEN and is_game
        joins = is_hidden or (not game_id and status == HTTPStatus.NOT_FOUND)
        # Another phone may have ended the game since the form was opened.
        is_lost = is_hidden or (is_game and status == HTTPStatus.NOT_FOUND)
        shown = {
            "status": status,
            "game_id": game_id,
            "joins": joins,
            "typed": typed() if is_lost else (),
        }
        answer = make_response(render_or_fallback("errors/error.html", **shown, **words))
    answer.status_code = status
    return answer


def typed() -> tuple[str, ...]:
    """Return the values of the rejected form's visible fields, so that nothing typed is lost."""
    pairs = request.form.items(multi=True)
    return tuple(value for name, value in pairs if value and not NOT_TYPED.fullmatch(name))


def visible_game(status: int) -> str:
    """Return the id of the game in the path if the phone may see it, to link back; else empty."""
    match = TABLE.match(request.path)
    if match is None or status == HTTPStatus.SERVICE_UNAVAILABLE:
        return ""
    try:
        changes_of(match[1])
        is_seen = current_app.extensions["kalooki_is_seen"](match[1])
    except Exception:  # no such game, or no database: an error page must not fail
        return ""
    return match[1] if is_seen else ""


def render_or_fallback(template: str, **words: Any) -> str:
    """Return a rendered template, or a static page if rendering fails."""
    try:
        return render_template(template, **words)
    except Exception as error:  # nothing handles an exception raised in a handler
        monitoring.log_failure((type(error), error, error.__traceback__))
        return LAST_RESORT % escape(request.script_root)


def refused(error: HTTPException) -> Response:
    """Handle an HTTPException, keeping headers such as Allow and Retry-After."""
    if error.response is not None or (error.code or 500) < 400:
        return error.get_response()  # type: ignore[return-value]
    status = error.code or 500
    broke = status == HTTPStatus.INTERNAL_SERVER_ERROR
    answer = page(
        status,
        title=getattr(error, "title", ""),
        sentence=description_of(error),
        error_id=monitoring.request_id() if broke else "",
    )
    for name, value in error.get_headers():
        if name.lower() not in {"content-type", "content-length"}:
            answer.headers[name] = value
    return answer


def titled(error: HTTPException, title: str) -> HTTPException:
    """Return an error whose page has this title instead of that of its status."""
    error.title = title  # type: ignore[attr-defined]
    return error


def description_of(error: HTTPException) -> str:
    """Return a view's own description; empty for Werkzeug's, which are for programmers."""
    message = error.description or ""
    return "" if message == type(error).description or not isinstance(message, str) else message


def key_reused(_error: KeyReused) -> Response:
    return page(
        422,
        sentence=_(
            "This form was already saved with different values. Reload the page and try again."
        ),
    )


def unavailable(error: Unavailable) -> Response:
    monitoring.log_trouble(error)
    answer = page(503)
    answer.headers["Retry-After"] = RETRY_AFTER
    return answer


def stale(error: Stale) -> ResponseReturnValue:
    """Handle an entry that conflicts with a newer one; nothing was saved."""
    try:
        return stale_json(error) if wants_json() else stale_page(error)
    except (Unavailable, UnknownGame) as failure:  # raised in a handler it would be a 500
        return current_app.handle_user_exception(failure)


def stale_page(error: Stale) -> Response:
    """Show what changed and what was typed, with a button to save it anyway."""
    notice = current_app.extensions["kalooki_stale"](error.game_id, error.base)
    typed = [pair for pair in request.form.items(multi=True) if pair[0] != "base"]
    words = {
        "notice": notice,
        "typed": typed,
        "version": error.version,
        "action": request.script_root + request.full_path,
    }
    return make_response(render_template("errors/stale.html", game_id=error.game_id, **words), 409)


def stale_json(error: Stale) -> Response:
    unseen = entries_since(error.game_id, error.base)
    theirs = [{"seq": row.seq, "kind": row.kind, "data": row.data} for row in unseen]
    yours = request.get_json(silent=True) if request.is_json else request.form.to_dict(flat=False)
    facts = {"base": error.base, "version": error.version, "yours": yours, "theirs": theirs}
    return make_response({"error": str(WORDS[409][1]), "status": 409, **facts}, 409)
