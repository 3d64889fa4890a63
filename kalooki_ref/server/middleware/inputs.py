"""Measures and cleans everything a request brings, before anything reads it.

Headers, query, cookies, the fields of a form, and JSON: nothing whose cost grows faster than its
length sees them before their length is known. What a field means is read by `web.shared`; files and
links are decoded where they are opened, and are measured by the size of the body.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from flask import Flask, abort, current_app, request

from kalooki_ref.server.middleware.body_sizes import LARGEST_FILE, largest_file
from kalooki_ref.server.middleware.security import SAFE_METHODS, STATELESS
from kalooki_ref.words.language import gettext as _

# The longest real ones have a third of this.
LONGEST_HEADER, LONGEST_NAME, LONGEST_VALUE = 4000, 100, 10_000
MOST_FIELDS = 1000
# Not stored by databases.
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
# Has limits of its own: the cookies together may be longer than any other header.
COOKIES = "HTTP_COOKIE"
URL_ENCODED = "application/x-www-form-urlencoded"


def init_app(app: Flask) -> None:
    app.before_request(check_fields)
    app.wsgi_app = WithShortHeaders(app.wsgi_app)  # type: ignore[method-assign]


class WithShortHeaders:
    """WSGI middleware that removes headers longer than a browser's.

    Parsing them can take a second, and even an error page has to know the language.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        headers = [name for name in environ if name.startswith("HTTP_") and name != COOKIES]
        for name in headers:
            if len(environ[name]) > LONGEST_HEADER:
                del environ[name]
        answer: Iterable[bytes] = self._app(environ, start_response)
        return answer


def check_fields() -> None:
    """Abort with 413 or 400 unless query, form and JSON can be read with little work."""
    refuse_strange_text(request.path)
    refuse_many(request.query_string.count(b"&"))
    asked = [*request.args.items(multi=True)]
    refuse_long(asked)
    refuse_strange_text("".join(name + value for name, value in asked))
    if request.method in SAFE_METHODS or request.path in STATELESS:
        return
    if request.mimetype == URL_ENCODED:  # the other type has MAX_FORM_PARTS
        refuse_many(request.get_data().count(b"&"))
    fields = [*request.form.items(multi=True)]
    refuse_long(fields)
    for name, value in fields:
        refuse_strange_text(name + value)
    if request.is_json:
        refuse_strange_text(json_text())


def refuse_many(count: int) -> None:
    """Abort with 413 if there are more fields than in any form."""
    if count > MOST_FIELDS:
        abort(413)


def refuse_long(pairs: Iterable[tuple[str, str]]) -> None:
    """Abort with 413 if the name or value of a field is longer than any."""
    longest = largest_file(request.endpoint, current_app.config["RUNS_IN"]) or LONGEST_VALUE
    for name, value in pairs:
        if len(name) > LONGEST_NAME or len(value) > longest:
            abort(413)


def refuse_strange_text(text: str) -> None:
    """Abort with 400 on NUL and lone surrogates, which databases can't store."""
    if UNSTORABLE.search(text):
        abort(400, _("That contains a character we can’t read."))


def json_text() -> str:
    """Return the strings in a JSON body, decoded; 400 if it isn't JSON or too deep.

    Larger files come in forms; 413 for JSON of more than an ordinary one.
    """
    if len(request.get_data()) > LARGEST_FILE:
        abort(413)
    try:
        return json.dumps(request.get_json(), ensure_ascii=False)
    except RecursionError:
        abort(400, _("This JSON is nested too deeply."))
