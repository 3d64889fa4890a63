"""What a switch is: one field of a system, and the values a table may choose for it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kalooki_ref.rules.codes import Code

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

    def choice(self, key: str) -> Choice | None:
        """Return the choice with this key, or None."""
        return next((choice for choice in self.choices if choice.key == key), None)

    def choice_of(self, value: object) -> Choice | None:
        """Return the choice that has this value; None where a system has a value of its own."""
        return next((choice for choice in self.choices if choice.value == value), None)


def one_of(
    field: str,
    clause: str,
    topic: str,
    question: str,
    *choices: Choice,
    rulings: tuple[str, ...] = (),
) -> Switch:
    """Return a switch with these positions."""
    return Switch(field, clause, topic, question, choices, rulings)


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
