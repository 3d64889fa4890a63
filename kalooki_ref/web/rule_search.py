"""Searches the clauses of one system, or of all of them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kalooki_ref.rules.clause_index import CHAPTERS, chapter_of
from kalooki_ref.rules.model import Clause, RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.words import search_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.own_words import clause_text


@dataclass(frozen=True, slots=True)
class FoundClause:
    """A clause found by a search, and the games that have it with the same text."""

    clause: Clause
    systems: tuple[RuleSystem, ...]


def found_anywhere(sought: str) -> tuple[FoundClause, ...]:
    """Return the matching clauses of all games; those with the same number and text are merged."""
    words = search_words.sought_words(sought)
    found: dict[tuple[str, str], list[RuleSystem]] = {}
    clauses: dict[tuple[str, str], Clause] = {}
    for system in SYSTEMS:
        for clause in clauses_with(words, system):
            key = (clause.number, clause_text(clause))
            clauses.setdefault(key, clause)
            found.setdefault(key, []).append(system)
    return tuple(FoundClause(clauses[key], tuple(systems)) for key, systems in found.items())


def clauses_with(words: list[str], system: RuleSystem) -> list[Clause]:
    """Return the clauses of a system that match all words, or synonyms of them."""
    other_words = search_words.synonyms()
    return [clause for clause in system.clauses if _matches(clause, words, other_words)]


def _matches(clause: Clause, words: list[str], other_words: Callable[[str], str]) -> bool:
    title = CHAPTERS[chapter_of(clause.number) - 1]
    message = f"{clause.number} {clause_text(clause)} {_(title)}"
    text = search_words.folded(f"{message} {other_words(message)}")
    return all(re.search(rf"\b{re.escape(word)}", text) for word in words)


def highlighted(text: str, words: Sequence[str]) -> list[tuple[str, bool]]:
    """Split a text at the sought words; each piece is paired with whether it is one of them."""
    if not words:
        return [(text, False)]
    pieces = re.split(rf"\b({'|'.join(map(re.escape, words))})", text, flags=re.IGNORECASE)
    return [(piece, at % 2 == 1) for at, piece in enumerate(pieces) if piece]
