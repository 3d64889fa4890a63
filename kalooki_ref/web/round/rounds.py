"""The end of a round: written down, shown line by line, amended."""

from dataclasses import replace

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import EntryAmended, RoundEnded
from kalooki_ref.game.fold import hand_of, is_told
from kalooki_ref.game.state import Round
from kalooki_ref.game.warnings import doubts, settled
from kalooki_ref.store import Stale, drop_draft
from kalooki_ref.web.access.append import is_repeat, saved, stamp_sent, write
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.messages.game_words import round_name
from kalooki_ref.web.round.page import (
    RoundPage,
    about_round,
    amend_page,
    draft_name,
    end_page,
    scores_said,
    shown,
)

blueprint = Blueprint("rounds", __name__)


@blueprint.get("/g/<game_id>/round")
def end(game_id: str) -> ResponseReturnValue:
    """Ask how the round at hand ended; ``?winner=`` says who went out."""
    table = open_game(game_id)
    if table.game.current is None:
        return render_template("round/over.html", table=table)
    return shown(end_page(table, table.game.current))


@blueprint.post("/g/<game_id>/round")
def write_down(game_id: str) -> ResponseReturnValue:
    """Write the round down, or show what it comes to."""
    table = open_game(game_id)
    if is_repeat(table):
        return redirect(url_for("table.show", game_id=game_id), 303)
    if table.game.current is None:
        return _too_late(table)
    return _sent(end_page(table, table.game.current, sent=request.form))


@blueprint.get("/g/<game_id>/rounds/<int:index>/amend")
def amend(game_id: str, index: int) -> ResponseReturnValue:
    """Ask how a round that is in the book should read."""
    table = open_game(game_id)
    return shown(amend_page(table, _past(table, index)))


@blueprint.post("/g/<game_id>/rounds/<int:index>/amend")
def write_anew(game_id: str, index: int) -> ResponseReturnValue:
    """Amend a round; how it read before stays on record."""
    table = open_game(game_id)
    return _sent(amend_page(table, _past(table, index), sent=request.form))


@blueprint.post("/g/<game_id>/round/preview")
def preview(game_id: str) -> ResponseReturnValue:
    """Return what the round would come to as far as it is told, as a piece of the page."""
    table = open_game(game_id)
    index = request.args.get("index", type=int)
    played = _past(table, index) if index else table.game.current
    if played is None:
        abort(409)
    page = (amend_page if index else end_page)(table, played, sent=request.form)
    page.form.validate()
    event = None if page.form.winner_number is None else _event(page)
    said = scores_said(page, event, asked=True)
    told = {hand.player for hand in event.hands if is_told(hand, event)} if event else set()
    said["scores"] = tuple(score for score in said["scores"] if score.player in told)
    return render_template("round/_scores.html", asking=True, **said)


@blueprint.get("/g/<game_id>/rounds/<int:index>")
def show(game_id: str, index: int) -> ResponseReturnValue:
    """Show what a round brought everybody, line by line."""
    table = open_game(game_id)
    played = _past(table, index)
    ended = played.end or RoundEnded(None)
    return render_template(
        "round/show.html",
        table=table,
        index=index,
        played=played,
        name=round_name(played, table.system),
        about=about_round(table, played),
        hands={seat: hand_of(ended, seat) for seat in played.seats},
    )


def _too_late(table: OpenGame) -> ResponseReturnValue:
    """Refuse a round after the last; raises Stale when somebody else wrote the last one down."""
    base = stamp_sent().base
    if base < table.version:
        raise Stale(table.id, base=base, version=table.version)
    return render_template("round/over.html", table=table), 409


def _past(table: OpenGame, index: int) -> Round:
    if not 1 <= index <= len(table.game.past):
        abort(404)
    return table.game.past[index - 1]


def _sent(page: RoundPage) -> ResponseReturnValue:
    if not page.form.validate():
        return shown(page), 422
    event = _event(page)
    if request.form.get("step") == "preview":
        return shown(page, event, asked=True)
    if doubts(page.table.game, page.played, event) and not page.form.insist.data:
        return shown(page, event, asked=True), 422
    return _written(page, event)


def _written(page: RoundPage, event: RoundEnded) -> ResponseReturnValue:
    game_id = page.table.id
    if page.played.end is None:
        done = write(page.table, event)
        drop_draft(game_id, draft_name(page.table))
        flash(_("%(round)s is in the book.", round=page.name), "success")
        return saved(url_for("table.show", game_id=game_id), done)
    done = write(page.table, EntryAmended(page.played.seq, event))
    flash(
        _("%(round)s is amended; how it read before stays in the log.", round=page.name), "success"
    )
    return saved(url_for("standings.show", game_id=game_id), done)


def _event(page: RoundPage) -> RoundEnded:
    """Return the event the form tells, overruling only what is in doubt."""
    told = page.form.event()
    event = replace(told, hands=settled(page.table.game, page.played, told))
    in_doubt = doubts(page.table.game, page.played, event)
    return event if in_doubt else replace(event, overruled="")
