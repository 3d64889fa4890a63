"""The lines of a score in words: what each number is for."""

from flask import Flask
from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.game.events import HandLeft
from kalooki_ref.referee.scoring import Reason, ScoreLine
from kalooki_ref.rules.model import RuleSystem


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(reason_words=reason_words, counted_words=counted_words)


def reason_words(line: ScoreLine, system: RuleSystem) -> str:
    """Return what the line is for; a card's line needs no words beside the card."""
    return _WORDS[line.reason](line, system)


def counted_words(hand: HandLeft) -> str:
    """Return the sum as it was typed, spaced; empty where only a total was."""
    return hand.sum_text.replace("+", " + ")


def _bent(line: ScoreLine, system: RuleSystem) -> str:
    bent = _(system.words.bent)
    return _("×2, %(bent)s", bent=bent) if line.times == 2 else bent


def _overcall(line: ScoreLine, _system: RuleSystem) -> str:
    return ngettext("one overcall", "%(num)s overcalls", line.times)


def _false_lay(line: ScoreLine, _system: RuleSystem) -> str:
    return ngettext("one false lay", "%(num)s false lays", line.times)


_WORDS = {
    Reason.WON: lambda _line, _system: _("went out"),
    Reason.CARD: lambda _line, _system: "",
    Reason.COUNTED: lambda _line, _system: _("as counted"),
    Reason.LAID_WHILE_BARRED: lambda _line, _system: _("laid while barred: counts as in hand"),
    Reason.NOT_DOWN: lambda _line, _system: _("never came down"),
    Reason.OVERCALL: _overcall,
    Reason.FALSE_LAY: _false_lay,
    Reason.BENT: _bent,
    Reason.AGREED: lambda _line, _system: _("agreed at the table"),
}
