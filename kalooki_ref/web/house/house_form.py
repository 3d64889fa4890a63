"""The form of house rules: every switch by chapter, what differs, errors and doubts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.clause_index import by_chapter, title_of
from kalooki_ref.rules.doubts import doubts_about
from kalooki_ref.rules.house_text import house_key
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, HouseRules, changes_of, keys_of
from kalooki_ref.rules.switch import Choice, as_key
from kalooki_ref.rules.switches import SWITCHES, Switch, fixed_in, key_of_choice
from kalooki_ref.rules.systems import system_of
from kalooki_ref.web.shared.names import fault_of, is_blank, tidy
from kalooki_ref.web.shared.offered_rules import house_giving_way, is_alike, namesake
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.own_words import choice_label

NAME, EDITS = "name", "edits"
# Endpoints of the editors for a table's own values, by field.
EDITORS = {
    "contracts": "contracts.edit",
    "opening_values": "card_values.edit",
    "points": "card_values.edit",
    "larger_tables": "larger_tables.edit",
}
# Fields whose values say most about their chapter: shown while nothing in it is changed.
TELLING = {
    "jokers",
    "max_players",
    "contracts",
    "set_min",
    "run_min",
    "jokers_side_by_side",
    "opening",
    "tack_ends",
    "joker_mover",
    "max_calls",
    "bend",
    "points",
    "overcall",
    "reshuffles",
}


@dataclass(frozen=True, slots=True)
class SwitchField:
    """A switch in the form: the chosen option, the default, and the error.

    ``system`` is the base with the chosen jokers; ``implied`` is what other choices make of the
    default, None if they leave it as it is.
    """

    switch: Switch
    value: str
    usual: str
    faults: tuple[str, ...]
    system: RuleSystem
    implied: Choice | None = None

    @property
    def is_changed(self) -> bool:
        return self.value != self.usual

    @property
    def editor(self) -> str:
        """The endpoint of the page that edits this field, or empty."""
        return EDITORS.get(self.switch.field, "")

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options, including the table's own values, with the default marked."""
        labels = self._labels
        if self.usual in labels:
            labels[self.usual] = _("%(choice)s (default)", choice=labels[self.usual])
        return list(labels.items())

    def line(self, key: str) -> str:
        """Return the option with this key as a short line: "Calls in a round: 2"."""
        label = self._labels.get(key, "")
        return _("%(topic)s: %(value)s", topic=_(self.switch.topic), value=label)

    @property
    def _labels(self) -> dict[str, str]:
        labels = {choice.key: _(choice.label) for choice in self.switch.choices}
        for key in (self.usual, self.value):
            own = self.switch.own_choice(key)
            if own and key not in labels:
                labels[key] = choice_label(own, self.system)
        if self.implied:
            labels[self.usual] = choice_label(self.implied, self.system)
        return labels


@dataclass(frozen=True, slots=True)
class SwitchChapter:
    """A chapter of the form: its switches, and a line that says what they are set to."""

    number: int
    title: str
    rows: tuple[SwitchField, ...]

    @property
    def is_changed(self) -> bool:
        return any(row.is_changed for row in self.rows)

    @property
    def is_open(self) -> bool:
        """Whether its options are shown at first: something is changed, or wrong."""
        return self.is_changed or any(row.faults for row in self.rows)

    @property
    def usual_words(self) -> str:
        """The most telling of its default values."""
        told = (row.line(row.usual) for row in self.rows if row.switch.field in TELLING)
        return " · ".join(told)

    @property
    def words(self) -> str:
        """The changed values, or the most telling default ones if nothing is changed."""
        changed = (row.line(row.value) for row in self.rows if row.is_changed)
        return " · ".join(changed) or self.usual_words


@dataclass(slots=True)
class HouseForm:
    """House rules as submitted; ``errors`` are by field, empty if they are playable.

    ``edits`` is the key of the rules that it was opened with, which it replaces under their name;
    ``usual`` are the keys of the base's choices, by field.
    """

    base: RuleSystem
    name: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    edits: str = ""
    errors: dict[str, list[str]] = field(default_factory=dict)
    usual: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.usual = keys_of(self.base)

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The submitted fields, which an editor passes on unchanged."""
        named = [("base", self.base.slug), (EDITS, self.edits), (NAME, self.name)]
        return [*named, *self.chosen.items()]

    @property
    def chapters(self) -> tuple[SwitchChapter, ...]:
        """Every switch, by chapter."""
        fields = [self.question(switch) for switch in SWITCHES]
        fields = [row for row in fields if row.switch.choices or row.is_changed or row.editor]
        if not self.opens_with_points:
            fields = [row for row in fields if row.switch.field != "opening_values"]
        chapters = by_chapter(fields, lambda question: question.switch.clause)
        return tuple(
            SwitchChapter(chapter.number, title_of(chapter.number, self.base), chapter.rows)
            for chapter in chapters
        )

    @property
    def fixed(self) -> tuple[tuple[Clause, tuple[str, ...]], ...]:
        """The clauses that no switch can change, and why."""
        return tuple(fixed_in(self.base))

    @property
    def house(self) -> HouseRules:
        """The chosen rules, not validated: only the differences from the base."""
        changes = {name: key for name, key in self.chosen.items() if key != self.usual.get(name)}
        if not self.opens_with_points:
            changes.pop("opening_values", None)  # values nobody sees where contracts open
        return HouseRules(tidy(self.name), self.base.slug, tuple(sorted(changes.items())))

    @property
    def doubts(self) -> list[str]:
        """Warnings about rules that are hard to play, without those of the base.

        Empty while the rules are invalid.
        """
        try:
            doubted = set(doubts_about(self.house.system())) - set(doubts_about(self.base))
        except HouseRuleError:
            return []
        ordered = sorted(doubted, key=lambda doubt: doubt.number)
        return [_(doubt.reason, **dict(doubt.values)) for doubt in ordered]

    @property
    def doubted(self) -> str:
        """Hash of the warnings, so that a second save confirms exactly those shown."""
        warnings = [*self.doubts, self.giving_way]
        return sha256("\n".join(warnings).encode()).hexdigest()[:16]

    @property
    def giving_way(self) -> str:
        """The name of the rules that this phone drops to keep these; empty if it has room."""
        house = house_giving_way(self.house)
        return house.name if house else ""

    @property
    def opens_with_points(self) -> bool:
        """Whether points are needed to come down in any round, by the choices made so far."""
        rounds: tuple[Contract, ...] = self.value_of("contracts")
        return any(contract.opens_with_points for contract in rounds) or bool(
            self.value_of("opening")
        )

    @property
    def dealt(self) -> RuleSystem:
        """The base with the jokers chosen so far, without which no joker has a value."""
        jokers, larger = self.value_of("jokers"), self.value_of("larger_tables")
        return replace(self.base, jokers=jokers, larger_tables=larger)

    def value_of(self, name: str) -> Any:
        """Return the value of a field as chosen, or as implied by other choices."""
        chosen = {switch.field: choice.value for switch, choice in self._changed()}
        return chosen.get(name, self._implied().get(name, getattr(self.base, name)))

    def _implied(self) -> dict[str, Any]:
        """Return the values that the choices imply for other fields."""
        return {name: value for _switch, choice in self._changed() for name, value in choice.also}

    def _changed(self) -> Iterator[tuple[Switch, Choice]]:
        for switch in SWITCHES:
            key = self.chosen.get(switch.field, "")
            choice = switch.choice(key) if key and key != self.usual.get(switch.field) else None
            if choice:
                yield switch, choice

    def with_own(self, **values: object) -> "HouseForm":
        """Return the form with the table's own values, validated except for its name."""
        keys = {name: key_of_choice(name, value) for name, value in values.items()}
        form = HouseForm(self.base, self.name, {**self.chosen, **keys}, self.edits)
        # A default key would give way to what the other values imply; the value as JSON doesn't.
        kept = {name: as_key(own) for name, own in values.items() if form.value_of(name) != own}
        form.chosen = {**form.chosen, **kept}
        form.validate()
        form.errors.pop(NAME, None)
        return form

    def validate(self) -> bool:
        """Set the errors by field; return whether the rules are valid."""
        self.errors = {}
        self._check_name()
        try:
            self.house.system()
        except HouseRuleError as error:
            changed = dict(self.house.changes)
            for objection in error.objections:
                sentence = _(objection.reason, **dict(objection.values))
                # The changed ones among these fields have the error, else the first.
                among = [name for name in objection.fields if name in changed]
                for name in among or objection.fields[:1]:
                    self.errors.setdefault(name, []).append(sentence)
        return not self.errors

    def _check_name(self) -> None:
        name = tidy(self.name)
        fault = _("Enter a name for these rules.") if is_blank(name) else fault_of(name)
        known = namesake(name)
        if known and house_key(known) != self.edits and not is_alike(known, self.house):
            fault = fault or _("This phone has other rules of this name. Enter another one.")
        if fault:
            self.errors[NAME] = [fault]

    def question(self, switch: Switch) -> SwitchField:
        """Return a switch with the choice made so far."""
        usual = self.usual.get(switch.field, "")
        faults = tuple(self.errors.get(switch.field, ()))
        value = self.chosen.get(switch.field, usual)
        implied = self._implied().get(switch.field) if switch.own else None
        choice = None if implied is None else switch.choice_of(implied)
        if choice and switch.choice(value) == choice:
            usual = value  # what other choices imply anyway is no change
        return SwitchField(switch, value, usual, faults, self.dealt, choice)


def house_rules_from_form(form: Mapping[str, str]) -> HouseForm | None:
    """Return the submitted form; None if its system is unknown."""
    try:
        base = system_of(form.get("base", ""))
    except KeyError:
        return None
    sent = {switch.field: form[switch.field] for switch in SWITCHES if switch.field in form}
    return HouseForm(base, form.get(NAME, ""), sent, form.get(EDITS, ""))


def form_of(house: HouseRules) -> HouseForm:
    """Return the form for these rules."""
    changes = changes_of(house.system())
    return HouseForm(system_of(house.base), house.name, changes, house_key(house))
