"""Clauses as pages show them: by chapter, found by words, with their mark."""

from dataclasses import dataclass

from flask_babel import gettext as _

from kalooki_ref.rules.clause_index import CHAPTERS, chapter_of
from kalooki_ref.rules.model import Clause, RuleSystem


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook with the clauses to be shown."""

    number: int
    title: str
    clauses: tuple[Clause, ...]


def chapters_of(system: RuleSystem, sought: str = "") -> tuple[Chapter, ...]:
    """Return the chapters in which something is found; all of them where nothing is sought."""
    words = sought.casefold().split()
    chapters = []
    for number, title in enumerate(CHAPTERS, 1):
        clauses = tuple(
            clause
            for clause in system.clauses
            if chapter_of(clause.number) == number and _speaks_of(clause, _(title), words)
        )
        if clauses:
            chapters.append(Chapter(number, _(title), clauses))
    return tuple(chapters)


def count_of(chapters: tuple[Chapter, ...]) -> int:
    """Return how many clauses there are."""
    return sum(len(chapter.clauses) for chapter in chapters)


def _speaks_of(clause: Clause, title: str, words: list[str]) -> bool:
    text = f"{clause.number} {_(clause.text)} {title}".casefold()
    return all(word in text for word in words)
