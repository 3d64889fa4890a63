"""An example of a round's contract: a lay that meets it, and one that just doesn't."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.practice.examples import contract_example
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.learn.asked import example_rows
from kalooki_ref.web.rulings.check_query import RulesInForce, rules_in_force
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.game_words import demand_words, short_round_name
from kalooki_ref.words.rulings import lay_message, reasons_of

blueprint = Blueprint("example", __name__, url_prefix="/learn")


@blueprint.get("/contract")
def show() -> ResponseReturnValue:
    """Show the example for the game's current or last round, or the round in the URL."""
    rules = rules_in_force()
    if rules.system is None:
        return redirect(url_for("learn.index"))
    return screen(rules, rules.system)


def screen(rules: RulesInForce, system: RuleSystem) -> str:
    """Render the example under these rules; without one only what the round asks for."""
    number = _round(rules, system)
    page = {
        "title": short_round_name(number),
        "demand": demand_words(number, system),
        "rules": rules,
        "system": system,
    }
    example = contract_example(number, system)
    if example is None:
        return render("learn/example.html", **page, meets=())
    meets, fails = example_rows(example, system)
    fault = reasons_of(example.verdict.findings, system)[0]
    return render(
        "learn/example.html",
        **page,
        meets=meets,
        meets_words=lay_message(example.lay.melds, system, example.met.opening),
        fails=fails,
        fault=fault,
        clauses=(fault.clause,) if fault.clause else (),
    )


def _round(rules: RulesInForce, system: RuleSystem) -> int:
    game = rules.opened.game if rules.opened else None
    if game and (game.current or game.past):
        return (game.current or game.past[-1]).number
    return whole_number(request.args, "round", most=max(1, len(system.contracts))) or 1
