"""How a system's calls work, in two or three sentences for the table page.

Not here: whether a single call may be made (referee.calling).
"""

from flask_babel import gettext as _

from kalooki_ref.rules.choices import CallDecider
from kalooki_ref.rules.model import RuleSystem


def call_rules(system: RuleSystem) -> list[str]:
    """Return who grants calls, what refusing means, and what being down means; none if no calls."""
    if not system.calling:
        return []
    return [_decider(system), _down(system)]


def _decider(system: RuleSystem) -> str:
    if system.call_decider is CallDecider.DISCARDER:
        return _("Whoever threw the card grants or refuses a call.")
    if system.refusing_takes_upcard:
        return _("The player in turn grants a call, or refuses it and takes the upcard.")
    return _("The player in turn grants or refuses a call.")


def _down(system: RuleSystem) -> str:
    if system.down_draws_upcard:
        return _("A player who is down cannot call.")
    return _("A player who is down cannot call, and must grant every call of the others.")
