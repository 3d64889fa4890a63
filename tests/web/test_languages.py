"""The language of pages: the phone's setting, else the browser's."""

import re

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.completion import completion_of
from kalooki_ref.referee.counts import Counted
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.rules.overrides import with_choices
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.card_words import in_signs, listed_or
from kalooki_ref.words.count_words import count_words
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import gettext, speaking
from kalooki_ref.words.rulings import completion_message, meld_message
from kalooki_ref.words.verdicts import opening_words, say_verdict
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
    answers = [table.client.get(table.address(""), headers={"Accept-Language": language})
             for language in ("en", "it", "es", "en")]  # fmt: skip
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


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (6, 8, "6 u 8"),
        (9, 11, "9 u 11"),
        (8, 10, "8 o 10"),
        (78, 80, "78 u 80"),
        (116, 118, "116 o 118"),
        ("Ana", "Olga", "Ana u Olga"),
        ("Ana", "Hortensia", "Ana u Hortensia"),
        ("Olga", "Ana", "Olga o Ana"),
    ],
)
def test_spanish_or_before_an_o(one: object, other: object, said: str) -> None:
    with speaking("es"):
        assert gettext("%(one)s or %(other)s", one=one, other=other) == said


def test_name_with_a_full_stop_ends_a_sentence() -> None:
    assert gettext("It is now %(name)s. So be it.", name="Otis B.") == "It is now Otis B. So be it."
    assert gettext("It is now %(name)s.", name="Otis B") == "It is now Otis B."


def test_spanish_or_in_a_count_and_between_cards() -> None:
    jamaican = system_of("jamaican")
    with speaking("es"):
        counted = count_words(Counted(10), jamaican, number=1)
        cards = in_signs(listed_or(parse_cards("4C 8C")))
    assert counted.short == "No cuadra: 9 u 11"
    assert "podrían ser 9 u 11." in counted.words[0]
    assert cards == "4♣ u 8♣"


@pytest.mark.parametrize(
    ("language", "slug", "kind", "cards", "said"),
    [
        ("it", "standard", MeldKind.SET, "7H * *",
         "Per fare terzina servono almeno 2 carte vere; qui ce n’è 1."),
        ("it", "kooky", MeldKind.RUN, "4R 5R 6B 7R",
         "6 nero: tutte le carte di questa scala devono essere di colore rosso."),
        ("es", "kooky", MeldKind.RUN, "4R 5R 6B 7R",
         "6 negro: todas las cartas de esta escalera deben ser de color rojo."),
    ],
)  # fmt: skip
def test_faults_agree_with_the_words_for_melds_and_colours(
    language: str, slug: str, kind: MeldKind, cards: str, said: str
) -> None:
    system = system_of(slug)
    with speaking(language):
        assert said in say_verdict(judge_meld(Meld(kind, parse_cards(cards)), system), system)


def test_sets_and_runs_are_described_with_an_article_or_none() -> None:
    caribbean, kooky = system_of("caribbean"), system_of("kooky")
    eights, reds = parse_cards("8H 8D 8S"), parse_cards("4R 5R 6R 7R")
    with speaking("it"):
        assert in_signs(meld_message(Meld(MeldKind.SET, eights), eights, caribbean)) == (
            "Combinazione: terzina di 8."
        )
        more = completion_of(eights[:2], caribbean, kind=MeldKind.SET)
        assert "per fare terzina." in in_signs(completion_message(more, caribbean))
    with speaking("es"):
        assert in_signs(meld_message(Meld(MeldKind.RUN, reds), reds, kooky)) == (
            "Una escalera de color rojo, de 4 rojo a 7 rojo."
        )


def test_one_missing_meld_has_no_verb_in_the_plural() -> None:
    caribbean = with_choices(system_of("caribbean"), {"contract_in_parts": True})
    eights = Meld(MeldKind.SET, parse_cards("8H 8D 8S"))
    with speaking("it"):
        verdict = judge_lay((eights, eights), caribbean, number=1)
        said = opening_words(verdict.opening, caribbean)
    assert said == "Una parte del contratto; ancora da calare: 1 terzina."
