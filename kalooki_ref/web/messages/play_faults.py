"""What is wrong with a tack, a joker move, a call, a count or a score, a sentence each."""

from flask_babel import gettext as _

from kalooki_ref.game.round_end import Proof
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.messages.meld_faults import Sentence, Values


def _no_fit(v: Values) -> str:
    if v["found"]:
        return _("%(found)s doesn't fit there; %(needed)s would.")
    if not v["rank"]:
        return _("%(cards)s: the app can't tell what fits there.")
    return _("%(cards)s: this %(set)s takes only %(kept)s.")


def _not_the_card(v: Values) -> str:
    if v["cards"]:
        return _("The %(joker)s stands for %(needed)s, not for %(cards)s.")
    return _("The %(joker)s stands for %(needed)s.")


def _set_joker_fixed(v: Values) -> str:
    if v["needed"]:
        return _("The %(joker)s leaves the %(set)s only for all the missing cards: %(needed)s.")
    return _("A %(joker)s in a %(set)s can't be moved.")


def _no_add_on(v: Values) -> str:
    if v["needed"]:
        return _("Once somebody goes out, only players who are down may still add cards.")
    return _("Once somebody goes out, nobody may add cards.")


def _not_bent(v: Values) -> str:
    if v["needed"] == Proof.WAS_DOWN:
        return _("Already down from an earlier turn, says the record. That rules out a %(bent)s.")
    if v["needed"] == Proof.BARRED:
        return _("Called too often and wasn't allowed to come down. That rules out a %(bent)s.")
    if v["needed"] == Proof.OVERCALLED:
        return _("Called too often. That rules out a %(bent)s.")
    if v["needed"] == Proof.LAID_FALSELY:
        return _("Laid wrongly this round. At this table that rules out a %(bent)s.")
    if v["needed"] == Proof.NO_CALL:
        return _("Never called. At this table that rules out a %(bent)s.")
    return _("This isn't a %(bent)s.")


def _no_share(v: Values) -> str:
    if v["needed"] == "winner":
        return _("The winner takes the whole pool.")
    if v["needed"]:
        return _("%(found)s points: only players below %(needed)s get a share of the pool.")
    return _("There is no pool in %(system)s.")


PLAY_SENTENCES: dict[Code, Sentence] = {
    Code.NOT_DOWN: lambda _v: _("Come down first; only then may you touch melds on the board."),
    Code.NO_FIT: _no_fit,
    Code.LOW_END_CLOSED: lambda _v: _(
        "%(card)s can't go to the low end before the %(run)s has reached the ace at the top."
    ),
    Code.NO_JOKER_THERE: lambda _v: _("There is no %(joker)s in that place."),
    Code.NOT_THE_CARD: _not_the_card,
    Code.JOKER_FIXED: lambda _v: _("A %(joker)s on the board stays where it is."),
    Code.NOT_THE_OWNER: lambda _v: _(
        "Only the player who laid the %(run)s may move its %(joker)s."
    ),
    Code.SET_JOKER_FIXED: _set_joker_fixed,
    Code.SET_LOCKED: lambda _v: _("A %(set)s of %(needed)s is complete: its %(joker)s stays."),
    Code.NO_FREE_END: lambda _v: _("There is no free end for the %(joker)s to go to."),
    Code.END_NEEDED: lambda _v: _("Say to which end of the %(run)s the %(joker)s goes."),
    Code.JOKER_NOT_REUSED: lambda _v: _(
        "A %(joker)s taken from the board must be played again in the same turn."
    ),
    Code.HIGH_END_FIRST: lambda _v: _(
        "The %(card)s belongs at the high end of the %(run)s, not yet at the low one."
    ),
    Code.JOKER_INTO_HAND: lambda _v: _("A %(joker)s on the board never goes into a hand."),
    Code.NO_CALLING: lambda _v: _("There is no calling in %(system)s."),
    Code.CALLER_DOWN: lambda _v: _("A player who is down can't call."),
    Code.OVERCALL: lambda _v: _("This makes %(found)s calls; a player has %(needed)s in a round."),
    Code.OWN_DISCARD: lambda _v: _("Nobody calls their own discard."),
    Code.FIRST_UPCARD: lambda _v: _(
        "The card turned up after the deal can't be called: no player discarded it."
    ),
    Code.DEAD_CARD: lambda _v: _("A card below the upcard is dead."),
    Code.CALL_TOO_EARLY: lambda _v: _("Call a card once it is on the discard pile."),
    Code.CALL_TOO_LATE: lambda _v: _("Too late: the player in turn has started to draw."),
    Code.CALL_AGAIN: lambda _v: _("There is one call in a turn, and it has been made."),
    Code.MUST_GRANT: lambda _v: _("A player who is down must grant every call."),
    Code.REFUSED_UNTAKEN: lambda _v: _("The player who refuses a call must take the upcard."),
    Code.NOT_THE_DECIDER: lambda _v: _("Another player has to answer this call."),
    Code.LAYS_WHILE_CALLING: lambda _v: _("A caller neither lays nor discards with the call."),
    Code.UPCARD_AFTER_CALL: lambda _v: _(
        "After a granted call you draw from the stock; the card beneath is dead."
    ),
    Code.UPCARD_WHILE_DOWN: lambda _v: _("A player who is down draws from the stock only."),
    Code.UPCARD_UNMELDED: lambda _v: _("If you take the upcard, you must meld it the same turn."),
    Code.COUNT_ODD: lambda _v: _(
        "No number of calls makes it %(found)s cards; it could be %(needed)s or %(next)s."
    ),
    Code.COUNT_LOW: lambda _v: _("%(found)s cards are too few: there must be at least %(needed)s."),
    Code.COUNT_HIGH: lambda _v: _("%(found)s cards are too many: there can be at most %(needed)s."),
    Code.PUT_RIGHT_OTHERWISE: lambda _v: _("A miscounted hand isn't put right like that here."),
    Code.LAID_FEW: lambda _v: _(
        "Only %(found)s laid: coming down takes at least %(needed)s cards."
    ),
    Code.COUNT_GREW: lambda _v: _(
        "%(found)s cards: a player who is down never has more than before, %(needed)s."
    ),
    Code.NO_FINAL_DISCARD: lambda _v: _("Discard the last card; it can't be laid or tacked."),
    Code.JOKER_DISCARDED: lambda _v: _("You can't discard a %(joker)s."),
    Code.NOT_BENT: _not_bent,
    Code.NO_ADD_ON: _no_add_on,
    Code.NO_RESHUFFLE: lambda _v: _("The stock has run out once too often, so the round is void."),
    Code.NOT_VOID: lambda _v: _("The round goes on: shuffle the discards into a new stock."),
    Code.TOO_FEW_PLAYERS: lambda _v: _("%(found)s are too few: you need %(needed)s players."),
    Code.TOO_MANY_PLAYERS: lambda _v: _("%(found)s are too many: at most %(needed)s can play."),
    Code.POINTS_ODD: lambda _v: _(
        "%(found)s is odd, but everything counts twice. The nearest possible is %(needed)s."
    ),
    Code.POINTS_LOW: lambda _v: _("%(found)s is too low. The lowest possible is %(needed)s."),
    Code.POINTS_HIGH: lambda _v: _("%(found)s is too high. The highest possible is %(needed)s."),
    Code.POINTS_GAP: lambda _v: _(
        "No cards add up to %(found)s. The nearest possible is %(needed)s."
    ),
    Code.NO_SHARE: _no_share,
    Code.WRONG_SEAT: lambda _v: _("By the rules it’s another player’s turn to do this."),
}
