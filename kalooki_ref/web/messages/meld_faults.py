"""What is wrong with a meld or a first lay, a sentence for each fault."""

from collections.abc import Callable
from typing import Any

from flask_babel import gettext as _

from kalooki_ref.rules.codes import Code
from kalooki_ref.web.messages.translation import ungettext

Values = dict[str, Any]
Sentence = Callable[[Values], str]
"""Takes the values of a finding and returns the sentence, translated, its placeholders open."""


def _suit_again(v: Values) -> str:
    if v["has_colours"]:
        return _("You already have a %(suit)s %(run)s; each must have its own colour.")
    return _("You already have a %(run)s of %(suit)s; each must have its own suit.")


def _opening_short(v: Values) -> str:
    if v["found"] == "":
        return _("The first melds are worth less than %(needed)s.")
    if "builders" not in v:
        return _("The first melds must be worth %(needed)s; these are worth %(found)s.")
    return _(
        "You need %(needed)s to open; these are %(melds)s in melds and %(builders)s in builders."
    )


def _jokers_outnumber(_v: Values) -> str:
    return _("%(jokers)s and only %(naturals)s: there can't be more jokers than real cards.")


def _jokers_side_by_side(v: Values) -> str:
    if v["found"]:
        return _("%(found)s are %(joker_plural)s side by side; in a %(run)s they must be apart.")
    return _("In a %(run)s, no %(joker)s may be next to another.")


def _contract_short(v: Values) -> str:
    if v["found"]:
        return _("The contract is %(wanted)s; this is %(laid)s.")
    return _("This doesn't meet the contract of the round.")


MELD_SENTENCES: dict[Code, Sentence] = {
    Code.NOT_IN_PACK: lambda _v: _("%(cards)s: no such card in the pack of %(system)s."),
    Code.MORE_THAN_PACK: lambda _v: _("%(card)s: the pack has only %(needed)s of this card."),
    Code.SET_TOO_SMALL: lambda v: ungettext(
        "A %(set)s needs at least %(needed)s cards; here is %(found)s.",
        "A %(set)s needs at least %(needed)s cards; here are %(found)s.",
        v["found"],
    ),
    Code.SET_TOO_LARGE: lambda _v: _("A %(set)s has at most %(needed)s cards; here are %(found)s."),
    Code.RANKS_DIFFER: lambda _v: _("%(cards)s: all cards of this %(set)s must be %(kept)s."),
    Code.SUIT_TWICE: lambda _v: _(
        "%(cards)s: a %(set)s has each suit only once, and this one is already there."
    ),
    Code.RUN_TOO_SHORT: lambda v: ungettext(
        "A %(run)s needs at least %(needed)s cards; here is %(found)s.",
        "A %(run)s needs at least %(needed)s cards; here are %(found)s.",
        v["found"],
    ),
    Code.RUN_TOO_LONG: lambda _v: _("A %(run)s has at most %(needed)s cards; here are %(found)s."),
    Code.SUITS_DIFFER: lambda _v: _("%(cards)s: all cards of this %(run)s must be %(suit)s."),
    Code.OUT_OF_ORDER: lambda _v: _("%(found)s is where %(needed)s belongs."),
    Code.ROUND_THE_CORNER: lambda _v: _("%(cards)s: a %(run)s can't go on past the ace."),
    Code.ACE_LOW: lambda _v: _(
        "%(cards)s would be the ace below the two; here the ace is high only."
    ),
    Code.ACE_AT_BOTH_ENDS: lambda _v: _("%(cards)s: a %(run)s can't have an ace at each end here."),
    Code.SET_NATURALS_FEW: lambda v: ungettext(
        "A %(set)s needs at least %(least)s; here is %(found)s.",
        "A %(set)s needs at least %(least)s; here are %(found)s.",
        v["found"],
    ),
    Code.RUN_NATURALS_FEW: lambda v: ungettext(
        "A %(run)s needs at least %(least)s; here is %(found)s.",
        "A %(run)s needs at least %(least)s; here are %(found)s.",
        v["found"],
    ),
    Code.SET_JOKERS_OUTNUMBER: _jokers_outnumber,
    Code.RUN_JOKERS_OUTNUMBER: _jokers_outnumber,
    Code.JOKERS_SIDE_BY_SIDE: _jokers_side_by_side,
    Code.CONTRACT_SHORT: _contract_short,
    Code.CONTRACT_EXCEEDED: lambda _v: _(
        "You may lay only the contract: %(wanted)s, not %(laid)s."
    ),
    Code.OPENING_SHORT: _opening_short,
    Code.RANK_AGAIN: lambda _v: _(
        "%(cards)s: you already have a %(set)s of this rank; each must have its own."
    ),
    Code.SUIT_AGAIN: _suit_again,
    Code.EXTRA_MELD: lambda _v: _(
        "Here you lay nothing beyond the contract; the other cards can only be tacked."
    ),
    Code.MELD_AFTER_TACK: lambda _v: _(
        "All melds come before the first tack of a turn; now only tacking is left."
    ),
    Code.NOT_IN_TURN: lambda _v: _("It isn't this player's turn."),
    Code.NOT_DRAWN: lambda _v: _("Draw first, then lay."),
    Code.BARRED: lambda _v: _("A fault in this round keeps this player from coming down."),
}
