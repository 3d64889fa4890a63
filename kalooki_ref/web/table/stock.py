"""The stock runs out: shuffled anew, or the round is void."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import StockReshuffled
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.access.writing import is_repeat, written
from kalooki_ref.web.messages.verdicts import say_plain

blueprint = Blueprint("stock", __name__)


@blueprint.get("/g/<game_id>/stock")
def spent(game_id: str) -> str:
    """Show what to do now that the stock ran out."""
    table = open_table(game_id)
    verdict = judge_event(table.game, StockReshuffled())
    return _page(table, [say_plain(finding, table.system) for finding in verdict.findings])


@blueprint.post("/g/<game_id>/reshuffles")
def reshuffle(game_id: str) -> ResponseReturnValue:
    """Note that the discards became stock; once too often, the round is void, and that is said."""
    table = open_table(game_id)
    verdict = judge_event(table.game, StockReshuffled())
    if not (verdict.legal or request.form.get("insist") or is_repeat(table)):
        faults = [say_plain(finding, table.system) for finding in verdict.findings]
        return _page(table, faults), 422
    return written(table, StockReshuffled(), _said(table))


def _page(table: Table, faults: list[str]) -> str:
    return render_template("table/spent.html", table=table, game=table.game, faults=faults)


def _said(table: Table) -> str:
    if table.system.reshuffles is None:
        return _("Noted. Leave the top discard where it is, and shuffle the rest.")
    return _("Noted. Leave the top discard, shuffle the rest. Spent again, the round is void.")
