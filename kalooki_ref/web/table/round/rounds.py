"""Views for the end of a round: form, review, save; its page; its correction."""

from collections.abc import Iterator

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game import round_end
from kalooki_ref.game.events import EntryAmended, RoundEnded
from kalooki_ref.game.state import Game, Round
from kalooki_ref.store.drafts import end_draft
from kalooki_ref.store.event_store import entries_since
from kalooki_ref.store.tables import Stale
from kalooki_ref.web.shared.append import clashing, is_repeat, no_entry, stamp_sent, written
from kalooki_ref.web.shared.device import see_other, to_table
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import MOST_ENTRIES, number_in, whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.web.table.round import round_page
from kalooki_ref.web.table.round.own_counts import OWN, draft_name
from kalooki_ref.web.table.round.review import Review, insisted, review_shown
from kalooki_ref.web.table.round.round_lines import saved_lines
from kalooki_ref.web.table.round.shared_draft import keep_draft
from kalooki_ref.words.game_words import demand_words, round_name
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.overruling import reason_given

blueprint = Blueprint("rounds", __name__)


@blueprint.get("/g/<game_id>/round")
def end(opened: OpenGame) -> ResponseReturnValue:
    """Show the form for the end of the round; ``?winner=`` preselects a player or "void".

    ``?round=`` is the round's index from 1, so that Back can't reopen the form of a saved round.
    """
    wanted = whole_number(request.args, "round", most=MOST_ENTRIES)
    if wanted is not None and wanted <= len(opened.game.past):
        return to_table(opened.id)
    if opened.game.current is None:
        return render_template("table/round/over.html", table=opened)
    page = round_page.end_page(opened, opened.game.current)
    return (
        review_shown(Review(page, page.form.event()))
        if page.form.is_void
        else round_page.form_shown(page)
    )


@blueprint.post("/g/<game_id>/round")
def write_down(opened: OpenGame) -> ResponseReturnValue:
    """Save the round, or show it for review."""
    if is_repeat(opened):
        return to_table(opened.id)
    if _is_saved_elsewhere(opened):
        flash(_("Already saved by another phone."), "success")
        return no_entry(to_table(opened.id))
    if opened.game.current is None:
        return _too_late(opened)
    return _sent(round_page.end_page(opened, opened.game.current, sent=request.form))


@blueprint.get("/g/<game_id>/rounds/<int:index>/amend")
def amend(opened: OpenGame, index: int) -> ResponseReturnValue:
    """Show the form of a saved round; with ``?back=table``, saving it leads to the table."""
    return round_page.form_shown(round_page.correction_page(opened, _past(opened, index)))


@blueprint.post("/g/<game_id>/rounds/<int:index>/amend")
def save_correction(opened: OpenGame, index: int) -> ResponseReturnValue:
    """Correct a saved round, or show the correction for review.

    The form names the round by the entry that ended it: undoing another one changes the index.
    """
    played = _ended_by(opened, request.form["seq"]) if "seq" in request.form else None
    page = round_page.correction_page(opened, played or _past(opened, index), sent=request.form)
    return _sent(page)


@blueprint.get("/g/<game_id>/rounds/<int:index>")
def show(opened: OpenGame, index: int) -> ResponseReturnValue:
    """Show the scores of a round, line by line."""
    played, game = _past(opened, index), opened.game
    return render(
        "table/round/show.html",
        table=opened,
        index=index,
        played=played,
        name=round_name(played, opened.system),
        winner=game.player(played.winner).name if played.winner else "",
        about=_about(opened, played),
        facts=_facts(game, played),
        lines=saved_lines(game, index - 1),
    )


def _about(opened: OpenGame, played: Round) -> tuple[str, ...]:
    """Return the contract, and whether the board was bent."""
    contract = demand_words(played.number, opened.system)
    is_bent = played.end and played.end.bent and played.winner
    return (contract, _(opened.system.words.bent)) if is_bent else (contract,)


def _facts(game: Game, played: Round) -> Iterator[str]:
    """Yield who dealt, who started, and the calls recorded."""
    yield _("%(name)s dealt", name=game.player(played.dealer).name)
    if played.starter is not None:
        yield _("%(name)s started", name=game.player(played.starter).name)
    if played.calls:
        yield ngettext("%(num)s call", "%(num)s calls", played.calls)


def _is_saved_elsewhere(opened: OpenGame) -> bool:
    """Whether another phone has saved the submitted round already, with the same counts."""
    last = opened.game.past[-1] if opened.game.past else None
    if last is None or last.end is None or stamp_sent().base >= last.seq:
        return False
    form = round_page.correction_page(opened, last, sent=request.form).form
    return form.validate() and round_end.is_same(form.event(), last.end)


def _too_late(opened: OpenGame) -> ResponseReturnValue:
    """Refuse a round after the last one; raises Stale if another phone saved the last one."""
    base = stamp_sent().base
    if base < opened.version:
        raise Stale(opened.id, base=base, version=opened.version)
    return render_template("table/round/over.html", table=opened), 409


def _past(opened: OpenGame, index: int) -> Round:
    if not 1 <= index <= len(opened.game.past):
        abort(404)
    return opened.game.past[index - 1]


def _ended_by(opened: OpenGame, sent: str) -> Round:
    """Return the round that an entry ended; raises Stale if it was undone meanwhile."""
    seq, base = number_in(sent, most=MOST_ENTRIES), stamp_sent().base
    played = next((past for past in opened.game.past if past.seq == seq), None)
    if played is None and base < opened.version:
        raise Stale(opened.id, base=base, version=opened.version)
    return played or abort(404)


def _sent(page: round_page.RoundPage) -> ResponseReturnValue:
    step = request.form.get("step", "save")
    if step == "edit":
        return round_page.form_shown(page)
    if not page.form.validate():
        if page.form.unseated:
            # The round they played in may have been saved meanwhile.
            _refuse_stale(page)
        return round_page.form_shown(page), 422
    review = Review(page, page.form.event())
    if step == "review":
        return _for_review(review)
    # Only the review asks, so only what it sends can lack an answer.
    if "bent_for" in request.form and review.lacks_answer:
        return review_shown(review, unanswered="bent"), 422
    if review.chosen.questions and not page.form.insist.data:
        return review_shown(review, unanswered="insist"), 422
    return _save(review)


def _for_review(review: Review) -> ResponseReturnValue:
    """Show the review; raises Stale if another phone saved the round meanwhile."""
    _refuse_stale(review.page)
    keep_draft(review.page)
    return review_shown(review)


def _refuse_stale(page: round_page.RoundPage) -> None:
    opened, base = page.opened, stamp_sent().base
    entry = _entry(page, page.form.event())
    if clashing(opened, entry)(entries_since(opened.id, min(base, opened.version))):
        raise Stale(opened.id, base=base, version=opened.version)


def _save(review: Review) -> ResponseReturnValue:
    page, event = review.page, insisted(review)
    entry = _entry(page, event)
    if page.is_correction:
        came_from = "table.show" if request.args.get("back") == "table" else "standings.show"
        if _is_saved_already(page, event) and not is_repeat(page.opened):
            flash(
                _("Nothing changed: %(round)s already counts like that.", round=page.name), "info"
            )
            return no_entry(see_other(url_for(came_from, game_id=page.opened.id)))
        message = _("%(round)s updated. The earlier version is in History.", round=page.name)
        message = f"{message} {review.ending}".rstrip()
        return written(page.opened, entry, message, back=came_from)
    answer = written(page.opened, entry, _saved_words(page, event))
    end_draft(page.opened.id, draft_name(page.opened.game), keep=OWN)
    return answer


def _is_saved_already(page: round_page.RoundPage, event: RoundEnded) -> bool:
    """Whether a correction has neither other counts nor another reason than the saved round."""
    end = page.played.end
    return (
        end is not None
        and round_end.is_same(event, end)
        and event.bend_stands == end.bend_stands
        and reason_given(event.overruled) in {end.overruled, ""}
    )


def _saved_words(page: round_page.RoundPage, event: RoundEnded) -> str:
    """Return the confirmation; for a void round, with who deals again."""
    if event.winner is not None:
        return _("%(round)s saved.", round=page.name)
    number, dealer = page.played.number, page.dealer_if_void
    return _("Round %(number)s void. %(name)s deals again.", number=number, name=dealer)


def _entry(page: round_page.RoundPage, event: RoundEnded) -> RoundEnded | EntryAmended:
    return EntryAmended(page.played.seq, event) if page.is_correction else event
