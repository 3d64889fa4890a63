"""The words of templates in the reader's language, each looked up once a request where it can be.

A page says some two hundred things; Flask-Babel would look for the catalogue at each.
"""

from typing import Any

from flask import Flask, g
from flask_babel import get_translations
from jinja2.runtime import Macro


def init_app(app: Flask) -> None:
    """Give templates their gettext anew; after Flask-Babel, which gave them its own."""
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: _catalogue().ugettext(text),
        ngettext=lambda one, many, count: _catalogue().ungettext(one, many, count),
        newstyle=True,
    )
    app.jinja_env.globals["once"] = once


def once(words: Macro) -> str:
    """Return what a macro without arguments says; said before in this request, as it was then."""
    said: dict[str, str] = g.setdefault("said_once", {})
    if words.name not in said:
        said[words.name] = words()
    return said[words.name]


def _catalogue() -> Any:
    if "catalogue" not in g:
        g.catalogue = get_translations()
    return g.catalogue
