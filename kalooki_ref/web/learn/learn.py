"""Learn: a game in eight short steps, each with its rules and something to try."""

from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.practice.lessons import numbers_of, steps_of
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.learn.tasks import task
from kalooki_ref.web.rulings.check import chooser
from kalooki_ref.web.rulings.check_query import RulesInForce, rules_in_force
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.practice_words import step_title

blueprint = Blueprint("learn", __name__, url_prefix="/learn")

MOST_SEEDS = 99
MOST_OPTIONS = 9


@blueprint.get("")
def index() -> ResponseReturnValue:
    """Begin with the first step; ask for the rules if none are chosen."""
    rules = rules_in_force()
    if rules.system is None:
        return chooser(rules, title=_("Learn"), template="rulings/check/choose.html")
    return redirect(url_for("learn.show", number=1, **rules.where))


@blueprint.get("/<int:number>")
def show(number: int) -> ResponseReturnValue:
    """Show a step; with ``said`` in the URL, the answer to that option."""
    rules = rules_in_force()
    if rules.system is None:
        return chooser(rules, title=_("Learn"), template="rulings/check/choose.html")
    return screen(number, rules, rules.system)


def screen(number: int, rules: RulesInForce, system: RuleSystem) -> str:
    """Render a step under these rules; aborts with 404 if they have fewer."""
    steps = steps_of(system)
    if not 1 <= number <= len(steps):
        abort(404)
    step = steps[number - 1]
    seed = whole_number(request.args, "seed", most=MOST_SEEDS) or 0
    tried = task(step, system, seed)
    options = tried.options if tried else ()
    said = whole_number(request.args, "said", most=MOST_OPTIONS)
    said = said if said is not None and said < len(options) else None

    def address(number: int, **asked: Any) -> str:
        return url_for("learn.show", number=number, **rules.where, **asked)

    numbers = numbers_of(step, system)
    titles = [step_title(step, system) for step in steps]
    end = (_("Done"), url_for("learn.done", **rules.where))
    return render(
        "learn/step.html",
        title=titles[number - 1],
        rules=rules,
        system=system,
        number=number,
        count=len(steps),
        clauses=tuple(
            clause for each in numbers for clause in system.clauses if clause.number == each
        ),
        task=tried,
        ways=tuple(address(number, seed=seed, said=index) for index in range(len(options))),
        said=said,
        tapped=None if said is None else options[said],
        before=(titles[number - 2], address(number - 1)) if number > 1 else None,
        after=(titles[number], address(number + 1)) if number < len(steps) else end,
        another=address(number, seed=(seed + 1) % (MOST_SEEDS + 1)),
    )


@blueprint.get("/done")
def done() -> ResponseReturnValue:
    """Show what to do after the last step."""
    rules = rules_in_force()
    if rules.system is None:
        return redirect(url_for("learn.index"))
    return render("learn/done.html", rules=rules, system=rules.system)
