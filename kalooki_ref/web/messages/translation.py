"""What the app says in the reader's language: the catalogue of each, and how pages reach it.

Catalogues are read from their .po files, once a language: there is nothing to compile. A page says
some two hundred things; templates look the reader's catalogue up once a request.
"""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.support import NullTranslations, Translations
from flask import Flask, g, has_request_context
from flask_babel import Babel, Domain, get_locale, get_translations
from jinja2.runtime import Macro

from kalooki_ref.rules.model import Clause
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.access.device import LANGUAGES, SOURCE, language

FOLDER = Path(__file__).parents[2] / "translations"
GAMES = frozenset(system.name for system in SYSTEMS)
"""The names that can be translated; all others were chosen by people."""


class Catalogues(Domain):
    """Where Flask-Babel finds the catalogue of the reader's language."""

    def get_translations(self) -> NullTranslations:
        locale = get_locale()
        return catalogue_of(locale.language if locale else SOURCE)


def init_app(app: Flask) -> None:
    """Let Flask-Babel and templates speak the reader's language."""
    babel = Babel(app, locale_selector=language)
    babel.domain_instance = Catalogues()
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: _catalogue().ugettext(text),
        ngettext=ungettext,
        pgettext=lambda context, text: _catalogue().upgettext(context, text),
        newstyle=True,
    )
    app.jinja_env.globals.update(once=once, language=language, LANGUAGES=LANGUAGES)
    app.jinja_env.filters.update(clause_text=clause_text, game_name=game_name)


def path_of(language: str) -> Path:
    """Return the file of a language's catalogue."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


@cache
def catalogue_of(language: str) -> NullTranslations:
    """Return a language's messages; a message without translation stays English."""
    path = path_of(language)
    if not path.exists():
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(path.read_bytes()), locale=language))
    compiled.seek(0)
    return Translations(compiled)


def ungettext(one: str, many: str, count: int) -> str:
    """Return the plural form for so many, translated, its placeholders still open."""
    return str(_catalogue().ungettext(one, many, count))


def clause_text(clause: Clause) -> str:
    """Return what a clause says, in the reader's language."""
    texts = clause.sentences or (clause.text,)
    return " ".join(str(_catalogue().ugettext(text)) for text in texts)


def game_name(name: str) -> str:
    """Return what a game is called in the reader's language; a house keeps the name it chose."""
    return str(_catalogue().ugettext(name)) if name in GAMES else name


def once(words: Macro) -> str:
    """Return what a macro without arguments says; said before in this request, as it was then."""
    message: dict[str, str] = g.setdefault("said_once", {})
    if words.name not in message:
        message[words.name] = words()
    return message[words.name]


def _catalogue() -> Any:
    if not has_request_context():
        return get_translations()
    if "catalogue" not in g:
        g.catalogue = get_translations()
    return g.catalogue
