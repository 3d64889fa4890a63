"""House rules in words: what a system plays, what a table changed, and its line in a list."""

from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.rules.house_rules import changed_fields
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS, Switch, switch_of
from kalooki_ref.rules.systems import system_of


@dataclass(frozen=True, slots=True)
class Change:
    """One switch that was turned: its clause, its topic, what was and what is."""

    number: str
    topic: str
    before: str
    after: str


def choice_label(system: RuleSystem, switch: Switch) -> str:
    """Return what a system plays, in a word or two."""
    choice = switch.choice_of(getattr(system, switch.field))
    return _(choice.label) if choice else _("its own rule")


def changes_in(system: RuleSystem) -> tuple[Change, ...]:
    """Return what a table changed against the system it began from, in clause order."""
    base = system_of(system.slug)
    return tuple(
        Change(
            NUMBERS[field],
            _(switch.topic),
            choice_label(base, switch),
            choice_label(system, switch),
        )
        for field in changed_fields(system)
        if (switch := switch_of(field))
    )


def change_lines(system: RuleSystem) -> tuple[str, ...]:
    """Return a table's changes as short lines, such as "Calls in a round: 2"; for paper."""
    return tuple(
        _("%(topic)s: %(value)s", topic=change.topic, value=change.after)
        for change in changes_in(system)
    )


def house_tagline(system: RuleSystem) -> str:
    """Return what house rules are in one line: the system they began from, and how far they go."""
    count = len(changed_fields(system))
    name = _(system_of(system.slug).name)
    return ngettext(
        "%(game)s with %(num)s change", "%(game)s with %(num)s changes", count, game=name
    )
