"""Recording during a round: calls, coming down, reshuffles of the stock."""

from dataclasses import replace

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import CallAnswered, MeldsLaid, StockReshuffled
from kalooki_ref.game.record import in_force
from kalooki_ref.game.state import Game, is_refused_overcall
from kalooki_ref.referee.calls import is_out_at_once
from kalooki_ref.rules.codes import Code
from kalooki_ref.web.rulings.recording import take_back
from kalooki_ref.web.shared.append import already_so, is_repeat, reason_sent, stamp_sent, written
from kalooki_ref.web.shared.open_game import OpenGame, current_round, player_in
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rule_words import overcall_words
from kalooki_ref.words.verdicts import say_plain

blueprint = Blueprint("play", __name__)


@blueprint.post("/g/<game_id>/calls")
def call(opened: OpenGame) -> ResponseReturnValue:
    """Save a call; an illegal one needs confirmation, but is never refused."""
    player = seat_sent(opened)
    if request.form.get("answer") == "refused":
        refused = CallAnswered(player, granted=False)
        return written(opened, refused, _refused(opened, player) + _again(opened, refused))
    granted = CallAnswered(player)
    title = _("Can %(name)s call?", name=opened.game.player(player).name)
    return _judged(opened, granted, title, _granted(opened.game, player) + _again(opened, granted))


def _again(opened: OpenGame, call: CallAnswered) -> str:
    """Return a sentence if another phone may have saved this call; empty if none can have.

    Two phones may both be tapped for one call, and two calls may be right: nothing is refused.
    """
    base = stamp_sent().base
    is_there = any(
        isinstance(entry.event, CallAnswered)
        and (entry.event.player, entry.event.granted) == (call.player, call.granted)
        for entry in in_force(opened.entries)
        if entry.seq > base
    )
    if not is_there or is_repeat(opened):
        return ""
    name = opened.game.player(call.player).name
    return " " + _(
        "Another call of %(name)s was saved meanwhile. Was it the same one? Then undo one.",
        name=name,
    )


def seat_sent(opened: OpenGame) -> int:
    """Return the submitted player; aborts with 404 if not at the table, or the game is over."""
    current_round(opened)
    return player_in(request.form, opened.game) or abort(404, _("That player isn’t in this round."))


def _granted(game: Game, player: int) -> str:
    name = game.player(player).name
    extra = game.system.cards_per_call - 1
    if extra == 1:
        return _("%(name)s takes the upcard and one card from the stock.", name=name)
    return _("%(name)s takes the upcard and %(num)s cards from the stock.", name=name, num=extra)


def _refused(opened: OpenGame, player: int) -> str:
    name = opened.game.player(player).name
    message = _("Refused: it costs %(name)s nothing.", name=name)
    place = opened.game.current.place_of(player) if opened.game.current else None
    if place is not None and is_refused_overcall(place, opened.system):
        costs = overcall_words(opened.system)
        message = _("Refused, but %(name)s had no call left. %(costs)s", name=name, costs=costs)
    if not opened.system.refusing_takes_upcard:
        return message
    return _("%(message)s The player in turn takes the upcard.", message=message)


def faults_of(game: Game, event: CallAnswered | MeldsLaid) -> tuple[str, ...]:
    """Return the faults of a call or a lay in words; empty if it is legal."""
    verdict = judge_event(game, event)
    faults = tuple(say_plain(finding, game.system) for finding in verdict.findings)
    costs = (overcall_words(game.system),) if Code.OVERCALL in verdict.codes else ()
    return faults + costs


def _judged(
    opened: OpenGame, event: CallAnswered | MeldsLaid, title: str, message: str
) -> ResponseReturnValue:
    """Save an entry; an illegal one needs confirmation, but is never refused."""
    faults, reason = faults_of(opened.game, event), reason_sent()
    if faults and not reason and not is_repeat(opened):
        page = {"table": opened, "title": title, "faults": faults, "player": event.player}
        return render("table/questioned.html", **page), 422
    return written(opened, replace(event, overruled=reason if faults else ""), message)


@blueprint.post("/g/<game_id>/lays")
def lay(opened: OpenGame) -> ResponseReturnValue:
    """Record that a player came down, or made a false lay."""
    player = seat_sent(opened)
    if request.form.get("returned"):
        return take_back(opened, player, back="table.show")
    name = opened.game.player(player).name
    place = current_round(opened).place_of(player)
    if place is not None and place.is_down and not is_repeat(opened):
        return already_so(opened, _("%(name)s is already down.", name=name))
    title = _("Can %(name)s come down?", name=name)
    return _judged(opened, MeldsLaid(player), title, _came_down(opened.game, player))


def _came_down(game: Game, player: int) -> str:
    """Return the message that a player is down, with a hint if no call is recorded."""
    name, current = game.player(player).name, game.current
    place = current.place_of(player) if current else None
    if (
        not current
        or not place
        or not is_out_at_once(game.rules_in(current), number=current.number, calls=place.calls)
    ):
        return _("%(name)s is down.", name=name)
    return _("%(name)s is down. If %(name)s never called, only the discard is left.", name=name)


@blueprint.get("/g/<game_id>/stock")
def stock(opened: OpenGame) -> str:
    """Show what to do when the stock runs out."""
    current_round(opened)
    verdict = judge_event(opened.game, StockReshuffled())
    return _page(opened, [say_plain(finding, opened.system) for finding in verdict.findings])


@blueprint.post("/g/<game_id>/reshuffles")
def reshuffle(opened: OpenGame) -> ResponseReturnValue:
    """Record a reshuffle; beyond the allowed number, show that the round is void."""
    verdict = judge_event(opened.game, StockReshuffled())
    if not (verdict.legal or request.form.get("insist") or is_repeat(opened)):
        faults = [say_plain(finding, opened.system) for finding in verdict.findings]
        return _page(opened, faults), 422
    return written(opened, StockReshuffled(), _message(opened))


def _page(opened: OpenGame, faults: list[str]) -> str:
    return render_template("table/spent.html", table=opened, game=opened.game, faults=faults)


def _message(opened: OpenGame) -> str:
    most, current = opened.system.reshuffles, opened.game.current
    if most is None or (current is not None and current.reshuffles + 1 < most):
        return _("Saved. Leave the top discard and shuffle the rest.")
    return _(
        "Saved. Leave the top discard and shuffle the rest. "
        "If the stock runs out again, the round is void."
    )
