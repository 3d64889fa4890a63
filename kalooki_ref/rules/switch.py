"""What a switch is: one field of a system, and the values a table may choose for it."""

from dataclasses import dataclass

from kalooki_ref.rules.codes import Code

Setting = tuple[str, object]
"""A field of a system and the value it takes."""


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
        """Return the choice with this key; None where there is none."""
        for choice in self.choices:
            if choice.key == key:
                return choice
        return None

    def choice_of(self, value: object) -> Choice | None:
        """Return the choice that has this value; None where a system has a value of its own."""
        for choice in self.choices:
            if choice.value == value:
                return choice
        return None


def yes_or_no(  # noqa: PLR0913
    field: str,
    clause: str,
    topic: str,
    question: str,
    *,
    yes: str,
    no: str,
    rulings: tuple[str, ...] = (),
    yes_cites: tuple[Code, ...] = (),
    no_cites: tuple[Code, ...] = (),
) -> Switch:
    """Return a switch with the two positions yes and no; ``yes`` and ``no`` are their sentences."""
    choices = (
        Choice("yes", True, "yes", yes, yes_cites),
        Choice("no", False, "no", no, no_cites),
    )
    return Switch(field, clause, topic, question, choices, rulings)
