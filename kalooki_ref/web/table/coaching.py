"""When a table lets the phone advise on hands: the choices in words, and why there is none now."""

from dataclasses import replace

from flask_babel import gettext as _

from kalooki_ref.game.events import Coaching, EntryAmended, GameStarted
from kalooki_ref.game.record import readings
from kalooki_ref.game.state import Game, advised_round
from kalooki_ref.web.access.open_game import Table

Choice = tuple[str, str]


def coaching_word(coaching: Coaching) -> str:
    """Return the choice as the table page and the log name it."""
    return _WORDS[coaching]()


def coaching_choices() -> list[Choice]:
    """Return the choices with their words, for a field."""
    return [(coaching.value, coaching_word(coaching)) for coaching in Coaching]


def coaching_note(coaching: Coaching) -> str:
    """Return what the choice means for those who play."""
    return _NOTES[coaching]()


def coaching_line(coaching: Coaching) -> str:
    """Return what the table page shows to all; empty where there is no advice."""
    if coaching is Coaching.OFF:
        return ""
    return _("Advice: %(when)s", when=coaching_word(coaching))


def coaching_changed(table: Table, wanted: Coaching) -> EntryAmended:
    """Return the entry that changes when this table wants advice, and nothing else."""
    for entry in table.entries:
        reading = readings(table.entries).get(entry.seq, entry.event)
        if isinstance(reading, GameStarted):
            return EntryAmended(entry.seq, replace(reading, advice=wanted))
    raise ValueError("a book begins with a game that started")


def closed_title(game: Game) -> str:
    """Return why there is no advice now, in a few words; empty where there is."""
    if advised_round(game):
        return ""
    if game.advice is Coaching.OFF:
        return _("No advice at this table")
    return _("Not while you play")


def closed_words(game: Game) -> str:
    """Return why there is no advice now, and when there will be."""
    if game.advice is Coaching.OFF:
        return _("You play without help: the phone says nothing about hands. Everybody sees this.")
    if not game.past:
        return _("Once the first round is written down, this page answers for its hands.")
    return _("A new round has begun. Once it is written down, this page answers for its hands.")


_WORDS = {
    Coaching.OFF: lambda: _("off"),
    Coaching.AFTER_ROUND: lambda: _("after the round"),
    Coaching.OPEN: lambda: _("open"),
}
_NOTES = {
    Coaching.OFF: lambda: _("Nobody can ask the phone about a hand."),
    Coaching.AFTER_ROUND: lambda: _("Only about the round just written down, to learn from it."),
    Coaching.OPEN: lambda: _("Anybody may ask during play: for teaching, and for open tables."),
}
