"""Switches: an option for one field of a system, and the values it offers."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kalooki_ref.plain import from_plain, to_plain
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.conditions import Condition
from kalooki_ref.rules.model import RuleSystem

# Fifteen rounds with all values given take about 1,100 characters.
LONGEST_KEY = 2000
# A field name and its value.
Setting = tuple[str, object]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that a switch offers.

    ``key`` identifies it in forms and links; ``label`` is its short text and ``sentence`` its
    clause, with ``{set}``, ``{run}``, ``{joker}``, ``{suit}`` and ``{bends}`` for a system's words;
    ``cites`` are the faults that the clause adds; ``also`` sets other fields that depend on it.
    """

    key: str
    value: object
    label: str
    sentence: str
    cites: tuple[Code, ...] = ()
    also: tuple[Setting, ...] = ()
    # Whether players entered the value; the label is empty then.
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class OwnValue:
    """A value that players may enter instead of picking a choice.

    ``kind`` is the type of the field, ``allows`` checks its bounds; ``sentence`` is the clause,
    with ``%(value)s`` for the value; ``follows`` returns other fields that depend on the value.
    """

    kind: Any
    allows: Callable[[Any], bool]
    sentence: str
    cites: tuple[Code, ...] = ()
    follows: Callable[[Any], tuple[Setting, ...]] = lambda _: ()

    def read(self, data: object) -> Any:
        """Convert plain data to the field's type; raises ValueError if it is out of bounds."""
        value = from_plain(self.kind, data)
        if not self.allows(value):
            raise ValueError(f"{data!r} is out of bounds")
        return value

    def offers(self, data: object) -> bool:
        """Whether plain data is a valid value in its canonical form."""
        try:
            return bool(to_plain(self.read(data)) == data)
        except ValueError:
            return False

    def choice(self, value: object) -> Choice:
        """Return a choice for this value, with the value's JSON as its key."""
        follows = self.follows(value)
        return Choice(as_key(value), value, "", self.sentence, self.cites, follows, True)


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that changes one field of a rule system.

    ``clause`` is the number of the clause that describes the field; ``topic`` is the option's short
    name, ``question`` its longer text; ``rulings`` are the interpretations it can override;
    ``only`` are the conditions under which it has an effect.
    """

    field: str
    clause: str
    topic: str
    question: str
    choices: tuple[Choice, ...]
    rulings: tuple[str, ...] = ()
    own: OwnValue | None = None
    only: tuple[Condition, ...] = ()

    def applies_in(self, system: RuleSystem) -> bool:
        """Whether the option has an effect in this system."""
        return all(condition.holds(system) for condition in self.only)

    def choice(self, key: str) -> Choice | None:
        """Return the choice with this key, or for the value it encodes as JSON; None if invalid."""
        listed = next((choice for choice in self.choices if choice.key == key), None)
        return listed or self.own_choice(key)

    def choice_of(self, value: object) -> Choice | None:
        """Return the choice with this value; None if the value is neither listed nor allowed."""
        listed = next((choice for choice in self.choices if choice.value == value), None)
        if listed or self.own is None:
            return listed
        return self.own.choice(value) if self.own.allows(value) else None

    def own_choice(self, key: str) -> Choice | None:
        """Return a choice for a value given as JSON; None if it is out of bounds."""
        if self.own is None or len(key) > LONGEST_KEY:
            return None
        try:
            return self.choice_of(self.own.read(json.loads(key)))
        except (ValueError, RecursionError):
            return None


def as_key(value: object) -> str:
    """Return the key of an entered value: its plain data as JSON."""
    return json.dumps(to_plain(value), separators=(",", ":"))


def one_of(  # noqa: PLR0913
    field: str,
    clause: str,
    topic: str,
    question: str,
    *choices: Choice,
    rulings: tuple[str, ...] = (),
    own: OwnValue | None = None,
    only: tuple[Condition, ...] = (),
) -> Switch:
    """Return a switch with these choices and, optionally, entered values."""
    return Switch(field, clause, topic, question, choices, rulings, own, only)


def yes_or_no(  # noqa: PLR0913
    field: str,
    clause: str,
    topic: str,
    question: str,
    *,
    yes: str,
    no: str,
    labels: tuple[str, str] = ("yes", "no"),
    rulings: tuple[str, ...] = (),
    yes_cites: tuple[Code, ...] = (),
    no_cites: tuple[Code, ...] = (),
    only: tuple[Condition, ...] = (),
) -> Switch:
    """Return a boolean switch; ``yes`` and ``no`` are the sentences of its choices."""
    choices = (
        Choice("yes", True, labels[0], yes, yes_cites),
        Choice("no", False, labels[1], no, no_cites),
    )
    return Switch(field, clause, topic, question, choices, rulings, only=only)


def numbered(
    numbers: Iterable[int],
    sentence: str,
    *cites: Code,
    label: str = "{n}",
    value: Callable[[int], object] = int,
) -> tuple[Choice, ...]:
    """Return one choice per number; ``{n}`` in label and sentence is replaced by the number."""
    return tuple(
        Choice(str(n), value(n), label.format(n=n), sentence.replace("{n}", str(n)), cites)
        for n in numbers
    )
