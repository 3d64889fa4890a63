"""What an offence costs in a system, in words."""

from flask_babel import gettext as _

from kalooki_ref.rules.choices import BarredFromLaying, Consequence, Fine, NoBending
from kalooki_ref.rules.model import RuleSystem


def overcall_words(system: RuleSystem) -> str:
    """Return what an overcall costs here."""
    return _together(system.overcall, system) or _("An overcall costs nothing here.")


def false_lay_words(system: RuleSystem) -> str:
    """Return what a false lay costs here."""
    return _together(system.false_lay, system) or _("A false lay costs nothing but the turn.")


def _together(costs: tuple[Consequence, ...], system: RuleSystem) -> str:
    return " ".join(_cost(cost, system) for cost in costs)


def _cost(cost: Consequence, system: RuleSystem) -> str:
    if isinstance(cost, Fine) and cost.each:
        return _("It costs %(points)s points each time.", points=cost.points)
    if isinstance(cost, Fine):
        return _("It costs %(points)s points, once a round.", points=cost.points)
    if isinstance(cost, BarredFromLaying):
        return _("Whoever overcalls may not come down this round.")
    if isinstance(cost, NoBending):
        return _("Whoever overcalls cannot make a %(bent)s this round.", bent=_(system.words.bent))
    return ""
