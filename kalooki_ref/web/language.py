"""Sets the language of each request."""

from contextlib import ExitStack

from flask import Flask, g
from jinja2.runtime import Macro

from kalooki_ref.web.settings import language
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.language import (
    LANGUAGES,
    catalogue,
    game_name,
    speaking,
    ungettext,
)
from kalooki_ref.words.own_words import clause_text
from kalooki_ref.words.reasons import reason_given
from kalooki_ref.words.signs import initial, shortened


def init_app(app: Flask) -> None:
    app.before_request(begin)
    app.teardown_request(end)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: catalogue().ugettext(text),
        ngettext=ungettext,
        pgettext=lambda context, text: catalogue().upgettext(context, text),
        newstyle=True,
    )
    app.jinja_env.globals.update(once=once, language=language, LANGUAGES=LANGUAGES)
    app.jinja_env.filters.update(
        clause_text=clause_text,
        game_name=game_name,
        initial=initial,
        reason_given=reason_given,
        shortened=shortened,
        signed=signed,
    )


def begin() -> None:
    """Set the language for this request."""
    g.speaking = ExitStack()
    g.speaking.enter_context(speaking(language()))


def end(_error: BaseException | None) -> None:
    """Reset the language to English."""
    if "speaking" in g:
        g.speaking.close()


def once(macro: Macro) -> str:
    """Return the output of a macro without arguments, rendered once per request."""
    rendered: dict[str, str] = g.setdefault("rendered_once", {})
    if macro.name not in rendered:
        rendered[macro.name] = macro()
    return rendered[macro.name]
