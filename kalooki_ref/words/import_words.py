"""Why a game from a file or a link was refused, and which files are too large, in words."""

from typing import Any

from kalooki_ref.decoding import NotText
from kalooki_ref.game.importing import ImportFault, ImportRefused
from kalooki_ref.rules.foreign_rules import ForeignRulesError
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l

MEGABYTE = 1024 * 1024
FAULTS: dict[ImportFault, Any] = {
    ImportFault.UNREADABLE: _l("entry %(number)s can’t be read: part of it is missing or changed"),
    ImportFault.NEVER_WRITTEN: _l("entry %(number)s holds something this app never writes"),
    ImportFault.STARTS_ONCE: _l("entry %(number)s: a game starts once, with its first entry"),
    ImportFault.AMENDS_NOTHING: _l("entry %(number)s changes an entry that can’t be changed so"),
    ImportFault.NUMBER: _l("entry %(number)s: the number in “%(about)s” is too large or too small"),
    ImportFault.TEXT: _l("entry %(number)s: the text in “%(about)s” is too long"),
    ImportFault.ZONE: _l("entry %(number)s: “%(about)s” is not the name of a time zone"),
    ImportFault.LIST: _l("entry %(number)s: “%(about)s” lists too many, or one of them twice"),
    ImportFault.MARKS: _l("entry %(number)s: every player needs a mark of their own, from 1 to 16"),
    ImportFault.STRANGER: _l("entry %(number)s: nobody has the number %(about)s"),
    ImportFault.BOARD: _l("entry %(number)s puts more cards on the board than any game has"),
    ImportFault.DOES_NOT_FIT: _l("entry %(number)s does not fit the game before it"),
    ImportFault.TOO_MUCH_WORK: _l("it takes too long to read. Try again in a moment"),
    ImportFault.NO_PAGE: _l("its page “%(about)s” can’t be shown"),
    ImportFault.NO_GAME: _l("this file is not a game. Choose one that Save a copy made"),
    ImportFault.NEWER_VERSION: _l(
        "it was saved by a newer version of this app. Update this one first"
    ),
    ImportFault.CHARACTERS: _l("it holds characters that no keyboard types"),
    ImportFault.TITLE: _l("“title” is too long, or holds characters that can’t be shown"),
    ImportFault.CREATED_AT: _l("“created_at” is not a date and time between 1970 and 9999"),
    ImportFault.HOME: _l("“home” is not the address of an app"),
    ImportFault.NO_ENTRIES: _l("“entries” must be a list of 1 to %(about)s"),
    ImportFault.NO_ENTRY: _l("entry %(number)s is missing or is something else"),
    ImportFault.OUT_OF_ORDER: _l("entry %(number)s is out of order"),
    ImportFault.SIGNATURE: _l("entry %(number)s is signed with a name nobody can type"),
    ImportFault.TIME: _l("entry %(number)s has no date and time between 1970 and 9999"),
    ImportFault.KEYS: _l("every entry needs a key of its own"),
}


NOT_TEXT: dict[NotText, Any] = {
    NotText.EMPTY: _l("the file is empty"),
    NotText.PICTURE: _l("it is a picture. Choose a file that %(made_by)s made"),
    NotText.BACKUP: _l("it is a backup of all games. The command “kalooki-ref restore” reads it"),
    NotText.BINARY: _l("it is not a text file. Choose one that %(made_by)s made"),
    NotText.ENCODING: _l(
        "its letters can’t be read for certain, because it isn’t saved as UTF-8. Choose that "
        "encoding in the program that saved it"
    ),
}


class ExportError(ValueError):
    """A file or a link isn't a game that can be imported; the message says why."""


def not_text_words(reason: NotText, *, made_by: str) -> str:
    """Return why a file can't be read as text; ``made_by`` is the button that makes one."""
    return str(NOT_TEXT[reason]) % {"made_by": made_by}


def refusal_words(refused: ImportRefused) -> str:
    """Return why a game can't be imported, naming the entry."""
    return str(FAULTS[refused.fault]) % {"number": refused.seq, "about": refused.about}


def rules_words(error: ForeignRulesError) -> str:
    """Return why rules can't be played, naming the field."""
    if error.objection:
        reason = _(error.objection.reason, **dict(error.objection.values))
        return _("its rules contradict each other. %(reason)s", reason=reason)
    return _("in its rules, “%(field)s” has a value that no version of this game offers",
             field=error.field)  # fmt: skip


def limit_words(size: int, *, server: int, pocket: int) -> str:
    """Return where a file of ``size`` bytes can't be opened; empty if it can be opened anywhere.

    ``server`` and ``pocket`` are the bytes that each takes.
    """
    if size <= server:
        return ""
    if size <= pocket:
        return _(
            "An app on a laptop or a server opens files of up to %(most)s MB. A phone that runs "
            "the app itself opens this one, and so does the command “kalooki-ref restore”.",
            most=server // MEGABYTE,
        )
    return _("No app opens a file of more than %(most)s MB.", most=pocket // MEGABYTE)
