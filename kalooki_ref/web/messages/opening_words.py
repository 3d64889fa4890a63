"""How a first lay came to open, in words: builders, a Kalooki, a contract laid in parts."""

from flask_babel import gettext as _

from kalooki_ref.referee.verdict import Opening
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.messages.counted_words import melds_of


def opening_words(opening: Opening | None, system: RuleSystem) -> str:
    """Return how it came to open, or what is still missing; empty where the melds say it all."""
    if opening is not None and opening.missing:
        melds = melds_of(opening.missing, system)
        return _("A part of the contract: %(melds)s still to come.", melds=melds)
    if opening is None or opening.melds >= opening.needed:
        return ""
    if opening.worth >= opening.needed:
        return _(
            "%(melds)s in melds and %(builders)s in builders make %(points)s: that opens.",
            melds=opening.melds,
            builders=opening.builders,
            points=opening.worth,
        )
    if opening.waived:
        return _(
            "Worth %(points)s, not %(needed)s: going out at once makes up for it.",
            points=opening.worth,
            needed=opening.needed,
        )
    return ""
