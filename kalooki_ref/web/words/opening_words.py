"""How a first lay came to its points, in words: builders that counted, a Kalooki that needed none.

Not here: what is short of the opening (web.words.wording_melds).
"""

from flask_babel import gettext as _

from kalooki_ref.referee.verdict import Opening


def opening_words(opening: Opening | None) -> str:
    """Return how the points came about; empty where the melds alone open, or nothing does."""
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
