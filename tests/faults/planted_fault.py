"""A fault to plant in a copy of the tree."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault: what it is, the file, the text there, the text instead, and who is to notice."""

    name: str
    path: str
    right: str
    wrong: str
    tests: str
