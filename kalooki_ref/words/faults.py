"""Sentences for faults."""

from collections.abc import Callable
from typing import Any

from kalooki_ref.referee.meld import End
from kalooki_ref.referee.verdict import OnlyFor
from kalooki_ref.rules.choices import TakenUpcard
from kalooki_ref.rules.codes import Code
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import ungettext
from kalooki_ref.words.proofs import barred_sentence, not_bent_sentence

Values = dict[str, Any]
# Called with the values of a finding; returns a translated sentence with placeholders.
Sentence = Callable[[Values], str]


def sentence_of(code: Code, values: Values) -> str:
    """Return the translated sentence for a fault, with placeholders unfilled."""
    sentence = SENTENCES[code]
    return sentence(values) if callable(sentence) else str(sentence)


def _either(fact: str, known: object, unknown: object) -> Sentence:
    """Return the sentence ``known`` if a finding has this fact, else ``unknown``."""
    return lambda v: str(known if v[fact] else unknown)


def _more_than_pack(v: Values) -> str:
    if not v["needed"]:
        return _("%(card)s: the pack has no such card.")
    return ungettext(
        "%(card)s: the pack has only %(needed)s of this card.",
        "%(card)s: the pack has only %(needed)s of this card.",
        v["needed"],
    )


def _out_of_order(v: Values) -> str:
    if not v["needed"]:
        return _("%(card)s is in this %(run)s twice.")
    if v["count"] == 1:
        return _("%(found)s is where %(needed)s belongs.")
    return ungettext(
        "%(needed)s is missing between %(found)s.",
        "%(needed)s are missing between %(found)s.",
        v["missing"],
    )


def _contract_short(v: Values) -> str:
    if not v["found"]:
        return _("This doesn’t meet the contract of the round.")
    if not v["counts"]:
        return _("The contract is %(wanted)s; no meld here is large enough.")
    return _("The contract is %(wanted)s; this is %(laid)s.")


def _opening_short(v: Values) -> str:
    if "melds" not in v:
        return _("The first melds are worth less than %(needed)s.")
    if not v["builders"]:
        return _("The first melds must be worth %(needed)s; these are worth %(melds)s.")
    return _(
        "You need %(needed)s to open; these are %(melds)s in melds and %(builders)s in builders."
    )


def _no_fit(v: Values) -> str:
    if v["found"]:
        return _("%(found)s doesn’t fit there; %(needed)s would.")
    if not v["needed"]:
        return _("%(cards)s: the app can’t tell what fits there.")
    return _("%(cards)s: this %(set)s takes only %(kept)s.")


def _no_free_end(v: Values) -> str:
    if v["needed"] is End.HIGH:
        return _("There is no room for the %(joker)s at the high end of this %(run)s.")
    if v["needed"] is End.LOW:
        return _("There is no room for the %(joker)s at the low end of this %(run)s.")
    return _("There is no free end for the %(joker)s to go to.")


def _upcard_unmelded(v: Values) -> str:
    if v["needed"] is TakenUpcard.MELDED:
        return _("If you take the upcard, you must meld it the same turn.")
    return _("If you take the upcard, you must meld or tack it the same turn.")


def _no_share(v: Values) -> str:
    if v["needed"] is OnlyFor.WINNER:
        return _("The winner takes the whole pool.")
    if v["needed"]:
        return _("%(found)s points: only players below %(needed)s get a share of the pool.")
    return _("There is no pool in %(system)s.")


_JOKERS_OUTNUMBER = _l(
    "%(jokers)s and only %(naturals)s: there can’t be more %(joker_plural)s than real cards."
)
SENTENCES: dict[Code, object] = {
    Code.NOT_IN_PACK: _l("%(cards)s: no such card in the pack of %(system)s."),
    Code.MORE_THAN_PACK: _more_than_pack,
    Code.SET_TOO_SMALL: lambda v: ungettext(
        "A %(set)s needs at least %(needed)s cards; this one has %(found)s.",
        "A %(set)s needs at least %(needed)s cards; this one has %(found)s.",
        v["found"],
    ),
    Code.SET_TOO_LARGE: _l("A %(set)s has at most %(needed)s cards; this one has %(found)s."),
    Code.RANKS_DIFFER: _l("%(cards)s: all cards of this %(set)s must be %(kept)s."),
    Code.SUIT_TWICE: _l(
        "%(cards)s: a %(set)s has each suit only once, and this one is already there."
    ),
    Code.RUN_TOO_SHORT: lambda v: ungettext(
        "A %(run)s needs at least %(needed)s cards; this one has %(found)s.",
        "A %(run)s needs at least %(needed)s cards; this one has %(found)s.",
        v["found"],
    ),
    Code.RUN_TOO_LONG: _l("A %(run)s has at most %(needed)s cards; this one has %(found)s."),
    Code.RUN_OVER_LIMIT: _l("A %(run)s has at most %(needed)s cards; this one has %(found)s."),
    Code.END_OVER_LIMIT: lambda v: ungettext(
        "In a turn you may add at most %(needed)s card to one end of a %(run)s; these are "
        "%(found)s.",
        "In a turn you may add at most %(needed)s cards to one end of a %(run)s; these are "
        "%(found)s.",
        v["needed"],
    ),
    Code.SUITS_DIFFER: _either(
        "has_colours",
        _l("%(cards)s: this %(run)s must be all %(suit)s."),
        _l("%(cards)s: all cards of this %(run)s must be %(suit)s."),
    ),
    Code.OUT_OF_ORDER: _out_of_order,
    Code.ROUND_THE_CORNER: _l("%(cards)s: a %(run)s can’t go on past the ace."),
    Code.ACE_LOW: _l("%(cards)s would be the ace below the two; here the ace is high only."),
    Code.ACE_AT_BOTH_ENDS: _l("%(cards)s: a %(run)s can’t have an ace at each end here."),
    Code.SET_NATURALS_FEW: lambda v: ungettext(
        "A %(set)s needs at least %(least)s; this one has %(found)s.",
        "A %(set)s needs at least %(least)s; this one has %(found)s.",
        v["found"],
    ),
    Code.RUN_NATURALS_FEW: lambda v: ungettext(
        "A %(run)s needs at least %(least)s; this one has %(found)s.",
        "A %(run)s needs at least %(least)s; this one has %(found)s.",
        v["found"],
    ),
    Code.SET_JOKERS_OUTNUMBER: _JOKERS_OUTNUMBER,
    Code.RUN_JOKERS_OUTNUMBER: _JOKERS_OUTNUMBER,
    Code.JOKERS_SIDE_BY_SIDE: _either(
        "found",
        _l("%(found)s are %(joker_plural)s side by side; in a %(run)s they must be apart."),
        _l("In a %(run)s, no %(joker)s may be next to another."),
    ),
    Code.CONTRACT_SHORT: _contract_short,
    Code.CONTRACT_EXCEEDED: _l("You may lay only the contract: %(wanted)s, not %(laid)s."),
    Code.OPENING_SHORT: _opening_short,
    Code.CARDS_KEPT: _either(
        "needed",
        _l("The last contract is laid with all cards, at least %(needed)s; these are %(found)s."),
        _l("The last contract is laid with all cards: none is kept, and none is discarded."),
    ),
    Code.RANK_AGAIN: _l(
        "%(cards)s: you already have a %(set)s of this rank; each must have its own."
    ),
    Code.SUIT_AGAIN: _either(
        "has_colours",
        _l("You already have a %(suit)s %(run)s; each must have its own colour."),
        _l("You already have a %(run)s of %(suit)s; each must have its own suit."),
    ),
    Code.EXTRA_MELD: _l(
        "Here you lay nothing beyond the contract; the other cards can only be tacked."
    ),
    Code.MELD_AFTER_TACK: _l(
        "All melds come before the first tack of a turn; now only tacking is left."
    ),
    Code.NOT_IN_TURN: _l("It isn’t this player’s turn."),
    Code.NOT_DRAWN: _l("Draw first, then lay."),
    Code.BARRED: lambda v: barred_sentence(v["needed"]),
    Code.NOT_DOWN: _l("Come down first; only then may you touch melds on the board."),
    Code.NO_FIT: _no_fit,
    Code.LOW_END_CLOSED: _l(
        "%(card)s can’t go to the low end before the %(run)s has reached the ace at the top."
    ),
    Code.NO_JOKER_THERE: _l("There is no %(joker)s in that place."),
    Code.NOT_THE_CARD: _either(
        "cards",
        _l("The %(joker)s stands for %(needed)s, not for %(cards)s."),
        _l("The %(joker)s stands for %(needed)s."),
    ),
    Code.JOKER_FIXED: _l("A %(joker)s on the board stays where it is."),
    Code.JOKER_AT_END: _l("Only a %(joker)s between two cards of a %(run)s can be replaced."),
    Code.NOT_THE_OWNER: _l("Only the player who laid the %(run)s may move its %(joker)s."),
    Code.SET_JOKER_FIXED: _either(
        "needed",
        _l("The %(joker)s leaves the %(set)s only for all the missing cards: %(needed)s."),
        _l("A %(joker)s in a %(set)s can’t be moved."),
    ),
    Code.SET_LOCKED: _l("A %(set)s of %(needed)s is complete: its %(joker)s stays."),
    Code.NO_FREE_END: _no_free_end,
    Code.END_NEEDED: _l("Say to which end of the %(run)s the %(joker)s goes."),
    Code.JOKER_NOT_REUSED: _l(
        "A %(joker)s taken from the board must be played again in the same turn."
    ),
    Code.HIGH_END_FIRST: _l(
        "The %(card)s belongs at the high end of the %(run)s, not yet at the low one."
    ),
    Code.JOKER_INTO_HAND: _either(
        "needed",
        _l("Only a %(joker)s that you replace in a %(run)s of your own goes into your hand."),
        _l("A %(joker)s on the board never goes into a hand."),
    ),
    Code.NO_CALLING: _l("There is no calling in %(system)s."),
    Code.CALLER_DOWN: _either(
        "needed",
        _l("After the first part of the contract a player can’t call."),
        _l("A player who is down can’t call."),
    ),
    Code.OVERCALL: _l("This makes %(found)s calls; a player has %(needed)s in a round."),
    Code.OWN_DISCARD: _l("Nobody calls their own discard."),
    Code.FIRST_UPCARD: _l(
        "The card turned up after the deal can’t be called: no player discarded it."
    ),
    Code.DEAD_CARD: _l("A card below the upcard is dead."),
    Code.CALL_TOO_EARLY: _l("Call a card once it is on the discard pile."),
    Code.CALL_TOO_LATE: _l("Too late: the player in turn has started to draw."),
    Code.CALL_AGAIN: _l("There is one call in a turn, and it has been made."),
    Code.MUST_GRANT: _l("A player who is down must grant every call."),
    Code.REFUSED_UNTAKEN: _l("The player who refuses a call must take the upcard."),
    Code.NOT_THE_DECIDER: _l("Another player has to answer this call."),
    Code.LAYS_WHILE_CALLING: _l("A caller neither lays nor discards with the call."),
    Code.UPCARD_AFTER_CALL: _l(
        "After a granted call you draw from the stock; the card beneath is dead."
    ),
    Code.UPCARD_WHILE_DOWN: _l("A player who is down draws from the stock only."),
    Code.UPCARD_UNMELDED: _upcard_unmelded,
    Code.COUNT_ODD: lambda v: ungettext(
        "No number of calls makes it %(found)s card; it could be %(needed)s or %(next)s.",
        "No number of calls makes it %(found)s cards; it could be %(needed)s or %(next)s.",
        v["found"],
    ),
    Code.COUNT_LOW: lambda v: ungettext(
        "%(found)s card is too few: there must be at least %(needed)s.",
        "%(found)s cards are too few: there must be at least %(needed)s.",
        v["found"],
    ),
    Code.COUNT_HIGH: lambda v: ungettext(
        "%(found)s card is too many: there can be at most %(needed)s.",
        "%(found)s cards are too many: there can be at most %(needed)s.",
        v["found"],
    ),
    Code.PUT_RIGHT_OTHERWISE: _l("A miscounted hand isn’t corrected that way here."),
    Code.LAID_FEW: lambda v: ungettext(
        "Only %(found)s laid: coming down takes at least %(needed)s card.",
        "Only %(found)s laid: coming down takes at least %(needed)s cards.",
        v["needed"],
    ),
    Code.COUNT_GREW: lambda v: ungettext(
        "%(found)s card: a player who is down never has more than before, %(needed)s.",
        "%(found)s cards: a player who is down never has more than before, %(needed)s.",
        v["found"],
    ),
    Code.NO_FINAL_DISCARD: _l("Discard the last card; it can’t be laid or tacked."),
    Code.JOKER_DISCARDED: _l("You can’t discard a %(joker)s."),
    Code.NOT_BENT: lambda v: not_bent_sentence(v["needed"]),
    Code.NO_ADD_ON: _either(
        "needed",
        _l("Once somebody goes out, only players who are down may still add cards."),
        _l("Once somebody goes out, nobody may add cards."),
    ),
    Code.NO_RESHUFFLE: _l("The stock has run out once too often, so the round is void."),
    Code.NOT_VOID: _l("The round goes on: shuffle the discards into a new stock."),
    Code.TOO_FEW_PLAYERS: _l("%(found)s are too few: you need %(needed)s players."),
    Code.TOO_MANY_PLAYERS: _l("%(found)s are too many: at most %(needed)s can play."),
    Code.POINTS_ODD: _l(
        "%(found)s is odd, but everything counts twice. The nearest possible is %(needed)s."
    ),
    Code.POINTS_LOW: _l("%(found)s is too low. The lowest possible is %(needed)s."),
    Code.POINTS_HIGH: _l("%(found)s is too high. The highest possible is %(needed)s."),
    Code.POINTS_GAP: _l("No hand here can be worth %(found)s. The nearest possible is %(needed)s."),
    Code.NO_SHARE: _no_share,
    Code.WRONG_SEAT: _l("By the rules it’s another player’s turn to do this."),
}
