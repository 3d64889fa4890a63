"""An example of a round's contract: a lay that meets it, and one that just doesn't."""

from dataclasses import dataclass, replace

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.practice.examples import ContractExample, contract_example
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.learn.asked import CardRow, example_rows
from kalooki_ref.web.rulings.check_query import RulesInForce, rules_in_force
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.game_words import demand_words, short_round_name
from kalooki_ref.words.rulings import Fault, lay_message, reasons_of

blueprint = Blueprint("example", __name__, url_prefix="/learn")


@dataclass(frozen=True, slots=True)
class ExamplePage:
    """Two lays of a round with the reasons; without an example only what the round asks for."""

    title: str
    demand: str
    rules: RulesInForce
    system: RuleSystem
    meets: tuple[CardRow, ...] = ()
    meets_words: Message = ()
    fails: tuple[CardRow, ...] = ()
    fault: Fault | None = None
    clauses: tuple[Clause, ...] = ()


@blueprint.get("/contract")
def show() -> ResponseReturnValue:
    """Show the example for the game's current round, or the round in the URL."""
    rules = rules_in_force()
    if rules.system is None:
        return redirect(url_for("learn.index"))
    return render("learn/example.html", _page(rules, rules.system, _round(rules, rules.system)))


def _round(rules: RulesInForce, system: RuleSystem) -> int:
    current = rules.opened.game.current if rules.opened else None
    if current is not None:
        return current.number
    return whole_number(request.args, "round", most=max(1, len(system.contracts))) or 1


def _page(rules: RulesInForce, system: RuleSystem, number: int) -> ExamplePage:
    page = ExamplePage(
        title=short_round_name(number, system),
        demand=demand_words(number, system),
        rules=rules,
        system=system,
    )
    example = contract_example(number, system)
    return _with(page, example) if example else page


def _with(page: ExamplePage, example: ContractExample) -> ExamplePage:
    meets, fails = example_rows(example, page.system)
    fault = reasons_of(example.verdict.findings, page.system)[0]
    return replace(
        page,
        meets=meets,
        meets_words=lay_message(example.lay.melds, page.system, example.met.opening),
        fails=fails,
        fault=fault,
        clauses=(fault.clause,) if fault.clause else (),
    )
