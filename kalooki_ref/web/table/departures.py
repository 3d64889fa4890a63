"""A player leaves: at once, or after the round."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from kalooki_ref.game.events import PlayerLeft
from kalooki_ref.game.fit import FEWEST_PLAYERS
from kalooki_ref.game.ranking import standings
from kalooki_ref.game.state import Game, Player, Round, is_under_way
from kalooki_ref.web.shared.append import already_so, stamp_sent, written
from kalooki_ref.web.shared.open_game import OpenGame, current_round
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table.players import left_already, player_in_game
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("departures", __name__, url_prefix="/g/<game_id>/players/<int:number>/leave")

AFTER_ROUND = "after"


@blueprint.get("")
def ask(opened: OpenGame, number: int) -> ResponseReturnValue:
    player = player_in_game(opened, number)
    return left_already(opened, player) if player.has_left else _page(opened, player)


def _page(opened: OpenGame, player: Player) -> str:
    number, current = player.number, current_round(opened)
    return render(
        "table/players/leave.html",
        table=opened,
        game=opened.game,
        player=player,
        may_leave_now=_may_leave_now(opened.game, current, number),
        may_leave_after=_may_leave_after(opened.game, current, number),
        asks_dealt=current.dealer == number and not is_under_way(current),
        standings=standings(opened.game),
    )


@blueprint.post("")
def leave(opened: OpenGame, number: int) -> ResponseReturnValue:
    """Record that a player leaves; earlier scores remain."""
    player, current = player_in_game(opened, number), current_round(opened)
    after_round = request.form.get("when") == AFTER_ROUND
    if player.has_left:
        return left_already(opened, player)
    if after_round and number in current.leaving:
        sentence = _("%(name)s is already leaving after this round.", name=player.name)
        return already_so(opened, sentence)
    may_leave = _may_leave_after if after_round else _may_leave_now
    # A page that is out of date shows first what it missed.
    is_current = stamp_sent().base >= opened.version
    if is_current and not may_leave(opened.game, current, number):
        return _page(opened, player), 422
    if after_round:
        message = _("%(name)s leaves after this round.", name=player.name)
        return written(opened, PlayerLeft(number, after_round=True), message)
    left = PlayerLeft(number, dealt=is_under_way(current) or "dealt" in request.form)
    return written(opened, left, _("%(name)s left the game.", name=player.name))


def _may_leave_now(game: Game, current: Round, number: int) -> bool:
    return len(set(current.seats) - {number}) >= FEWEST_PLAYERS and _enough_stay(
        game, current, number
    )


def _may_leave_after(game: Game, current: Round, number: int) -> bool:
    """Whether a player in this round, who doesn't leave after it yet, can do so."""
    is_last = current.number == len(game.system.contracts)
    plays_on = number in current.seats and number not in current.leaving
    return plays_on and not is_last and _enough_stay(game, current, number)


def _enough_stay(game: Game, current: Round, number: int) -> bool:
    staying = {player.number for player in game.at_table} - {*current.leaving, number}
    return len(staying) >= FEWEST_PLAYERS
