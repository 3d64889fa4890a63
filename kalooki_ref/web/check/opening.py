"""What else counts toward the points that open: asked only where the rules let it count."""

from dataclasses import dataclass

from flask import request
from flask_babel import gettext as _

from kalooki_ref.referee.lay import OpeningTurn
from kalooki_ref.rules.model import RuleSystem

MOST_POINTS = 999
GOES_OUT = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Turn:
    """The builders as typed and what is wrong with them; "yes", "no" or nothing on going out."""

    builders: str = ""
    goes_out: str = ""
    fault: str = ""

    @property
    def read(self) -> OpeningTurn:
        """What the referee is told."""
        points = 0 if self.fault or not self.builders else int(self.builders)
        return OpeningTurn(points, GOES_OUT.get(self.goes_out))


def turn_asked(system: RuleSystem) -> Turn:
    """Return what the address says of the turn, as far as these rules ask for it."""
    builders = request.args.get("builders", "").strip() if system.builders_open else ""
    sent = request.args.get("out", "") if system.going_out_opens else ""
    goes_out = sent if sent in GOES_OUT else ""
    if not builders or _is_points(builders):
        return Turn(builders, goes_out)
    fault = _("Type the points of the builders, from 0 to %(most)s.", most=MOST_POINTS)
    return Turn(builders[:20], goes_out, fault)


def _is_points(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4
