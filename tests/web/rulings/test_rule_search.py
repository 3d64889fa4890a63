"""Searching the rulebook: the clause that people ask for is among the first found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.web.rulings.rule_search import RuleSearch
from kalooki_ref.words.language import speaking
from kalooki_ref.words.rule_index import INDEX

FIRST = 3
LANGUAGES = ("en", "it", "es")
# A language, the games it is asked in, the number of a clause, and the text.
Search = tuple[str, tuple[str, ...], str, str]


def searches() -> Iterator[Search]:
    """Yield the searches listed in searched_words.txt."""
    language = ""
    for line in Path(__file__).with_name("searched_words.txt").read_text("utf-8").splitlines():
        key, _, texts = line.partition(": ")
        if line in LANGUAGES:
            language = line
        elif texts and not line.startswith("#"):
            slug, _, number = key.rpartition(" ")
            slugs = (slug,) if slug else tuple(system.slug for system in SYSTEMS)
            yield from ((language, slugs, number, text) for text in texts.split(", "))


SEARCHES = tuple(searches())


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_finds_the_clause_asked_for_first(language: str) -> None:
    missed = []
    with speaking(language):
        for _language, slugs, number, text in (
            search for search in SEARCHES if search[0] == language
        ):
            search = RuleSearch(text)
            for system in map(system_of, slugs):
                has_clause = any(clause.number == number for clause in system.clauses)
                first = [clause.number for clause in search.in_system(system)[:FIRST]]
                if has_clause and number not in first:
                    missed.append((text, system.slug, number, first))
    assert missed == []


def test_the_list_of_searches_is_long() -> None:
    assert len({(language, text) for language, _slugs, _number, text in SEARCHES}) >= 250


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("drew two", "drew-two"),
        ("drew two cards", "drew-two"),
        ("misdeal", "misdeal"),
        ("exposed card", "exposed-card"),
        ("took back a discard", "discard-taken-back"),
        ("played out of turn", "out-of-turn"),
        ("forgot to discard", "no-discard"),
        ("missing card", "wrong-pack"),
    ],
)
def test_search_finds_an_accident(text: str, key: str) -> None:
    assert [accident.key for accident in RuleSearch(text).accidents()] == [key]


@pytest.mark.parametrize("text", ["discard", "turn", "joker", "deal", "card"])
def test_search_for_a_rule_finds_no_accident(text: str) -> None:
    assert RuleSearch(text).accidents() == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no discard in the last round"),
        ("en", "lay all cards"),
        ("en", "last contract"),
        ("en", "without a discard"),
        ("it", "ultimo contratto"),
        ("it", "senza scarto"),
        ("it", "calare tutte le carte"),
        ("es", "último contrato"),
        ("es", "sin descarte"),
        ("es", "bajar todas las cartas"),
    ],
)
def test_search_finds_the_contract_of_all_cards_where_it_is_played(
    language: str, text: str
) -> None:
    played = with_changes(system_of("jamaican"), {"last_contract_all_cards": "yes"})
    with speaking(language):
        found = RuleSearch(text).in_system(played)
    assert found[0].number == "5.8"


def test_may_i_finds_calling_only() -> None:
    found = RuleSearch("may I").in_system(system_of("jamaican"))
    assert [clause.number for clause in found] == ["8.3", "8.4", "8.11", "8.5"]


def test_unknown_word_finds_nothing() -> None:
    assert RuleSearch("zebra").in_system(system_of("jamaican")) == []


def test_the_index_names_clauses_that_exist() -> None:
    played = (*SYSTEMS, with_changes(system_of("jamaican"), {"last_contract_all_cards": "yes"}))
    numbers = {clause.number for system in played for clause in system.clauses}
    assert {number for entry in INDEX for number in entry.clauses} <= numbers
