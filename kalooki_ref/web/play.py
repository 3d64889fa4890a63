"""What is recorded during a round: calls, coming down, and a stock that runs out."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import CallAnswered, MeldsLaid, StockReshuffled
from kalooki_ref.game.state import Game, is_refused_overcall
from kalooki_ref.referee.calls import is_out_at_once
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.access.append import is_repeat, reason_sent, written
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
    faults = faults_of(table.game, event)
    if not faults or is_repeat(table):
        return written(table, event, _granted(table.game, player))
    reason = reason_sent()
    if not reason:
        title = _("Can %(name)s call?", name=table.game.player(player).name)
        return _questioned(table, player, title, faults), 422
    insisted = CallAnswered(player, overruled=reason)
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


def faults_of(game: Game, event: CallAnswered | MeldsLaid) -> tuple[str, ...]:
    """Return the faults of a call or a lay, with what an overcall costs; empty when legal."""
    verdict = judge_event(game, event)
    said = tuple(say_plain(finding, game.system) for finding in verdict.findings)
    costs = (overcall_words(game.system),) if Code.OVERCALL in verdict.codes else ()
    return said + costs


def _questioned(table: OpenGame, player: int, title: str, faults: tuple[str, ...]) -> str:
    return render_template(
        "table/questioned.html",
        table=table,
        title=title,
        faults=faults,
        action=request.script_root + request.path,
        player=player,
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
    faults, reason = faults_of(table.game, MeldsLaid(player)), reason_sent()
    if faults and not reason and not is_repeat(table):
        title = _("Can %(name)s come down?", name=name)
        return _questioned(table, player, title, faults), 422
    event = MeldsLaid(player, overruled=reason if faults else "")
    return written(table, event, _came_down(table.game, player))


def _came_down(game: Game, player: int) -> str:
    """Say that a player is down, and what follows where no call of theirs is recorded."""
    name, current = game.player(player).name, game.current
    place = current.place_of(player) if current else None
    if (
        not current
        or not place
        or not is_out_at_once(game.system, number=current.number, calls=place.calls)
    ):
        return _("%(name)s is down.", name=name)
    return _("%(name)s is down. If %(name)s never called, only the discard is left.", name=name)


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
    most, current = table.system.reshuffles, table.game.current
    if most is None or (current is not None and current.reshuffles + 1 < most):
        return _("Saved. Leave the top discard and shuffle the rest.")
    return _(
        "Saved. Leave the top discard and shuffle the rest. "
        "If the stock runs out again, the round is void."
    )
