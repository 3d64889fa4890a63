"""The form of house rules: a name, and one select a switch, each with its own error."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask_babel import gettext as _

from kalooki_ref.rules.clause_index import CHAPTERS, chapter_of
from kalooki_ref.rules.house_rules import HouseRuleError, HouseRules, changes_of
from kalooki_ref.rules.model import Clause, RuleSystem
from kalooki_ref.rules.switches import NUMBERS, SWITCHES, Switch, fixed_in
from kalooki_ref.rules.systems import system_of
from kalooki_ref.web.forms.names import fault_of, is_blank, tidy

NAME = "name"


@dataclass(frozen=True, slots=True)
class Question:
    """One switch as the form asks it: what is chosen, what the rules say, what is wrong."""

    switch: Switch
    value: str
    usual: str
    faults: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        return self.value != self.usual

    @property
    def options(self) -> list[tuple[str, str]]:
        """The positions, the rules' own marked as such."""
        return [
            (choice.key, self._said(choice.key, _(choice.label))) for choice in self.switch.choices
        ]

    def _said(self, key: str, label: str) -> str:
        return _("%(choice)s (usual)", choice=label) if key == self.usual else label


@dataclass(frozen=True, slots=True)
class Section:
    """The questions of one chapter."""

    number: int
    title: str
    questions: tuple[Question, ...]

    @property
    def changed(self) -> int:
        return sum(1 for question in self.questions if question.is_changed)

    @property
    def is_wrong(self) -> bool:
        return any(question.faults for question in self.questions)


@dataclass(slots=True)
class HouseForm:
    """House rules as typed; ``errors`` by field, empty once they can be played."""

    base: RuleSystem
    name: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)

    @property
    def sections(self) -> tuple[Section, ...]:
        """Every switch, by chapter."""
        by_chapter: dict[int, list[Question]] = {}
        for switch in SWITCHES:
            chapter = chapter_of(NUMBERS[switch.field])
            by_chapter.setdefault(chapter, []).append(self._question(switch))
        return tuple(
            Section(number, _(CHAPTERS[number - 1]), tuple(asked))
            for number, asked in sorted(by_chapter.items())
        )

    @property
    def settled(self) -> tuple[tuple[Clause, tuple[str, ...]], ...]:
        """The readings that no switch turns, and why."""
        return tuple(fixed_in(self.base))

    @property
    def house(self) -> HouseRules:
        """The rules as chosen, unchecked: only what differs from the base."""
        changes = ((name, key) for name, key in self.chosen.items() if key != self._usual(name))
        return HouseRules(tidy(self.name), self.base.slug, tuple(sorted(changes)))

    def validate(self) -> bool:
        """Say at each field what is wrong; True when nothing is."""
        self.errors = {}
        self._check_name()
        try:
            self.house.system()
        except HouseRuleError as error:
            for objection in error.objections:
                for name in self._turned(objection.fields):
                    self.errors.setdefault(name, []).append(_(objection.reason))
        return not self.errors

    def _check_name(self) -> None:
        name = tidy(self.name)
        fault = _("Give these rules a name.") if is_blank(name) else fault_of(name)
        if fault:
            self.errors[NAME] = [fault]

    def _turned(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return which of these fields were turned here, or the first when none was."""
        changed = dict(self.house.changes)
        return tuple(name for name in names if name in changed) or names[:1]

    def _usual(self, name: str) -> str:
        return _keys_of(self.base).get(name, "")

    def _question(self, switch: Switch) -> Question:
        usual = self._usual(switch.field)
        faults = tuple(self.errors.get(switch.field, ()))
        return Question(switch, self.chosen.get(switch.field, usual), usual, faults)


def house_rules_from_form(form: Mapping[str, str]) -> HouseForm | None:
    """Return the form as it was sent; None where its system is unknown."""
    try:
        base = system_of(form.get("base", ""))
    except KeyError:
        return None
    sent = {switch.field: form[switch.field] for switch in SWITCHES if switch.field in form}
    return HouseForm(base, form.get(NAME, ""), sent)


def form_of(house: HouseRules) -> HouseForm:
    """Return the form that shows these rules."""
    return HouseForm(system_of(house.base), house.name, changes_of(house.system()))


def _keys_of(system: RuleSystem) -> dict[str, str]:
    chosen = ((switch, switch.choice_of(getattr(system, switch.field))) for switch in SWITCHES)
    return {switch.field: choice.key for switch, choice in chosen if choice}
