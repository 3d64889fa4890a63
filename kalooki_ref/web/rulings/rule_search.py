"""Searches the clauses of one system, or of all of them, and the accidents."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.clause_index import CHAPTERS, chapter_of, place_of
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.words import search_words
from kalooki_ref.words.accident_words import ACCIDENTS, Accident
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.own_words import clause_text
from kalooki_ref.words.rule_index import INDEX, terms_in

# Shorter words match only whole ones.
SHORTEST_BEGINNING = 3
# Ranks of clauses that the index doesn't name; its entries are shorter than this.
BY_TEXT, BY_SYNONYMS = 100, 101


@dataclass(frozen=True, slots=True)
class FoundClause:
    """A clause found by a search, and the games that have it with the same text."""

    clause: Clause
    systems: tuple[RuleSystem, ...]


class RuleSearch:
    """A search for some words in the reader's language."""

    def __init__(self, sought: str) -> None:
        self._words_of = search_words.words_sought()
        self.words = self._words_of(sought)
        self._begins = [re.compile(rf"\b{_beginning(word)}") for word in self.words]
        self._alike = [_with_synonyms(word) for word in self._begins]
        self._named: dict[str, int] = {}
        self._terms: dict[str, str] = {}
        for entry in INDEX:
            terms = entry.terms()
            is_asked = any(map(self._is_asked_by, terms))
            for place, number in enumerate(entry.clauses):
                self._terms[number] = " ".join([self._terms.get(number, ""), *terms])
                if is_asked:
                    self._named[number] = min(place, self._named.get(number, place))

    def in_system(self, system: RuleSystem) -> list[Clause]:
        """Return the clauses of a system that match, the one asked for first."""
        ranked = [(self._rank(clause), clause) for clause in system.clauses]
        found = [(rank, clause) for rank, clause in ranked if rank is not None]
        return [clause for _rank, clause in sorted(found, key=lambda pair: pair[0])]

    def accidents(self) -> list[Accident]:
        """Return the accidents that are asked for."""
        return [
            accident
            for accident in ACCIDENTS
            if any(map(self._is_asked_by, [*terms_in(accident.title), *terms_in(accident.terms)]))
        ]

    def everywhere(self) -> tuple[FoundClause, ...]:
        """Return the matching clauses of all games, those with the same number and text merged."""
        found: dict[tuple[str, str], list[RuleSystem]] = {}
        clauses: dict[tuple[str, str], Clause] = {}
        for system in SYSTEMS:
            for clause in self.in_system(system):
                key = (clause.number, clause_text(clause))
                clauses.setdefault(key, clause)
                found.setdefault(key, []).append(system)
        merged = (FoundClause(clauses[key], tuple(systems)) for key, systems in found.items())
        return tuple(sorted(merged, key=self._place))

    def _rank(self, clause: Clause) -> int | None:
        """Return where a clause belongs among those found; None if it doesn't match."""
        if clause.number in self._named:
            return self._named[clause.number]
        title = _(CHAPTERS[chapter_of(clause.number) - 1])
        text = f"{clause.number} {clause_text(clause)} {title}"
        if _has_all(text, self._begins):
            return BY_TEXT
        terms = self._terms.get(clause.number, "")
        return BY_SYNONYMS if _has_all(f"{text} {terms}", self._alike) else None

    def _place(self, found: FoundClause) -> tuple[int, tuple[int, int]]:
        return self._rank(found.clause) or 0, place_of(found.clause.number)

    def _is_asked_by(self, term: str) -> bool:
        """Whether a term of the index consists of the sought words, or of words they begin."""
        wanted = self._words_of(term)
        return len(wanted) == len(self.words) and _has_all(" ".join(wanted), self._begins)


def _has_all(text: str, words: Iterable[re.Pattern[str]]) -> bool:
    message = search_words.folded(text)
    return all(word.search(message) for word in words)


def _beginning(word: str) -> str:
    """Return a regular expression for words that begin with this one; short words are whole."""
    return re.escape(word) + ("" if len(word) >= SHORTEST_BEGINNING else r"\b")


def _with_synonyms(word: re.Pattern[str]) -> re.Pattern[str]:
    others = map(re.escape, search_words.synonyms(word))
    return re.compile("|".join([word.pattern, *(rf"\b{other}" for other in others)]))


def highlighted(text: str, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Split a text at the sought words; each piece is paired with whether it is one of them."""
    if not words:
        yield text, False
        return
    letters = [search_words.folded(letter) for letter in text]
    # The place in the text of each letter of the normalized one, and of its end.
    places = [place for place, letter in enumerate(letters) for _each in letter] + [len(text)]
    any_word, end = "|".join(map(_beginning, words)), 0
    for found in re.finditer(rf"\b(?:{any_word})", "".join(letters)):
        begin = places[found.start()]
        yield text[end:begin], False
        end = places[found.end()]
        yield text[begin:end], True
    yield text[end:], False
