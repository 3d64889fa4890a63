"""The advice pages: whether a hand can come down or go out, and which cards are left over."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, make_response, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.events import Coaching, EntryAmended, GameStarted
from kalooki_ref.game.record import readings
from kalooki_ref.game.state import advised_round
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.server.heavy_work import heavy_work
from kalooki_ref.web.rulings.advice_answer import HandAnswer, answer_of
from kalooki_ref.web.rulings.advice_query import (
    MOST_CALLS,
    MOST_ROWS,
    AdviceQuery,
    query_alone,
    query_at_table,
)
from kalooki_ref.web.rulings.check import chooser, rules_parts
from kalooki_ref.web.rulings.check_query import RulesInForce, rules_in_force
from kalooki_ref.web.shared.append import written
from kalooki_ref.web.shared.device import remember, see_other, this_device
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.query import picker_facts
from kalooki_ref.web.shared.view import render
from kalooki_ref.words import coaching_words, game_words
from kalooki_ref.words.amounts import melds_of
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("advice", __name__)


# The plan in full screen, and so for the player opposite; else it takes the place of the keys.
LARGE, TURNED = "large", "turned"


@blueprint.app_template_global("here_with_plan")
def here_with_plan(plan: str = "") -> str:
    """Return this page's URL with its plan shown like this, or with the keys in its place."""
    kept = [(name, value) for name, value in request.args.items(multi=True) if name != "plan"]
    shown = [*kept, ("plan", plan)] if plan else kept
    return f"{request.script_root}{request.path}?{urlencode(shown)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceParts:
    """The part shared by all pages of advice: a hand and its best play; errors by field.

    ``planned`` is how the plan was asked for, which takes the place of the keys; "" if it wasn't.
    """

    query: AdviceQuery
    answer: HandAnswer | None
    faults: dict[str, str]
    planned: str = ""


@blueprint.get("/advice")
def show() -> ResponseReturnValue:
    """Show a hand and its best play; ask for the rules if none are chosen."""
    rules = rules_in_force()
    if rules.opened:
        return see_other(url_for("advice.at_table", game_id=rules.opened.id))
    if rules.system is None:
        return chooser(rules, title=_("Can I come down?"), template="rulings/advice/choose.html")
    query = query_alone(rules.system)
    parts = _advice_parts(query)
    page = render(
        _template("rulings/advice/show.html", parts),
        rules_parts(rules),
        parts,
        rounds=_rounds(rules.system),
        picker=picker_facts(rules.system, None),
        most={"rows": MOST_ROWS, "calls": MOST_CALLS},
    )
    status = 422 if any(query.faults.values()) else 200
    return remember(make_response(page, status), rules=this_device().rules or rules.key)


@blueprint.get("/advice/verdict")
def verdict() -> str:
    """Return the answer as a fragment; scripts fetch it when the cards change."""
    rules = rules_in_force()
    if rules.system is None:
        abort(404)
    return _piece(rules, query_alone(rules.system))


@blueprint.get("/g/<game_id>/advice")
def at_table(opened: OpenGame) -> ResponseReturnValue:
    """Show a hand in the current round of a game, if the table allows advice."""
    played = advised_round(opened.game)
    if played is None:
        return render("rulings/advice/closed.html", **_coaching(opened), **_closed(opened))
    query = query_at_table(opened.game, played)
    name = game_words.round_name(played, opened.system)
    seated = [(str(seat), opened.game.player(seat).name) for seat in played.seats]
    parts = _advice_parts(query)
    page = render(
        _template("rulings/advice/table.html", parts),
        rules_parts(RulesInForce(opened.system, opened=opened)),
        parts,
        **_coaching(opened),
        round_name=_("%(round)s, as recorded", round=name) if played.end else name,
        contract=_contract_words(query),
        players=[("", _("Not known")), *seated],
        picker=picker_facts(opened.system, opened.game.pack),
    )
    return page, 422 if any(query.faults.values()) else 200


@blueprint.get("/g/<game_id>/advice/verdict")
def verdict_at_table(opened: OpenGame) -> str:
    """Return the answer as a fragment, or a note that advice isn't allowed any more."""
    played = advised_round(opened.game)
    if played is None:
        return render("rulings/advice/closed_piece.html", **_closed(opened))
    return _piece(RulesInForce(opened.system, opened=opened), query_at_table(opened.game, played))


@blueprint.post("/g/<game_id>/advice")
def allow(opened: OpenGame) -> ResponseReturnValue:
    """Save the setting for when this table allows advice on hands."""
    sent = request.form.get("advice", "")
    if sent not in list(Coaching):
        abort(422, _("Choose when advice is allowed: never, after the round, or any time."))
    wanted = Coaching(sent)
    if wanted is opened.game.advice:
        return see_other(url_for("advice.at_table", game_id=opened.id))
    message = _("Advice at this table: %(when)s.", when=coaching_words.coaching_word(wanted))
    return written(opened, _coaching_changed(opened, wanted), message, back="advice.at_table")


def _piece(rules: RulesInForce, query: AdviceQuery) -> str:
    return render("rulings/advice/piece.html", rules_parts(rules), _advice_parts(query))


def _advice_parts(query: AdviceQuery) -> AdviceParts:
    if query.question is None:
        return AdviceParts(query=query, answer=None, faults=query.faults)
    with heavy_work():
        answer = answer_of(query)
    has_plan = answer is not None and answer.plan and not answer.missing
    planned = request.args.get("plan", "") if has_plan else ""
    return AdviceParts(query=query, answer=answer, faults=query.faults, planned=planned)


def _template(usual: str, parts: AdviceParts) -> str:
    return "rulings/advice/full.html" if parts.planned in {LARGE, TURNED} else usual


def _closed(opened: OpenGame) -> dict[str, Any]:
    """Return why a table has no advice now, and when it has."""
    return {
        "table": opened,
        "title": coaching_words.closed_title(opened.game),
        "words": coaching_words.closed_words(opened.game),
    }


def _coaching(opened: OpenGame) -> dict[str, Any]:
    """Return when a table allows advice, and the choices for it."""
    now = opened.game.advice
    return {
        "game": opened.game,
        "coaching": now.value,
        "coaching_word": coaching_words.coaching_word(now),
        "coachings": [
            {"value": value, "label": word, "note": coaching_words.coaching_note(Coaching(value))}
            for value, word in coaching_words.coaching_choices()
        ],
    }


def _rounds(system: RuleSystem) -> list[dict[str, str]]:
    return [
        {"value": str(number), "label": str(number), "note": melds_of(contract, system)}
        for number, contract in enumerate(system.contracts, 1)
    ]


def _contract_words(query: AdviceQuery) -> str:
    if query.contract is None:
        return game_words.contract_words(None, query.rules)
    melds = melds_of(query.to_come or query.contract, query.system)
    if query.system.contract_in_parts:
        return _("%(melds)s; the advice is for all of it at once", melds=melds)
    return melds


def _coaching_changed(opened: OpenGame, wanted: Coaching) -> EntryAmended:
    """Return the amendment of the game's start that changes only when advice is allowed."""
    for entry in opened.entries:
        reading = readings(opened.entries).get(entry.seq, entry.event)
        if isinstance(reading, GameStarted):
            return EntryAmended(entry.seq, replace(reading, advice=wanted))
    raise ValueError("a history begins with a game that started")
