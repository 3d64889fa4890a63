"""Why an entry doesn't fit the game before it, in words."""

from kalooki_ref.game.fit import Misfit, Reason
from kalooki_ref.game.record import Record
from kalooki_ref.words.entry_words import name_of
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l

REASONS = {
    Reason.NO_ROUND: _l("The game is over by then."),
    Reason.NOTHING_PLAYED: _l("No round has been played."),
    Reason.STRANGER: _l("%(name)s isn’t in the game."),
    Reason.NOT_PLAYING: _l("%(name)s isn’t playing."),
    Reason.NOT_THERE: _l("%(name)s isn’t at the table."),
    Reason.STILL_THERE: _l("%(name)s is at the table."),
    Reason.NO_MELD: _l("The meld isn’t on the board."),
    Reason.NO_JOKER: _l("The joker isn’t there."),
    Reason.NAME_TAKEN: _l("Two players would be called %(name)s."),
    Reason.NUMBER_TAKEN: _l("It would count for %(name)s."),
    Reason.OTHER_NUMBER: _l("It would count for somebody else."),
    Reason.TOO_FEW: _l("Fewer than two players would be left."),
    Reason.TOO_MANY: _l("These rules can’t deal to that many players."),
    Reason.OTHER_PLAYERS: _l("Other players are at the table."),
    Reason.NO_HAND: _l("%(name)s has no score."),
    Reason.HAND_TOO_MANY: _l("%(name)s’s score doesn’t count."),
}


def misfit_words(record: Record, misfits: tuple[Misfit, ...]) -> str:
    """Return the reasons as sentences: "Dan isn’t playing."."""
    sentences = [
        str(REASONS[misfit.reason]) % {"name": misfit.name or name_of(record, misfit.player)}
        for misfit in misfits
    ]
    return " ".join(dict.fromkeys(sentences))


def mark_words(record: Record, misfits: tuple[Misfit, ...]) -> str:
    """Return how the history marks an entry with these misfits; empty if it fits."""
    reasons = misfit_words(record, misfits)
    if all(misfit.is_partial for misfit in misfits):
        return reasons
    return _("Doesn’t fit: %(why)s", why=reasons)
