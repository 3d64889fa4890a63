"""How a system's calls work, in a few sentences for the table page."""

from flask_babel import gettext as _

from kalooki_ref.rules.choices import CallDecider
from kalooki_ref.rules.model import RuleSystem


def call_rules(system: RuleSystem) -> list[str]:
    """Return when to call, who grants, what refusing and being down mean; none if no calls."""
    if not system.calling:
        return []
    return [_window(system), _decider(system), _down(system)]


def _window(system: RuleSystem) -> str:
    return _WINDOWS[system.calls_in_the_air, system.calls_until_drawn]()


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


_WINDOWS = {
    (False, False): lambda: _(
        "Call once the card lies there, before the player in turn touches the stock or the card."
    ),
    (False, True): lambda: _("Call once the card lies there, before the player in turn has drawn."),
    (True, False): lambda: _(
        "Call as soon as the card leaves the hand, before the player in turn touches the stock or "
        "the card."
    ),
    (True, True): lambda: _(
        "Call as soon as the card leaves the hand, before the player in turn has drawn."
    ),
}
"""By whether a card may be called in the air, and until it is drawn."""
