"""The languages the app speaks, and messages in the language of whoever reads now.

Catalogues are read from their .po files, once per language: there is nothing to compile. A message
without a translation stays English.
"""

from collections import UserString
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import dates
from babel.support import NullTranslations, Translations

from kalooki_ref.rules.systems import SYSTEMS

SOURCE = "en"
# Every language, by its own name.
LANGUAGES = {SOURCE: "English", "it": "Italiano", "es": "Español"}
FOLDER = Path(__file__).parents[1] / "translations"
# The names that can be translated; all others were chosen by people.
GAMES = frozenset(system.name for system in SYSTEMS)

_language = ContextVar("language", default=SOURCE)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make messages in this language until the context ends."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def gettext(message: str, /, **values: Any) -> str:
    """Return the translation of a message, its placeholders filled."""
    return _filled(catalogue().ugettext(message), values)


def ngettext(one: str, many: str, count: int, /, **values: Any) -> str:
    """Return the form of a message for this count, translated and filled; ``num`` is the count."""
    return _filled(ungettext(one, many, count), {"num": count, **values})


def pgettext(context: str, message: str, /, **values: Any) -> str:
    """Return the translation that a message has in this context, filled."""
    return _filled(catalogue().upgettext(context, message), values)


class LazyMessage(UserString):
    """A message that is translated each time it is read."""

    def __init__(self, message: str) -> None:
        self.message = message

    @property
    def data(self) -> str:  # type: ignore[override]
        """The message in the reader's language."""
        return gettext(self.message)


def lazy_gettext(message: str) -> LazyMessage:
    """Return a message to be translated when it is read, for constants and forms."""
    return LazyMessage(message)


def ungettext(one: str, many: str, count: int) -> str:
    """Return the form of a message for this count, translated, its placeholders still open."""
    return str(catalogue().ungettext(one, many, count))


def game_name(name: str) -> str:
    """Return what a game is called in the reader's language; a house keeps the name it chose."""
    return gettext(name) if name in GAMES else name


def format_date(day: date, pattern: str) -> str:
    """Return a date by a pattern of Unicode's letters, months by their names."""
    return dates.format_date(day, pattern, locale=_language.get())


def format_datetime(moment: datetime, pattern: str) -> str:
    """Return a moment by a pattern of Unicode's letters, in its own time zone."""
    return dates.format_datetime(moment, pattern, tzinfo=moment.tzinfo, locale=_language.get())


def catalogue() -> NullTranslations:
    """Return the messages of the reader's language."""
    return catalogue_of(_language.get())


@cache
def catalogue_of(language: str) -> NullTranslations:
    """Return the messages of a language; an empty catalogue for English."""
    path = path_of(language)
    if not path.exists():
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(path.read_bytes()), locale=language))
    compiled.seek(0)
    return Translations(compiled)


def path_of(language: str) -> Path:
    """Return the file of a language's catalogue."""
    return FOLDER / language / "LC_MESSAGES" / "messages.po"


def _filled(message: Any, values: dict[str, Any]) -> str:
    return str(message % values if values else message)
