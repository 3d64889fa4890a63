"""What is recorded during a round: calls, coming down, and a stock that runs out."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import CallAnswered, MeldsLaid, StockReshuffled
from kalooki_ref.game.state import Game, is_refused_overcall
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.access.append import is_repeat, word_of_reason, written
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.forms.query import whole_number
from kalooki_ref.web.messages.rule_words import false_lay_words, overcall_words
from kalooki_ref.web.messages.verdicts import say_plain

blueprint = Blueprint("play", __name__)


@blueprint.post("/g/<game_id>/calls")
def call(game_id: str) -> ResponseReturnValue:
    """Write a call down; one that cannot be is questioned first, and never refused."""
    table = open_game(game_id)
    player = seat_sent(table.game)
    if request.form.get("answer") == "refused":
        said = _refused(table, player)
        return written(table, CallAnswered(player, granted=False), said)
    event = CallAnswered(player)
    verdict = judge_event(table.game, event)
    if verdict.legal or is_repeat(table):
        return written(table, event, _granted(table.game, player))
    word = word_of_reason(request.form.get("word", ""))
    if not word:
        return _questioned(table, player, verdict), 422
    insisted = CallAnswered(player, overruled=word)
    return written(table, insisted, _granted(table.game, player))


def seat_sent(game: Game) -> int:
    """Return the player of the form, who must sit at the table; answers 404 for anybody else."""
    number = whole_number(request.form, "player") or 0
    if game.current is None or game.current.place_of(number) is None:
        abort(404, _("That player isn’t in this round."))
    return number


def _granted(game: Game, player: int) -> str:
    name = game.player(player).name
    extra = game.system.cards_per_call - 1
    if extra == 1:
        return _("%(name)s takes the upcard and one card from the stock.", name=name)
    return _("%(name)s takes the upcard and %(num)s cards from the stock.", name=name, num=extra)


def _refused(table: OpenGame, player: int) -> str:
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


def _questioned(table: OpenGame, player: int, verdict: Verdict) -> str:
    system = table.system
    costs = overcall_words(system) if Code.OVERCALL in verdict.codes else ""
    return render_template(
        "table/questioned.html",
        table=table,
        title=_("Can %(name)s call?", name=table.game.player(player).name),
        faults=[say_plain(finding, system) for finding in verdict.findings],
        costs=costs,
        action=request.script_root + request.path,
        fields={"player": player},
        insist=_("Record the call anyway"),
        missing="word" in request.form,
    )


@blueprint.post("/g/<game_id>/lays")
def lay(game_id: str) -> ResponseReturnValue:
    """Mark a player as down, or note a false lay whose cards went back into the hand."""
    table = open_game(game_id)
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
        action=request.script_root + request.path,
        fields={"player": player},
        insist=_("Mark as down anyway"),
        missing="word" in request.form,
    )
    return page, 422


@blueprint.get("/g/<game_id>/stock")
def stock(game_id: str) -> str:
    """Show what to do now that the stock ran out."""
    table = open_game(game_id)
    verdict = judge_event(table.game, StockReshuffled())
    return _page(table, [say_plain(finding, table.system) for finding in verdict.findings])


@blueprint.post("/g/<game_id>/reshuffles")
def reshuffle(game_id: str) -> ResponseReturnValue:
    """Note that the discards became stock; once too often, the round is void, and that is said."""
    table = open_game(game_id)
    verdict = judge_event(table.game, StockReshuffled())
    if not (verdict.legal or request.form.get("insist") or is_repeat(table)):
        faults = [say_plain(finding, table.system) for finding in verdict.findings]
        return _page(table, faults), 422
    return written(table, StockReshuffled(), _said(table))


def _page(table: OpenGame, faults: list[str]) -> str:
    return render_template("table/spent.html", table=table, game=table.game, faults=faults)


def _said(table: OpenGame) -> str:
    if table.system.reshuffles is None:
        return _("Saved. Leave the top discard and shuffle the rest.")
    return _(
        "Saved. Leave the top discard and shuffle the rest. "
        "If the stock runs out again, the round is void."
    )
