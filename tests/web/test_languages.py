"""The language of pages: the phone's setting, else the browser's."""

import re

import pytest

from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import speaking
from tests.web.phone import SAME_SITE, Phone

PAGES = ("/", "/check", "/rules/", "/house-rules", "/games/new", "/advice")
ITALIAN, SPANISH = {"Accept-Language": "it"}, {"Accept-Language": "es"}
QUESTION = {"id": 1, "system": "jamaican", "kind": "meld", "input": {"cards": ["7H", "8H"]}}


def language_of(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("wished", "language"),
    [
        ("", "en"),
        ("de, fr;q=0.5", "en"),
        ("it-IT, it;q=0.9, en;q=0.8", "it"),
        ("es-MX, en;q=0.5", "es"),
        ("en-GB, it;q=0.5", "en"),
    ],
)
@pytest.mark.parametrize("path", PAGES)
def test_language_from_accept_language(phone: Phone, path: str, wished: str, language: str) -> None:
    answer = phone.client.get(path, headers={"Accept-Language": wished})
    assert language_of(answer.text) == language


def test_menu_sets_the_language_cookie(phone: Phone) -> None:
    front = phone.client.get("/settings", headers={"Accept-Language": "es"})
    assert '<button class="segment" name="language" value="it" lang="it"' in front.text
    answer = phone.client.post(
        "/settings", data={"language": "it", "back": "/rules/"}, headers=SAME_SITE
    )
    assert (answer.status_code, answer.location) == (303, "/rules/")
    assert language_of(phone.client.get("/", headers={"Accept-Language": "es"}).text) == "it"


def test_unknown_language_is_refused(phone: Phone) -> None:
    assert (
        phone.client.post(
            "/settings", data={"language": "tlh", "back": "/"}, headers=SAME_SITE
        ).status_code
        == 422
    )


def test_etag_depends_on_the_language(table: Phone) -> None:
    answers = [table.client.get(table.address(""), headers={"Accept-Language": one})
             for one in ("en", "it", "es", "en")]  # fmt: skip
    assert [language_of(answer.text) for answer in answers] == ["en", "it", "es", "en"]


def test_pages_vary_by_language(phone: Phone) -> None:
    for path in PAGES:
        varies = ", ".join(phone.client.get(path).headers.getlist("Vary"))
        assert "Cookie" in varies
        assert "Accept-Language" in varies


@pytest.mark.parametrize(
    ("language", "names", "sentence"),
    [
        ("en", ["Ann", "Inez"], "Ann and Inez"),
        ("es", ["Ana", "Inés"], "Ana e Inés"),
        ("es", ["Ana", "Hilario"], "Ana e Hilario"),
        ("es", ["Ana", "Hielo"], "Ana y Hielo"),
        ("es", ["Inés", "Ana", "Eva"], "Inés, Ana y Eva"),
        ("es", ["Ana", "Yves"], "Ana e Yves"),
        ("es", ["Ana", "Yolanda"], "Ana y Yolanda"),
        ("it", ["Anna", "Ines"], "Anna e Ines"),
        ("es", ["Inés"], "Inés"),
    ],
)
def test_spanish_joins_with_e_before_an_i_sound(
    language: str, names: list[str], sentence: str
) -> None:
    with speaking(language):
        assert joined(names) == sentence


def test_programs_are_always_answered_in_english(phone: Phone) -> None:
    def answer(language: str) -> object:
        wished = {"Accept-Language": language}
        return phone.client.post("/api/v1/judge", json=QUESTION, headers=wished).get_json()

    phone.client.post("/settings", data={"language": "es", "back": "/"}, headers=SAME_SITE)
    assert answer("it") == answer("en")


@pytest.mark.parametrize("sought", ["l’asso", "l'asso", "dell’asso"])
def test_search_finds_a_word_after_an_italian_article(phone: Phone, sought: str) -> None:
    def search(words: str) -> list[str]:
        page = phone.client.get("/rules/jamaican", query_string={"q": words}, headers=ITALIAN)
        return re.findall(r'class="clause[^"]*" id="([\d.]+)"', page.text)

    assert "3.6" in search("asso")
    assert search(sought) == search("asso") != search("")
    assert not search("ssi"), "a word is found by how it begins"


def test_names_chosen_by_people_are_not_translated(phone: Phone) -> None:
    phone.post("/house-rules", base="jamaican", name="Rulebook", max_calls="2")
    offered = phone.words(phone.client.get("/games/new", headers=ITALIAN))
    assert "Rulebook Kalooki giamaicano con 1 modifica" in offered


@pytest.mark.parametrize(
    ("wished", "name"), [(ITALIAN, "Kalooki giamaicano"), (SPANISH, "Kalooki jamaicano")]
)
def test_name_of_a_game_is_translated(table: Phone, wished: dict[str, str], name: str) -> None:
    home = table.words(table.client.get("/", headers=wished))
    assert name in home
    assert "Jamaican" not in home
