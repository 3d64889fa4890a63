"""What is bound to come after each position: the dearest card, jokers a contract still takes.

Not here: what is bound to stay in hand (prospects), and what a position allows (stage).
"""

from collections.abc import Sequence

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.groups import set_costs
from kalooki_ref.referee.advice.holding import Counts, Holding
from kalooki_ref.referee.advice.places import first_place
from kalooki_ref.referee.advice.stage import At, Stage
from kalooki_ref.referee.advice.task import Task
from kalooki_ref.referee.advice.windows import NEVER, is_fit, shortest_runs_suffice
from kalooki_ref.rules.model import RuleSystem


def stages_of(holding: Holding, task: Task, at: At) -> list[Stage]:
    """Return the positions in order, each knowing what is bound to come after it."""
    system = at[0]
    stages = [Stage(place, holding, task, at) for place in range(first_place(system), HIGH_ACE + 1)]
    _look_ahead(stages, holding, task)
    return stages


def _look_ahead(stages: Sequence[Stage], holding: Holding, task: Task) -> None:
    system = stages[0].system
    top = 0
    dues: list[int] = []
    cheapest = NEVER
    for stage in reversed(stages):
        here = stage.here if stage.place > LOW_ACE else ()
        dues = sorted([*dues, *set_costs(sum(here), system)])[: task.sets]
        cheapest = min(cheapest, *[run_cost(row, stage.place, system) for row in holding.counts])
        for count, value in zip(here, stage.values, strict=False):
            if count:
                top = max(top, value)
        stage.top = top
        stage.run_dues = [
            cheapest * max(0, task.runs - made) for made in range(max(task.runs, 1) + 1)
        ]
        stage.set_dues = [
            sum(dues[: max(0, task.sets - made)])
            if len(dues) >= max(0, task.sets - made)
            else NEVER
            for made in range(task.most_sets + 1)
        ]


def run_cost(counts: Counts, place: int, system: RuleSystem) -> int:
    """Return the fewest jokers of a shortest run that starts here; NEVER where there is none."""
    window = counts[place : place + system.run_min]
    if len(window) < system.run_min:
        return NEVER
    gaps = window.count(0)
    if shortest_runs_suffice(system) and not is_fit(window, system):
        return NEVER
    return gaps
