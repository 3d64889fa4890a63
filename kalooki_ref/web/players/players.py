"""People during a game: renamed, reseated, late, gone; and who deals the round at hand."""

from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import PlayerLeft, PlayerRenamed
from kalooki_ref.game.standings import joining_points
from kalooki_ref.game.state import Player, Round
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.access.writing import written
from kalooki_ref.web.forms.names import tidy
from kalooki_ref.web.players.form import LateForm, Seats, name_fault, reseated, seats_sent

blueprint = Blueprint("players", __name__)


@blueprint.get("/g/<game_id>/players")
def show(game_id: str) -> str:
    """Show the seats, each name, and the chair for a latecomer."""
    return _page(open_table(game_id))


@blueprint.post("/g/<game_id>/players/seats")
def reseat(game_id: str) -> ResponseReturnValue:
    """Show the seats moved by one of the small buttons, or write the new order down."""
    table = open_table(game_id)
    seats = seats_sent(request.form, _round(table))
    if request.form.get("act"):
        return _page(table, seats=seats.after(request.form["act"]))
    return written(table, reseated(seats), _("The seats are as you put them."))


@blueprint.post("/g/<game_id>/players/<int:number>/name")
def rename(game_id: str, number: int) -> ResponseReturnValue:
    """Call a player something else."""
    table = open_table(game_id)
    player = _player(table, number)
    name = tidy(request.form.get("name", ""))
    fault = name_fault(name, table.game, but=number)
    if fault:
        renaming = {"number": number, "name": request.form.get("name", ""), "fault": fault}
        return _page(table, renaming=renaming), 422
    said = _("%(old)s is called %(new)s from now on.", old=player.name, new=name)
    return written(table, PlayerRenamed(number, name), said)


@blueprint.post("/g/<game_id>/players")
def seat(game_id: str) -> ResponseReturnValue:
    """Seat a latecomer with the points the table agreed."""
    table = open_table(game_id)
    _round(table)
    form = LateForm(request.form, game=table.game)
    if not form.validate():
        return _page(table, form=form), 422
    return written(table, form.event(), _("%(name)s sits at the table.", name=form.name.data))


@blueprint.get("/g/<game_id>/players/<int:number>/leave")
def leaving(game_id: str, number: int) -> str:
    """Ask once more before somebody leaves."""
    table = open_table(game_id)
    player = _player(table, number)
    last = len(_round(table).places) < 3
    return render_template("players/leave.html", table=table, player=player, last=last)


@blueprint.post("/g/<game_id>/players/<int:number>/leave")
def leave(game_id: str, number: int) -> ResponseReturnValue:
    """Write down that somebody left; the scores so far stay."""
    table = open_table(game_id)
    player = _player(table, number)
    return written(table, PlayerLeft(number), _("%(name)s left the table.", name=player.name))


def _page(
    table: Table,
    *,
    seats: Seats | None = None,
    form: LateForm | None = None,
    renaming: dict[str, Any] | None = None,
) -> str:
    current = _round(table)
    return render_template(
        "players/show.html",
        table=table,
        game=table.game,
        seats=seats or Seats(current.seats, current.dealer),
        form=form or LateForm(game=table.game),
        renaming=renaming or {},
        dealers=[(one, table.game.player(one).name) for one in current.seats],
        suggested=joining_points(table.game),
        back=url_for("table.show", game_id=table.id),
    )


def _player(table: Table, number: int) -> Player:
    if _round(table).place_of(number) is None:
        abort(404, _("There is no such player at this table now."))
    return table.game.player(number)


def _round(table: Table) -> Round:
    if table.game.current is None:
        abort(404, _("This game is over; its seats are empty."))
    return table.game.current
