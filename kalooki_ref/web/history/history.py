"""The log of a game: its minute book, newest first, each entry one tap from being taken back."""

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.state import Round
from kalooki_ref.web.access.devices import remember, this_device
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.forms.names import LONGEST_NAME, fault_of, tidy
from kalooki_ref.web.history.minutes import minutes

blueprint = Blueprint("history", __name__)


@blueprint.get("/g/<game_id>/log")
def show(game_id: str) -> str:
    """Show the whole book."""
    return _page(open_table(game_id))


@blueprint.post("/g/<game_id>/log/writer")
def sign(game_id: str) -> ResponseReturnValue:
    """Let this phone sign what it writes from now on with a name; blank signs nothing."""
    table = open_table(game_id)
    label = tidy(request.form.get("label", ""))
    fault = fault_of(label) if label else None
    if fault:
        return _page(table, label=label, fault=fault), 422
    signed = _("This phone signs as %(name)s.", name=label)
    said = signed if label else _("This phone signs nothing.")
    flash(said, "success")
    back: Response = make_response(redirect(url_for("history.show", game_id=table.id), 303))
    return remember(back, label=label[:LONGEST_NAME])


def _page(table: Table, *, label: str | None = None, fault: str = "") -> str:
    return render_template(
        "history/show.html",
        table=table,
        game=table.game,
        minutes=minutes(table),
        ends={played.seq: index for index, played in _ended(table)},
        label=this_device().label if label is None else label,
        fault=fault,
    )


def _ended(table: Table) -> list[tuple[int, Round]]:
    return list(enumerate(table.game.past, 1))
