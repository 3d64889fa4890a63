"""What counts toward an opening in points: melds, builders of the same turn, going out at once.

Not here: contracts, and the melds by themselves (referee.lay).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.melds import meld_points
from kalooki_ref.referee.verdict import Finding, Opening
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class OpeningTurn:
    """What else a player does in the turn of coming down.

    ``builders`` is what the cards tacked on melds of the table come to, in points;
    ``goes_out`` whether the hand is empty at the end of it, None where nobody said.
    """

    builders: int = 0
    goes_out: bool | None = None


MELDS_ALONE = OpeningTurn()
NO_POINTS_NEEDED = Opening()


def read_opening(
    melds: Sequence[Meld], system: RuleSystem, *, turn: OpeningTurn = MELDS_ALONE
) -> Opening:
    """Return what these melds and the rest of the turn come to (sheet 002, on the first lay).

    Melds at fault count too, so that only what would still be short once mended is found short.
    Without any meld nothing is opened: builders need one beside them.
    """
    if not system.opening:
        return NO_POINTS_NEEDED
    return Opening(
        needed=system.opening,
        melds=sum(meld_points(meld, system) for meld in melds),
        builders=turn.builders if system.builders_open and melds else 0,
        waived=turn.goes_out if system.going_out_opens and melds else False,
    )


def short_findings(opening: Opening) -> list[Finding]:
    """Return a finding when an opening is worth too little; ``found`` is "37+2" with builders."""
    if opening.worth >= opening.needed or opening.waived is not False:
        return []
    found = f"{opening.melds}+{opening.builders}" if opening.builders else opening.melds
    return [Finding(Code.OPENING_SHORT, needed=opening.needed, found=found)]


def builder_points(before: Meld, after: Meld, system: RuleSystem) -> int:
    """Return what the cards added to a meld come to: a joker is worth what it stands for."""
    return meld_points(after, system) - meld_points(before, system)
