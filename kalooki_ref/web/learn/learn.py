"""Learn: a game in eight short steps, each with its rules and something to try."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.practice.lessons import Step, numbers_of, steps_of
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.learn.tasks import Option, Task, task
from kalooki_ref.web.rulings.check import chooser
from kalooki_ref.web.rulings.check_query import RulesInForce, rules_in_force
from kalooki_ref.web.shared.query import whole_number
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.practice_words import step_title

blueprint = Blueprint("learn", __name__, url_prefix="/learn")

MOST_SEEDS = 99
MOST_OPTIONS = 9


@dataclass(frozen=True, slots=True)
class StepPage:
    """A step with what to try; ``said`` is the option that was tapped, ``ways`` their URLs.

    ``before`` and ``after`` are the steps beside it, with their titles; None at either end.
    """

    title: str
    rules: RulesInForce
    system: RuleSystem
    number: int
    count: int
    clauses: tuple[Clause, ...]
    task: Task | None
    ways: tuple[str, ...]
    said: int | None
    tapped: Option | None
    before: tuple[str, str] | None
    after: tuple[str, str]
    another: str


@blueprint.get("")
def index() -> ResponseReturnValue:
    """Begin with the first step; ask for the rules if none are chosen."""
    rules = rules_in_force()
    if rules.system is None:
        return chooser(rules, title=_("Learn"), template="rulings/check/choose.html")
    return redirect(url_for("learn.show", number=1, **rules.where))


@blueprint.get("/<int:number>")
def show(number: int) -> ResponseReturnValue:
    """Show a step; with ``said`` in the URL, what comes of the tap on that option."""
    rules = rules_in_force()
    if rules.system is None:
        return chooser(rules, title=_("Learn"), template="rulings/check/choose.html")
    steps = steps_of(rules.system)
    if not 1 <= number <= len(steps):
        abort(404)
    return render("learn/step.html", _page(number, steps, rules, rules.system))


@blueprint.get("/done")
def done() -> ResponseReturnValue:
    """Show what to do after the last step."""
    rules = rules_in_force()
    if rules.system is None:
        return redirect(url_for("learn.index"))
    return render("learn/done.html", rules=rules, system=rules.system)


def _page(
    number: int, steps: tuple[Step, ...], rules: RulesInForce, system: RuleSystem
) -> StepPage:
    step = steps[number - 1]
    seed = whole_number(request.args, "seed", most=MOST_SEEDS) or 0
    tried = task(step, system, seed)
    options = tried.options if tried else ()
    said = whole_number(request.args, "said", most=MOST_OPTIONS)
    said = said if said is not None and said < len(options) else None

    def address(number: int, **asked: Any) -> str:
        return url_for("learn.show", number=number, **rules.where, **asked)

    numbers = numbers_of(step, system)
    titles = [step_title(one, system) for one in steps]
    end = (_("Done"), url_for("learn.done", **rules.where))
    return StepPage(
        title=titles[number - 1],
        rules=rules,
        system=system,
        number=number,
        count=len(steps),
        clauses=tuple(one for each in numbers for one in system.clauses if one.number == each),
        task=tried,
        ways=tuple(address(number, seed=seed, said=at) for at in range(len(options))),
        said=said,
        tapped=None if said is None else options[said],
        before=(titles[number - 2], address(number - 1)) if number > 1 else None,
        after=(titles[number], address(number + 1)) if number < len(steps) else end,
        another=address(number, seed=(seed + 1) % (MOST_SEEDS + 1)),
    )
