"""A late player sits down, or one who left comes back."""

from flask import Blueprint, Response, make_response, request
from flask.typing import ResponseReturnValue

from kalooki_ref.game.state import Player
from kalooki_ref.web.shared.append import already_so, written
from kalooki_ref.web.shared.device import remember, with_people
from kalooki_ref.web.shared.open_game import OpenGame, current_round
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table.arrival_forms import LateForm, ReturnForm
from kalooki_ref.web.table.players import player_in_game, players_page
from kalooki_ref.words.entry_words import back_words
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("arrivals", __name__, url_prefix="/g/<game_id>/players")


@blueprint.post("")
def join(opened: OpenGame) -> ResponseReturnValue:
    """Add a late player."""
    current_round(opened)
    form = LateForm(request.form, opened=opened)
    if not form.validate():
        return players_page(opened, form=form), 422
    joined = form.event()
    message = _("%(name)s joined the game.", name=joined.name)
    if joined.next_round:
        message = _("%(name)s joined the game and plays from the next round.", name=joined.name)
    answer = make_response(written(opened, joined, message))
    return remember(answer, **with_people([(joined.name, joined.mark)]))


@blueprint.get("/<int:number>/return")
def returning(opened: OpenGame, number: int) -> ResponseReturnValue:
    player = player_in_game(opened, number)
    if not player.has_left:
        return _back_already(opened, player)
    return _return_page(opened, ReturnForm(game=opened.game, player=player))


@blueprint.post("/<int:number>/return")
def bring_back(opened: OpenGame, number: int) -> ResponseReturnValue:
    """Seat a player who had left, with the same number, mark and scores."""
    player = player_in_game(opened, number)
    if not player.has_left:
        return _back_already(opened, player)
    form = ReturnForm(request.form, game=opened.game, player=player)
    if not form.validate():
        return _return_page(opened, form), 422
    returned = form.event()
    return written(opened, returned, back_words(player.name, waits=returned.next_round))


def _return_page(opened: OpenGame, form: ReturnForm) -> str:
    return render(
        "table/players/return.html",
        table=opened,
        game=opened.game,
        player=form.player,
        form=form,
    )


def _back_already(opened: OpenGame, player: Player) -> Response:
    return already_so(opened, _("%(name)s is already at the table.", name=player.name))
