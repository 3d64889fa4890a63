"""Faults of one meld and of coming down, as sentences."""

from collections.abc import Callable
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.cards import Suit
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.messages.card_words import rank_word, suit_word

Values = dict[str, Any]


def _suits_differ(v: Values) -> str:
    suit = suit_word(Suit(v["needed"])) if v["needed"] else ""
    return _("%(cards)s: all cards of this %(run)s must be %(suit)s.", suit=suit, **v)


def _ranks_differ(v: Values) -> str:
    kept = rank_word(v["rank"])
    return _("%(cards)s: all cards of this %(set)s must be %(kept)s.", kept=kept, **v)


def _suit_again(v: Values) -> str:
    suit = suit_word(Suit(v["found"]))
    if v["has_colours"]:
        return _(
            "You have a %(suit)s %(run)s already; each must have its own colour.", suit=suit, **v
        )
    return _(
        "You have a %(run)s of %(suit)s already; each must be of its own suit.", suit=suit, **v
    )


def _opening_short(v: Values) -> str:
    if v["found"] == "":
        return _("The first melds are worth less than %(needed)s.", **v)
    if not isinstance(v["found"], str):
        return _("The first melds must be worth %(needed)s; these are worth %(found)s.", **v)
    melds, _plus, builders = v["found"].partition("+")
    return _(
        "It takes %(needed)s to open; these are %(melds)s in melds and %(builders)s in builders.",
        melds=melds,
        builders=builders,
        **v,
    )


def _jokers_outnumber(v: Values) -> str:
    return _(
        "%(jokers)s and only %(naturals)s: there may not be more of the one than of the other.",
        **v,
    )


MELD_SENTENCES: dict[Code, Callable[[Values], str]] = {
    Code.NOT_IN_PACK: lambda v: _("%(cards)s: no such card in the pack of %(system)s.", **v),
    Code.MORE_THAN_PACK: lambda v: _(
        "%(card)s is there too often: the pack holds %(needed)s of it.", **v
    ),
    Code.SET_TOO_SMALL: lambda v: ngettext(
        "A %(set)s takes at least %(needed)s cards; here is %(found)s.",
        "A %(set)s takes at least %(needed)s cards; here are %(found)s.",
        v["found"],
        **v,
    ),
    Code.SET_TOO_LARGE: lambda v: _(
        "A %(set)s holds %(needed)s cards at most; here are %(found)s.", **v
    ),
    Code.RANKS_DIFFER: _ranks_differ,
    Code.SUIT_TWICE: lambda v: _(
        "%(cards)s: a %(set)s shows each suit once, and this one is there already.", **v
    ),
    Code.RUN_TOO_SHORT: lambda v: ngettext(
        "A %(run)s takes at least %(needed)s cards; here is %(found)s.",
        "A %(run)s takes at least %(needed)s cards; here are %(found)s.",
        v["found"],
        **v,
    ),
    Code.RUN_TOO_LONG: lambda v: _(
        "A %(run)s holds %(needed)s cards at most; here are %(found)s.", **v
    ),
    Code.SUITS_DIFFER: _suits_differ,
    Code.OUT_OF_ORDER: lambda v: _("%(found)s lies where %(needed)s belongs.", **v),
    Code.ROUND_THE_CORNER: lambda v: _(
        "%(cards)s: a %(run)s ends at the ace and cannot go on past it.", **v
    ),
    Code.ACE_LOW: lambda v: _(
        "%(cards)s would be the ace below the two; here the ace is high only.", **v
    ),
    Code.ACE_AT_BOTH_ENDS: lambda v: _(
        "%(cards)s: a %(run)s cannot have an ace at each end here.", **v
    ),
    Code.SET_NATURALS_FEW: lambda v: ngettext(
        "A %(set)s takes at least %(least)s; here is %(found)s.",
        "A %(set)s takes at least %(least)s; here are %(found)s.",
        v["found"],
        **v,
    ),
    Code.RUN_NATURALS_FEW: lambda v: ngettext(
        "A %(run)s takes at least %(least)s; here is %(found)s.",
        "A %(run)s takes at least %(least)s; here are %(found)s.",
        v["found"],
        **v,
    ),
    Code.SET_JOKERS_OUTNUMBER: _jokers_outnumber,
    Code.RUN_JOKERS_OUTNUMBER: _jokers_outnumber,
    Code.JOKERS_SIDE_BY_SIDE: lambda v: (
        _("%(found)s are %(joker_plural)s side by side; in a %(run)s they must lie apart.", **v)
        if v["found"]
        else _("In a %(run)s no %(joker)s may lie beside another.", **v)
    ),
    Code.CONTRACT_SHORT: lambda v: (
        _("The contract wants %(wanted)s; this is %(laid)s.", **v)
        if v["found"]
        else _("The contract of this round is not met.", **v)
    ),
    Code.CONTRACT_EXCEEDED: lambda v: _(
        "Nothing beyond the contract may be laid: %(wanted)s, not %(laid)s.", **v
    ),
    Code.OPENING_SHORT: _opening_short,
    Code.RANK_AGAIN: lambda v: _(
        "%(cards)s: you have a %(set)s of this rank already; each must be of its own.", **v
    ),
    Code.SUIT_AGAIN: _suit_again,
    Code.EXTRA_MELD: lambda v: _(
        "Beyond the contract nothing more may be laid here; what is left can only be tacked.", **v
    ),
    Code.MELD_AFTER_TACK: lambda v: _(
        "All melds come before the first tack of a turn; now only tacking is left.", **v
    ),
    Code.NOT_IN_TURN: lambda v: _("It is not this player's turn.", **v),
    Code.NOT_DRAWN: lambda v: _("Draw first, then lay.", **v),
    Code.BARRED: lambda v: _("After an overcall this player may not come down this round.", **v),
}
