"""The check in a game: judges cards as their player would lay or add them, and records that.

Looking needs the right to watch, saving the right to record. The table can overrule the referee.
"""

from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from kalooki_ref.cards import cards_text
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import JokerMoved, MeldsLaid, Tacked
from kalooki_ref.referee.lay import counted
from kalooki_ref.referee.meld_moves import MoveKind, joker_goals
from kalooki_ref.referee.verdict import Assumption, Verdict
from kalooki_ref.web.rulings.addition_verdict import answer_of_move
from kalooki_ref.web.rulings.check import Question, RecordParts, page_of
from kalooki_ref.web.rulings.check_answer import CheckAnswer
from kalooki_ref.web.rulings.check_query import CheckQuery, RulesInForce, Sent, check_query
from kalooki_ref.web.rulings.spots import Spot, board_rows, spot_named
from kalooki_ref.web.rulings.table_verdict import (
    answer_at_table,
    asks_turn,
    drawn_at_table,
    laid_by,
    ruling_of_lay,
)
from kalooki_ref.web.shared.append import is_repeat, reason_sent, written
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.open_game import OpenGame, current_round
from kalooki_ref.web.shared.query import NEXT_MELD
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.words.amounts import melds_of
from kalooki_ref.words.game_words import round_name
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rule_words import false_lay_words
from kalooki_ref.words.rulings import GOAL_WORDS, ruling_of
from kalooki_ref.words.verdicts import opening_words, say_assumption

blueprint = Blueprint("record", __name__, url_prefix="/g/<game_id>")


@blueprint.get("/check")
def show(opened: OpenGame) -> ResponseReturnValue:
    """Show the cards and their verdict."""
    query = _query(request.args, opened)
    turn = opened.game.current.turn if opened.game.current else None
    if query.adds and query.player is None and turn and "player" not in request.args:
        # Who was last to lay or add is likely to go on.
        query = replace(query, player=turn.player)
    if "add" in request.args and not (query.adds or query.is_addition):
        # Nothing is recorded on the board, so the meld is entered as well.
        return see_other(url_for("record.show", game_id=opened.id, on=query.cards.text))
    status = 422 if any(query.faults.values()) else 200
    return _page("rulings/check/show.html", query, opened), status


@blueprint.get("/check/verdict")
def verdict(opened: OpenGame) -> str:
    """Return the verdict as a fragment; scripts fetch it when the cards or the player change."""
    return _page("rulings/check/piece.html", _query(request.args, opened), opened)


@blueprint.get("/check/full")
def full(opened: OpenGame) -> str:
    """Show the verdict full-screen, upside down on request for the other side of the table."""
    return _page("rulings/check/full.html", _query(request.args, opened), opened)


@blueprint.post("/check")
def save(opened: OpenGame) -> ResponseReturnValue:
    """Save the lay or addition; an illegal one needs confirmation, but is never refused."""
    return _saved(_query(request.form, opened), opened)


@blueprint.route("/board/<any(lay, tack, joker):kind>", methods=["GET", "POST"])
def former(opened: OpenGame, kind: str) -> ResponseReturnValue:
    """Redirect the three addresses of earlier versions; save what their forms still send."""
    sent = request.form if request.method == "POST" else request.args
    pairs = [pair for pair in sent.items(multi=True) if pair[0] not in ("meld", "joker")]
    melds = sent.getlist("meld") + sent.getlist("joker")
    if kind == "lay":
        pairs.append(("cards", f" {NEXT_MELD} ".join(filter(str.strip, melds))))
    else:
        pairs += [("add", "1"), ("move", kind), *(("spot", meld) for meld in melds)]
    if request.method == "POST":
        return _saved(_query(MultiDict(pairs), opened), opened)
    kept = urlencode([pair for pair in pairs if pair[1]])
    address = url_for("record.show", game_id=opened.id)
    return redirect(f"{address}?{kept}" if kept else address, 301)


def take_back(opened: OpenGame, player: int, *, back: str) -> ResponseReturnValue:
    """Save a false lay, whose cards went back into the hand."""
    name, costs = opened.game.player(player).name, false_lay_words(opened.system)
    message = _("%(name)s takes the cards back.", name=name)
    return written(opened, MeldsLaid(player, returned=True), f"{message} {costs}", back=back)


def _query(sent: Sent, opened: OpenGame) -> CheckQuery:
    return check_query(sent, RulesInForce(opened.system, opened=opened), opened.system)


def _saved(query: CheckQuery, opened: OpenGame) -> ResponseReturnValue:
    """Append the entry, or ask about it; the only place that writes melds, tacks, joker moves."""
    current_round(opened)
    again, spot = is_repeat(opened), spot_named(query, opened) if query.adds else None
    faults = _faults_of(query, opened, spot)
    is_returned = bool(request.form.get("returned"))
    is_blank = spot is None if query.adds else not (query.parts or is_returned)
    if query.player is None or is_blank or (any(faults.values()) and not again):
        return _page("rulings/check/show.html", query, opened, faults=faults), 422
    if is_returned:
        return take_back(opened, query.player, back="board.show")
    event = spot.event(query.player) if spot else laid_by(query, opened, query.player)
    # A reason was given for one meld only: another that is tapped instead asks again.
    is_other = len(set(request.form.getlist("spot"))) > 1
    verdict, word = judge_event(opened.game, event), "" if is_other else reason_sent()
    ends = spot.ends if spot else ()
    if again or word or (verdict.legal and not ends):
        kept = replace(event, overruled="" if verdict.legal else word)
        return written(opened, kept, _saved_words(opened, kept, verdict), back="board.show")
    answer, question = _asked(query, opened, spot, event, verdict)
    page = _page("rulings/check/show.html", query, opened, answer=answer, question=question)
    return page, 422


def _faults_of(query: CheckQuery, opened: OpenGame, spot: Spot | None) -> dict[str, str]:
    """Return what is missing before the query can be saved, by field."""
    faults, has_cards = dict(query.faults), bool(query.cards.cards)
    if query.adds:
        kind = spot.move.kind if spot else query.move.kind
        is_tack = kind is not MoveKind.JOKER
        if query.player is None:
            no_player = _("Choose who tacked.") if is_tack else _("Choose who moved the joker.")
            faults["player"] = no_player
        if is_tack and not has_cards:
            faults["cards"] = faults["cards"] or _("Tap the cards that were added.")
        elif spot is None:
            tap_meld = _("Tap the meld they were added to.")
            no_spot = tap_meld if is_tack else _("Tap the joker that was replaced.")
            faults["cards"] = faults["cards"] or no_spot
        return faults
    if query.player is None:
        return faults | {"player": _("Choose who laid these cards.")}
    if not has_cards and not request.form.get("returned"):
        message = _("Tap the cards that were laid.")
        place = current_round(opened).place_of(query.player)
        if place is not None and place.is_down:
            name = opened.game.player(query.player).name
            message = _("%(name)s is already down. Tap the cards of the next meld.", name=name)
        faults["cards"] = faults["cards"] or message
    return faults


def _asked(
    query: CheckQuery,
    opened: OpenGame,
    spot: Spot | None,
    event: MeldsLaid | Tacked | JokerMoved,
    verdict: Verdict,
) -> tuple[CheckAnswer, Question]:
    """Return what the rules say about an entry, and what the table is asked before it is saved."""
    if spot is None:
        answer, melds = answer_at_table(query, opened), laid_by(query, opened, event.player).melds
        ruling = ruling_of_lay(melds, verdict, opened)
        rows = drawn_at_table(melds, ruling, query, opened, event.player)
        answer = replace(answer, ruling=ruling, rows=rows)
        later = _later_words(opened.game.player(event.player).name) if asks_turn(verdict) else ""
        return answer, Question(ruling=ruling, later=later)
    answer = answer_of_move(spot.shown.meld, spot.move, verdict, opened.system)
    ruling = ruling_of(verdict, opened.system)
    return answer, Question(ruling=ruling, ends=spot.ends)


def _page(
    template: str,
    query: CheckQuery,
    opened: OpenGame,
    *,
    answer: CheckAnswer | None = None,
    faults: dict[str, str] | None = None,
    question: Question | None = None,
) -> str:
    game, system = opened.game, opened.system
    rows = board_rows(query, opened) if query.adds else ()
    is_lay = game.current is not None and not (query.adds or query.is_addition)
    parts = RecordParts(
        records=viewer_of(opened.id).records and game.current is not None,
        players=game.in_round if game.current else (),
        rows=rows,
        faults=faults or query.faults,
        question=question,
        joker_goals=[(to.value, str(GOAL_WORDS[to])) for to in joker_goals(system)],
        costs=false_lay_words(system),
        draft=f"lay-{opened.id}-{len(game.past) + 1}" if is_lay else "",
        round_words=round_name(game.current, system) if game.current else "",
        out_words=_out_words(opened) if is_lay else None,
    )
    rules = RulesInForce(system, opened=opened)
    answer = answer or answer_at_table(query, opened, rows)
    return page_of(template, query, rules, system, answer, parts)


def _out_words(opened: OpenGame) -> tuple[str, str] | None:
    """Return the question whether the player goes out, where it matters, and what depends on it."""
    rules = opened.game.rules_in(current_round(opened))
    if rules.last_contract_all_cards:
        note = _("The last contract is laid with all cards, without a discard.")
        return _("Lays all cards"), note
    if rules.going_out_opens:
        return _("Goes out in this turn"), _("Then the first melds need no points.")
    return None


def _saved_words(opened: OpenGame, event: MeldsLaid | Tacked | JokerMoved, verdict: Verdict) -> str:
    name = opened.game.player(event.player).name
    if isinstance(event, Tacked):
        return _("%(name)s tacks %(cards)s.", name=name, cards=cards_text(event.cards))
    if isinstance(event, JokerMoved):
        joker, cards = _(opened.system.words.joker), cards_text(event.cards)
        words = {"name": name, "cards": cards, "joker": joker}
        return _("%(name)s puts %(cards)s in the %(joker)s’s place.", **words)
    if not event.melds:
        return _("%(name)s is down.", name=name)
    laid = melds_of(counted(event.melds), opened.system)
    message = _("%(name)s lays %(melds)s.", name=name, melds=laid)
    how = opening_words(verdict.opening, opened.system) if verdict.legal else ""
    unrecorded = Assumption.CALLS_UNRECORDED
    proves = say_assumption(unrecorded, opened.system) if unrecorded in verdict.assumes else ""
    return " ".join(words for words in (message, how, proves) if words)


def _later_words(name: str) -> str:
    return _(
        "History says %(name)s tacked, and nobody else has done anything since. If %(name)s laid "
        "this in a later turn, record it anyway.",
        name=name,
    )
