"""Calls of the upcard: granted, refused, or questioned and written down all the same."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import CallAnswered
from kalooki_ref.game.state import Game, is_refused_overcall
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.access.writing import is_repeat, word_of_reason, written
from kalooki_ref.web.messages.rule_words import overcall_words
from kalooki_ref.web.messages.verdicts import say_plain

blueprint = Blueprint("calls", __name__)


@blueprint.post("/g/<game_id>/calls")
def answer(game_id: str) -> ResponseReturnValue:
    """Write a call down; one that cannot be is questioned first, and never refused."""
    table = open_table(game_id)
    player = seat_sent(table.game)
    if request.form.get("answer") == "refused":
        said = _refused(table, player)
        return written(table, CallAnswered(player, granted=False), said)
    call = CallAnswered(player)
    verdict = judge_event(table.game, call)
    if verdict.legal or is_repeat(table):
        return written(table, call, _granted(table.game, player))
    word = word_of_reason(request.form.get("word", ""))
    if not word:
        return _questioned(table, player, verdict), 422
    insisted = CallAnswered(player, overruled=word)
    return written(table, insisted, _granted(table.game, player))


def seat_sent(game: Game) -> int:
    """Return the player of the form, who must sit at the table; answers 404 for anybody else."""
    sent = request.form.get("player", "")
    number = int(sent) if sent.isascii() and sent.isdigit() else 0
    if game.current is None or game.current.place_of(number) is None:
        abort(404, _("There is no such player at this table now."))
    return number


def _granted(game: Game, player: int) -> str:
    name = game.player(player).name
    extra = game.system.cards_per_call - 1
    if extra == 1:
        return _("%(name)s takes the upcard and one card from the stock.", name=name)
    return _("%(name)s takes the upcard and %(num)s cards from the stock.", name=name, num=extra)


def _refused(table: Table, player: int) -> str:
    name = table.game.player(player).name
    said = _("Refused: it costs %(name)s nothing.", name=name)
    if _is_too_many(table.game, player):
        costs = overcall_words(table.system)
        said = _("Refused, but %(name)s had no call left. %(costs)s", name=name, costs=costs)
    if not table.system.refusing_takes_upcard:
        return said
    return _("%(said)s The player in turn takes the upcard.", said=said)


def _is_too_many(game: Game, player: int) -> bool:
    place = game.current.place_of(player) if game.current else None
    return place is not None and is_refused_overcall(place, game.system)


def _questioned(table: Table, player: int, verdict: Verdict) -> str:
    system = table.system
    costs = overcall_words(system) if Code.OVERCALL in verdict.codes else ""
    return render_template(
        "table/questioned.html",
        table=table,
        title=_("Can %(name)s call?", name=table.game.player(player).name),
        faults=[say_plain(finding, system) for finding in verdict.findings],
        costs=costs,
        action=request.path,
        fields={"player": player},
        insist=_("Write the call down anyway"),
        missing="word" in request.form,
    )
