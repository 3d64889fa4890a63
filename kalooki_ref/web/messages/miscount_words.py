"""How a table puts a miscounted hand right, and what that costs, in words."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.rules.choices import BarredFromLaying, Fine, Miscount
from kalooki_ref.rules.model import RuleSystem


def miscount_words(system: RuleSystem, *, too_many: int, too_few: int) -> Iterator[str]:
    """Yield what to do with a hand that is so many cards out, and its price where it has one.

    Both numbers where it may be either; nothing where it is neither.
    """
    if not too_many and not too_few:
        return
    if system.miscount is Miscount.AS_IT_IS:
        yield _("At this table such a hand is played as it is.")
    elif system.miscount is Miscount.AT_ONCE:
        yield from _at_once(too_many, too_few)
    else:
        yield from _in_turns(too_many, too_few)
    yield from _costs(system)


def _at_once(too_many: int, too_few: int) -> Iterator[str]:
    if too_few:
        yield ngettext(
            "If a card is missing, draw it at once.",
            "If cards are missing, draw all %(num)s at once.",
            too_few,
        )
    if too_many:
        yield ngettext(
            "If there is a card too many, a neighbour draws it unseen and puts it under the stock.",
            "If there are %(num)s cards too many, a neighbour draws them unseen and puts them "
            "under the stock.",
            too_many,
        )


def _in_turns(too_many: int, too_few: int) -> Iterator[str]:
    if too_few:
        yield ngettext(
            "If a card is missing, draw at the next turn without throwing.",
            "If cards are missing, draw at the next %(num)s turns without throwing.",
            too_few,
        )
    if too_many:
        yield ngettext(
            "If there is a card too many, throw at the next turn without drawing.",
            "If there are too many, throw at the next %(num)s turns without drawing.",
            too_many,
        )


def _costs(system: RuleSystem) -> Iterator[str]:
    for cost in system.miscount_cost:
        if isinstance(cost, Fine):
            yield _("It costs %(points)s points: enter them as agreed when the round ends.",
                    points=cost.points)  # fmt: skip
        if isinstance(cost, BarredFromLaying):
            yield _("This player may not come down this round.")
