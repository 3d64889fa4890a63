"""The record of a planted fault."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault: name, file, original text, replacement, and the tests that detect it.

    ``is_whole`` runs all of a set of which every commit tests a share.
    """

    name: str
    path: str
    right: str
    wrong: str
    tests: str
    is_whole: bool = False
