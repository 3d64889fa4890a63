"""The end of a round: typed, reviewed, saved; shown line by line; corrected."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import EntryAmended, RoundEnded
from kalooki_ref.game.fold import hand_of
from kalooki_ref.game.state import Round
from kalooki_ref.store import Stale, drop_draft, entries_since
from kalooki_ref.web.access.append import clashing, is_repeat, saved, stamp_sent, write
from kalooki_ref.web.access.open_game import OpenGame, draft_name, open_game
from kalooki_ref.web.messages.game_words import round_name
from kalooki_ref.web.round.page import (
    RoundPage,
    about_round,
    correction_page,
    end_page,
    form_shown,
    keep_draft,
)
from kalooki_ref.web.round.review import Review, review_shown, reviewed, settled

blueprint = Blueprint("rounds", __name__)


@blueprint.get("/g/<game_id>/round")
def end(game_id: str) -> ResponseReturnValue:
    """Ask how the round at hand ended; ``?winner=`` says who went out, or that nobody did."""
    table = open_game(game_id)
    if table.game.current is None:
        return render_template("round/over.html", table=table)
    page = end_page(table, table.game.current)
    return review_shown(reviewed(page)) if page.form.is_void else form_shown(page)


@blueprint.post("/g/<game_id>/round")
def write_down(game_id: str) -> ResponseReturnValue:
    """Save the round, or show it for review."""
    table = open_game(game_id)
    if is_repeat(table):
        return redirect(url_for("table.show", game_id=game_id), 303)
    if table.game.current is None:
        return _too_late(table)
    return _sent(end_page(table, table.game.current, sent=request.form))


@blueprint.get("/g/<game_id>/rounds/<int:index>/amend")
def amend(game_id: str, index: int) -> ResponseReturnValue:
    """Ask how a saved round should read."""
    table = open_game(game_id)
    return form_shown(correction_page(table, _past(table, index)))


@blueprint.post("/g/<game_id>/rounds/<int:index>/amend")
def write_anew(game_id: str, index: int) -> ResponseReturnValue:
    """Correct a saved round, or show the correction for review; History keeps both."""
    table = open_game(game_id)
    return _sent(correction_page(table, _past(table, index), sent=request.form))


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
    step = request.form.get("step", "save")
    if step == "edit":
        return form_shown(page)
    if not page.form.validate():
        return form_shown(page), 422
    review = reviewed(page)
    if step == "review":
        return _for_review(review)
    if review.chosen.questions and not page.form.insist.data:
        return review_shown(review, is_refused=True), 422
    return _save(page, settled(review))


def _for_review(review: Review) -> ResponseReturnValue:
    """Show what the round comes to; raises Stale when somebody else saved it meanwhile."""
    table, base = review.page.table, stamp_sent().base
    entry = _entry(review.page, review.event)
    if clashing(entry)(entries_since(table.id, min(base, table.version))):
        raise Stale(table.id, base=base, version=table.version)
    keep_draft(review.page)
    return review_shown(review)


def _save(page: RoundPage, event: RoundEnded) -> ResponseReturnValue:
    game_id = page.table.id
    done = write(page.table, _entry(page, event))
    if page.is_correction:
        said = _("%(round)s updated. The earlier version is in History.", round=page.name)
        flash(said, "success")
        return saved(url_for("standings.show", game_id=game_id), done)
    drop_draft(game_id, draft_name(page.table.game))
    flash(_("%(round)s saved.", round=page.name), "success")
    return saved(url_for("table.show", game_id=game_id), done)


def _entry(page: RoundPage, event: RoundEnded) -> RoundEnded | EntryAmended:
    return EntryAmended(page.played.seq, event) if page.is_correction else event
