"""The reader's catalogue, looked up once a request: templates and plurals read from it.

A page says some two hundred things; Flask-Babel would look for the catalogue at each.
"""

from typing import Any

from flask import Flask, g, has_request_context
from flask_babel import get_translations
from jinja2.runtime import Macro


def init_app(app: Flask) -> None:
    """Give templates this gettext; after Flask-Babel, which gave them its own."""
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: _catalogue().ugettext(text),
        ngettext=ungettext,
        newstyle=True,
    )
    app.jinja_env.globals["once"] = once


def ungettext(one: str, many: str, count: int) -> str:
    """Return the plural form for so many, translated, its placeholders still open."""
    return str(_catalogue().ungettext(one, many, count))


def once(words: Macro) -> str:
    """Return what a macro without arguments says; said before in this request, as it was then."""
    said: dict[str, str] = g.setdefault("said_once", {})
    if words.name not in said:
        said[words.name] = words()
    return said[words.name]


def _catalogue() -> Any:
    if not has_request_context():
        return get_translations()
    if "catalogue" not in g:
        g.catalogue = get_translations()
    return g.catalogue
