"""Faults of counts, of going out, and of what is written down, as sentences."""

from collections.abc import Callable
from typing import Any

from flask_babel import gettext as _

from kalooki_ref.rules.codes import Code

Values = dict[str, Any]

ROUND_SENTENCES: dict[Code, Callable[[Values], str]] = {
    Code.COUNT_ODD: lambda v: _(
        "No number of calls makes it %(found)s cards; %(needed)s could be.", **v
    ),
    Code.COUNT_LOW: lambda v: _(
        "%(found)s cards are too few: there must be at least %(needed)s.", **v
    ),
    Code.COUNT_HIGH: lambda v: _(
        "%(found)s cards are too many: there can be at most %(needed)s.", **v
    ),
    Code.COUNT_GREW: lambda v: _(
        "%(found)s cards: a player who is down never holds more than before, %(needed)s.", **v
    ),
    Code.NO_FINAL_DISCARD: lambda v: _("The last card must be thrown, not laid or tacked.", **v),
    Code.JOKER_DISCARDED: lambda v: _("A %(joker)s cannot be thrown.", **v),
    Code.NOT_BENT: lambda v: _("This is no %(bent)s.", **v),
    Code.NO_ADD_ON: lambda v: (
        _("Once somebody is out, only players who are down may still add cards.", **v)
        if v["needed"]
        else _("Once somebody is out nobody adds any cards.", **v)
    ),
    Code.NO_RESHUFFLE: lambda v: _(
        "The stock is spent once too often: now the round is void.", **v
    ),
    Code.NOT_VOID: lambda v: _(
        "The round goes on: the discards are shuffled and become the stock.", **v
    ),
    Code.TOO_FEW_PLAYERS: lambda v: _("%(found)s are too few: it takes %(needed)s players.", **v),
    Code.TOO_MANY_PLAYERS: lambda v: _("%(found)s are too many: at most %(needed)s can play.", **v),
    Code.POINTS_ODD: lambda v: _(
        "%(found)s is odd, and everything counts twice; the nearest that can be is %(needed)s.", **v
    ),
    Code.POINTS_LOW: lambda v: _(
        "%(found)s is too low: %(needed)s is the least there can be.", **v
    ),
    Code.POINTS_HIGH: lambda v: _(
        "%(found)s is too high: %(needed)s is the most there can be.", **v
    ),
    Code.POINTS_GAP: lambda v: _(
        "No cards add up to %(found)s; the nearest that can be is %(needed)s.", **v
    ),
    Code.NO_SHARE: lambda v: (
        _("%(found)s points: only fewer than %(needed)s have a share of the pool.", **v)
        if v["needed"]
        else _("There is no pool in %(system)s.", **v)
    ),
    Code.WRONG_SEAT: lambda v: _("The rule names another player for this.", **v),
}
