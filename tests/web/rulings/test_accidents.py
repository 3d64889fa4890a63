"""The page of accidents that no rule mentions, and the ways to it."""

import pytest

from kalooki_ref.rules.house_text import text_of
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.words.accident_words import ACCIDENTS
from tests.web.phone import Phone

SLUGS = [system.slug for system in SYSTEMS]


@pytest.mark.parametrize("slug", SLUGS)
def test_accidents_are_marked_as_ours(phone: Phone, slug: str) -> None:
    page = phone.get(f"/rules/{slug}/accidents")
    words = phone.words(page)
    assert "The rules don’t say" in words
    assert all(f'id="{accident.key}"' in page.text for accident in ACCIDENTS)
    assert page.text.count("clause-provenance") == len(ACCIDENTS)


def test_an_accident_quotes_the_rule_in_force(phone: Phone) -> None:
    own = with_changes(system_of("jamaican"), {"miscount": "stays"})
    page = phone.get(f"/rules/jamaican/accidents?house={text_of(own)}")
    rule = next(clause.text for clause in own.clauses if clause.number == "11.4")
    assert rule != next(
        clause.text for clause in system_of("jamaican").clauses if clause.number == "11.4"
    )
    assert rule in phone.words(page)
    assert f'href="/rules/jamaican?house={text_of(own)}#11.4"' in page.text


@pytest.mark.parametrize("path", ["/rules/", "/rules/kooky"])
def test_search_links_to_the_accident(phone: Phone, path: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kooky")
    page = phone.get(f"{path}?q=drew+two")
    assert 'href="/rules/kooky/accidents#drew-two"' in page.text
    assert "No rule found" not in phone.words(page)


def test_rulebook_of_a_game_leads_to_accidents(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kooky")
    assert 'href="/rules/kooky/accidents"' in phone.get("rules").text


def test_accidents_are_printed_with_the_rulebook(phone: Phone) -> None:
    printed = phone.get("/rules/standard").text.split('<section class="chapter print-only">')[1]
    assert all(str(accident.title) in printed for accident in ACCIDENTS)


@pytest.mark.parametrize(("language", "title"), [("it", "Incidenti"), ("es", "Percances")])
def test_accidents_in_another_language(phone: Phone, language: str, title: str) -> None:
    phone.client.set_cookie("language", language)
    assert title in phone.words(phone.get("/rules/standard/accidents"))
