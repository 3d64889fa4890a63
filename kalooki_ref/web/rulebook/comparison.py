"""What sets systems apart, a line a rule: what each of them plays, and where it says so."""

from collections.abc import Callable
from dataclasses import dataclass

from flask_babel import gettext as _

from kalooki_ref.rules.clause_index import CHAPTERS, chapter_of, place_of
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import NUMBERS, SWITCHES
from kalooki_ref.web.messages.rule_words import choice_label

Told = Callable[[RuleSystem], str]


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: its clause number, what it is about, and what each system plays."""

    number: str
    topic: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The rules of one chapter that differ."""

    title: str
    rows: tuple[Row, ...]


def differences(systems: tuple[RuleSystem, ...]) -> tuple[Group, ...]:
    """Return the rules in which these systems differ, by chapter."""
    rows = [row for row in _rows(systems) if len(set(row.cells)) > 1]
    groups = []
    for number, title in enumerate(CHAPTERS, 1):
        told = tuple(row for row in rows if chapter_of(row.number) == number)
        if told:
            groups.append(Group(_(title), told))
    return tuple(groups)


def _rows(systems: tuple[RuleSystem, ...]) -> list[Row]:
    rows = [
        Row(
            NUMBERS[switch.field],
            _(switch.topic),
            tuple(choice_label(system, switch) for system in systems),
        )
        for switch in SWITCHES
    ]
    rows += [Row(number, topic(), tuple(map(told, systems))) for number, topic, told in _FURTHER]
    return sorted(rows, key=lambda row: place_of(row.number))


def _rounds(system: RuleSystem) -> str:
    return str(len(system.contracts)) if system.contracts else _("as many as you like")


def _cards(system: RuleSystem) -> str:
    sizes = [
        system.pack_for(players).size
        for players in range(system.min_players, system.max_players + 1)
    ]
    least, most = min(sizes), max(sizes)
    return str(least) if least == most else _("%(least)s to %(most)s", least=least, most=most)


def _aces(system: RuleSystem) -> str:
    return ", ".join(str(points) for points in sorted(set(system.points.aces), reverse=True))


_FURTHER: tuple[tuple[str, Callable[[], str], Told], ...] = (
    ("1.3", lambda: _("Cards in all"), _cards),
    ("2.1", lambda: _("Rounds"), _rounds),
    ("3.4", lambda: _("Smallest run"), lambda system: str(system.run_min)),
    ("10.1", lambda: _("Points for an ace"), _aces),
    ("10.1", lambda: _("Points for a joker"), lambda system: str(system.points.joker)),
    ("10.1", lambda: _("Points for a king"), lambda system: str(system.points.ranks[-1])),
)
