"""Faults of tacking, moving jokers, drawing and calling, as sentences."""

from collections.abc import Callable
from typing import Any

from flask_babel import gettext as _

from kalooki_ref.rules.codes import Code
from kalooki_ref.web.messages.card_words import rank_word

Values = dict[str, Any]


def _no_fit(v: Values) -> str:
    if v["found"]:
        return _("%(found)s does not fit there; %(needed)s would.", **v)
    if not v["rank"]:
        return _("%(cards)s: it cannot be told what fits there.", **v)
    return _("%(cards)s: this %(set)s takes %(kept)s only.", kept=rank_word(v["rank"]), **v)


PLAY_SENTENCES: dict[Code, Callable[[Values], str]] = {
    Code.NOT_DOWN: lambda v: _("Come down first; only then may you touch melds on the table.", **v),
    Code.NO_FIT: _no_fit,
    Code.LOW_END_CLOSED: lambda v: _(
        "%(card)s cannot go to the low end before the %(run)s has reached the ace at the top.", **v
    ),
    Code.NO_JOKER_THERE: lambda v: _("There is no %(joker)s in that place.", **v),
    Code.NOT_THE_CARD: lambda v: (
        _("The %(joker)s stands for %(needed)s, not for %(cards)s.", **v)
        if v["cards"]
        else _("The %(joker)s stands for %(needed)s.", **v)
    ),
    Code.JOKER_FIXED: lambda v: _("A %(joker)s in a %(run)s stays where it is.", **v),
    Code.NOT_THE_OWNER: lambda v: _(
        "Only the player who laid the %(run)s may move its %(joker)s.", **v
    ),
    Code.SET_JOKER_FIXED: lambda v: (
        _("The %(joker)s leaves the %(set)s only for all the missing cards: %(needed)s.", **v)
        if v["needed"]
        else _("A %(joker)s in a %(set)s cannot be moved.", **v)
    ),
    Code.SET_LOCKED: lambda v: _("A %(set)s of %(needed)s is complete: its %(joker)s stays.", **v),
    Code.NO_FREE_END: lambda v: _("There is no free end for the %(joker)s to go to.", **v),
    Code.END_NEEDED: lambda v: _("Say to which end of the %(run)s the %(joker)s goes.", **v),
    Code.JOKER_NOT_REUSED: lambda v: _(
        "A %(joker)s taken from the table must be played again in the same turn.", **v
    ),
    Code.HIGH_END_FIRST: lambda v: _(
        "The place of the %(card)s is the high end of the %(run)s, not yet the low one.", **v
    ),
    Code.JOKER_INTO_HAND: lambda v: _("A %(joker)s on the table never goes into a hand.", **v),
    Code.NO_CALLING: lambda v: _("There is no calling in %(system)s.", **v),
    Code.CALLER_DOWN: lambda v: _("A player who is down cannot call.", **v),
    Code.OVERCALL: lambda v: _(
        "This makes %(found)s calls; a player has %(needed)s in a round.", **v
    ),
    Code.OWN_DISCARD: lambda v: _("Nobody calls the card they have just thrown.", **v),
    Code.FIRST_UPCARD: lambda v: _(
        "The card turned up after the deal cannot be called: no player threw it.", **v
    ),
    Code.DEAD_CARD: lambda v: _("A card below the upcard is dead.", **v),
    Code.CALL_TOO_EARLY: lambda v: _("A card is called once it lies on the table.", **v),
    Code.CALL_TOO_LATE: lambda v: _(
        "That call is too late: the player in turn has begun to draw.", **v
    ),
    Code.CALL_AGAIN: lambda v: _("There is one call in a turn, and it has been made.", **v),
    Code.MUST_GRANT: lambda v: _("A player who is down must grant every call.", **v),
    Code.REFUSED_UNTAKEN: lambda v: _("Whoever refuses a call must take the upcard.", **v),
    Code.NOT_THE_DECIDER: lambda v: _("Another player has to answer this call.", **v),
    Code.LAYS_WHILE_CALLING: lambda v: _("A caller neither lays nor throws with the call.", **v),
    Code.UPCARD_AFTER_CALL: lambda v: _(
        "After a granted call the draw comes from the stock; the card beneath is dead.", **v
    ),
    Code.UPCARD_WHILE_DOWN: lambda v: _("A player who is down draws from the stock only.", **v),
    Code.UPCARD_UNMELDED: lambda v: _("An upcard taken must be melded in the same turn.", **v),
}
