"""The setting for advice on hands in words, and why advice isn't allowed now."""

from kalooki_ref.game.events import Coaching
from kalooki_ref.game.state import Game
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l


def coaching_word(coaching: Coaching) -> str:
    """Return the name of a setting, for the table page and the history."""
    return str(_COACHING[coaching])


def coaching_choices() -> list[tuple[str, str]]:
    """Return the settings as choices of a form field."""
    return [(coaching.value, coaching_word(coaching)) for coaching in Coaching]


def coaching_note(coaching: Coaching) -> str:
    """Return what a setting means for the players."""
    return str(_COACHING_NOTES[coaching])


def coaching_line(coaching: Coaching) -> str:
    """Return the line on the table page; empty if advice is off."""
    if coaching is Coaching.OFF:
        return ""
    return _("Advice: %(when)s", when=coaching_word(coaching))


def closed_title(game: Game) -> str:
    """Return why there is no advice now, in a few words."""
    if game.advice is Coaching.OFF:
        return _("No advice at this table")
    return _("Not while you play")


def closed_words(game: Game) -> str:
    """Return why there is no advice now, and when there will be."""
    if game.advice is Coaching.OFF:
        return _(
            "You play without advice, so the phone says nothing about hands. Everyone can see this."
        )
    if not game.past:
        return _("After the first round is saved, you can ask about its hands here.")
    return _("A new round has started. After it is saved, you can ask about its hands here.")


_COACHING = {
    Coaching.OFF: _l("off"),
    Coaching.AFTER_ROUND: _l("after the round"),
    Coaching.OPEN: _l("open"),
}
_COACHING_NOTES = {
    Coaching.OFF: _l("No one can ask the phone about a hand."),
    Coaching.AFTER_ROUND: _l("Only about the round just saved, to learn from it."),
    Coaching.OPEN: _l("Anyone can ask during play: good for teaching."),
}
