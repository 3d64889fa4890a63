"""Coming down without cards: a player is down, or laid what was no contract."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import MeldsLaid
from kalooki_ref.web.access.open_game import open_table
from kalooki_ref.web.access.writing import is_repeat, word_of_reason, written
from kalooki_ref.web.messages.rule_words import false_lay_words, overcall_words
from kalooki_ref.web.messages.verdicts import say_plain
from kalooki_ref.web.table.calls import seat_sent

blueprint = Blueprint("lays", __name__)


@blueprint.post("/g/<game_id>/lays")
def lay(game_id: str) -> ResponseReturnValue:
    """Mark a player as down, or note a false lay whose cards went back into the hand."""
    table = open_table(game_id)
    player = seat_sent(table.game)
    name = table.game.player(player).name
    if request.form.get("returned"):
        costs = false_lay_words(table.system)
        said = _("%(name)s takes the cards back.", name=name)
        return written(table, MeldsLaid(player, returned=True), f"{said} {costs}")
    verdict = judge_event(table.game, MeldsLaid(player))
    word = word_of_reason(request.form.get("word", ""))
    if verdict.legal or word or is_repeat(table):
        overruled = "" if verdict.legal else word
        said = _("%(name)s is down.", name=name)
        return written(table, MeldsLaid(player, overruled=overruled), said)
    page = render_template(
        "table/questioned.html",
        table=table,
        title=_("Can %(name)s come down?", name=name),
        faults=[say_plain(finding, table.system) for finding in verdict.findings],
        costs=overcall_words(table.system),
        action=request.path,
        fields={"player": player},
        insist=_("Mark as down anyway"),
        missing="word" in request.form,
    )
    return page, 422
