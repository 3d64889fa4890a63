"""What a switch is: one field of a system, and the values a table may choose for it."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kalooki_ref.plain import from_plain, to_plain
from kalooki_ref.rules.codes import Code

# Fifteen rounds with every number given take about 1,100 characters.
LONGEST_KEY = 2000
# A field of a system and the value it takes.
Setting = tuple[str, object]


@dataclass(frozen=True, slots=True)
class Choice:
    """One position of a switch.

    ``key`` names it in forms and links; ``label`` says it in a word or two, ``sentence`` as a
    clause; ``cites`` are the faults it brings with it; ``also`` are fields that follow from it.
    """

    key: str
    value: object
    label: str
    sentence: str
    cites: tuple[Code, ...] = ()
    also: tuple[Setting, ...] = ()
    # Whether a table filled it in itself: it has no label, and its sentence a place for the value.
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class OwnValue:
    """What a table may fill in itself where the choices of a switch are not enough.

    ``kind`` is the type of the field, ``allows`` its bounds; ``sentence`` says it as a clause,
    with ``%(value)s`` for the value; ``follows`` gives the fields that follow from a value.
    """

    kind: Any
    allows: Callable[[Any], bool]
    sentence: str
    cites: tuple[Code, ...] = ()
    follows: Callable[[Any], tuple[Setting, ...]] = lambda _: ()

    def read(self, data: object) -> Any:
        """Return the value that plain data describes; raises ValueError if it is out of bounds."""
        value = from_plain(self.kind, data)
        if not self.allows(value):
            raise ValueError(f"{data!r} is out of bounds")
        return value

    def offers(self, data: object) -> bool:
        """Whether plain data describes a value within bounds, in the way that it is written."""
        try:
            return bool(to_plain(self.read(data)) == data)
        except ValueError:
            return False

    def choice(self, value: object) -> Choice:
        """Return the position of the switch that has this value, its key the value as JSON."""
        follows = self.follows(value)
        return Choice(as_key(value), value, "", self.sentence, self.cites, follows, True)


@dataclass(frozen=True, slots=True)
class Switch:
    """One thing tables play differently.

    ``clause`` is the number of the clause that puts the field into words; ``topic`` is its short
    name, ``question`` what is asked; ``rulings`` are the readings it turns.
    """

    field: str
    clause: str
    topic: str
    question: str
    choices: tuple[Choice, ...]
    rulings: tuple[str, ...] = ()
    own: OwnValue | None = None

    def choice(self, key: str) -> Choice | None:
        """Return the choice with this key, or with the value that it is the JSON of; or None."""
        listed = next((choice for choice in self.choices if choice.key == key), None)
        return listed or self.own_choice(key)

    def choice_of(self, value: object) -> Choice | None:
        """Return the choice that has this value; None where it is neither listed nor allowed."""
        listed = next((choice for choice in self.choices if choice.value == value), None)
        if listed or self.own is None:
            return listed
        return self.own.choice(value) if self.own.allows(value) else None

    def own_choice(self, key: str) -> Choice | None:
        """Return the choice with the value that ``key`` is the JSON of; None out of bounds."""
        if self.own is None or len(key) > LONGEST_KEY:
            return None
        try:
            return self.choice_of(self.own.read(json.loads(key)))
        except (ValueError, RecursionError):
            return None


def as_key(value: object) -> str:
    """Return the key of a value that a table filled in: its plain data as JSON."""
    return json.dumps(to_plain(value), separators=(",", ":"))


def one_of(
    field: str,
    clause: str,
    topic: str,
    question: str,
    *choices: Choice,
    rulings: tuple[str, ...] = (),
    own: OwnValue | None = None,
) -> Switch:
    """Return a switch with these positions, and what a table may fill in itself."""
    return Switch(field, clause, topic, question, choices, rulings, own)


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
) -> Switch:
    """Return a switch with the two positions yes and no; ``yes`` and ``no`` are their sentences."""
    choices = (
        Choice("yes", True, labels[0], yes, yes_cites),
        Choice("no", False, labels[1], no, no_cites),
    )
    return Switch(field, clause, topic, question, choices, rulings)


def numbered(
    numbers: Iterable[int],
    sentence: str,
    *cites: Code,
    label: str = "{n}",
    value: Callable[[int], object] = int,
) -> tuple[Choice, ...]:
    """Return a choice for each number: ``{n}`` in its sentence and label, ``value`` of it."""
    return tuple(
        Choice(str(n), value(n), label.format(n=n), sentence.format(n=n), cites) for n in numbers
    )
