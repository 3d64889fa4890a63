"""Languages and gettext functions; the current language is a context variable.

Catalogues are read from .po files once per language, without compiling. Untranslated messages are
shown in English.
"""

import re
from collections import UserString
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale, dates
from babel.support import NullTranslations, Translations

from kalooki_ref.rules.systems import SYSTEMS

SOURCE = "en"
# Languages, each in its own name.
LANGUAGES = {SOURCE: "English", "it": "Italiano", "es": "Español"}
FOLDER = Path(__file__).parents[1] / "translations"
# Names of systems, which are translated; other names were chosen by people.
GAMES = frozenset(system.name for system in SYSTEMS)
# The title of a game to look around in, translated like the name of a system.
MADE_UP = "A made-up evening"

_language = ContextVar("language", default=SOURCE)
# The Spanish word for "or" before a placeholder, and what it is "u" before: 8, 11, Olga.
_OR = re.compile(r"\bo (?=%\((\w+)\)s)")
_O_SOUND = re.compile(r"8|11\b|h?[oó]", re.IGNORECASE)
# A full stop after a placeholder, which a name such as "Otis B." has already.
_STOP = re.compile(r"(%\((\w+)\)s)\.(?=\s|$)")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use this language within the context."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def gettext(message: str, /, **values: Any) -> str:
    """Return the translation of a message, its placeholders filled."""
    return _filled(catalogue().ugettext(message), values)


def ngettext(one: str, many: str, count: int, /, **values: Any) -> str:
    """Return the plural form for a count, translated and filled; ``num`` is the count."""
    return _filled(ungettext(one, many, count), {"num": count, **values})


def pgettext(context: str, message: str, /, **values: Any) -> str:
    """Return the translation of a message in a context (msgctxt), filled."""
    return _filled(catalogue().upgettext(context, message), values)


class LazyMessage(UserString):
    """A message that is translated each time it is used."""

    def __init__(self, message: str) -> None:
        self.message = message

    @property
    def data(self) -> str:  # type: ignore[override]
        """The message in the current language."""
        return gettext(self.message)


def lazy_gettext(message: str) -> LazyMessage:
    """Return a lazily translated message, for constants and form fields."""
    return LazyMessage(message)


def ungettext(one: str, many: str, count: int) -> str:
    """Return the plural form for a count, translated, with placeholders unfilled."""
    return str(catalogue().ungettext(one, many, count))


def game_name(name: str) -> str:
    """Return a system's name in the current language; names of house rules aren't translated."""
    if name == MADE_UP:
        return gettext("A made-up evening")
    return gettext(name) if name in GAMES else name


def format_date(day: date, pattern: str) -> str:
    """Format a date by a Unicode (CLDR) pattern, in the current language."""
    return dates.format_date(day, pattern, locale=_language.get())


def format_datetime(moment: datetime, pattern: str) -> str:
    """Format a time by a Unicode (CLDR) pattern, in its own time zone."""
    return dates.format_datetime(moment, pattern, tzinfo=moment.tzinfo, locale=_language.get())


def decimal_symbol() -> str:
    """Return what separates the decimals of a number in the current language."""
    return str(Locale.parse(_language.get()).number_symbols["latn"]["decimal"])


def catalogue() -> NullTranslations:
    """Return the catalogue of the current language."""
    return catalogue_of(_language.get())


@cache
def catalogue_of(language: str) -> NullTranslations:
    """Return the catalogue of a language; an empty one for English."""
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


def agreeing(message: str, values: Mapping[str, object]) -> str:
    """Return a message with what depends on what fills it: full stops, in Spanish "7 u 8"."""
    message = _STOP.sub(
        lambda found: found[1] if str(values[found[2]]).endswith(".") else found[0], message
    )
    if _language.get() != "es":
        return message
    return _OR.sub(lambda found: "u " if _O_SOUND.match(str(values[found[1]])) else "o ", message)


def _filled(message: str, values: dict[str, Any]) -> str:
    return agreeing(str(message), values) % values if values else str(message)
