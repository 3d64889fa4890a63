"""Jokers taken off the board to be played again in the same turn."""

from dataclasses import dataclass

from flask import url_for

from kalooki_ref.cards import JOKER
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import Clause
from kalooki_ref.web.access.open_game import OpenGame


@dataclass(frozen=True, slots=True)
class Freed:
    """Who holds so many jokers to be played again at once, whether down, and the two ways on."""

    name: str
    count: int
    is_down: bool
    tack: str
    lay: str


@dataclass(frozen=True, slots=True)
class FreedJokers:
    """The joker to be played now, who never told where one went, and the rule behind it."""

    now: Freed | None
    untold: str
    clause: Clause | None


def freed_jokers(table: OpenGame) -> FreedJokers:
    """Return what the board says of jokers that left it."""
    current = table.game.current
    clause = table.system.clause_for(Code.JOKER_NOT_REUSED)
    seats = dict.fromkeys(current.unplayed_jokers) if current else {}
    return FreedJokers(
        now=_now(table),
        untold=", ".join(table.game.player(seat).name for seat in seats),
        clause=clause,
    )


def _now(table: OpenGame) -> Freed | None:
    current = table.game.current
    turn = current.turn if current else None
    if current is None or turn is None or not turn.owed:
        return None
    place = current.place_of(turn.player)
    joker = str(JOKER)
    return Freed(
        name=table.game.player(turn.player).name,
        count=turn.owed,
        is_down=place is not None and place.is_down,
        tack=url_for("board_tacks.show", game_id=table.id, player=turn.player, cards=joker),
        lay=url_for("board_lays.show", game_id=table.id, player=turn.player, meld=joker),
    )
