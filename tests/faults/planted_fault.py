"""The record of a planted fault."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault: name, file, original text, replacement, and the tests that detect it."""

    name: str
    path: str
    right: str
    wrong: str
    tests: str
