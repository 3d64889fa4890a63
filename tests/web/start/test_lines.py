"""The lines of a new game without script: how many there are, moving, and clearing them."""

import re

import pytest

from tests.web.phone import Phone
from tests.web.start.test_games import chosen_on, names_on


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            (
                "Jamaican Kalooki is for 3 to 8 players. With 17 the rules don’t say how many "
                "jokers to use."
            ),
        ),
        (
            "it",
            (
                "Kalooki giamaicano è un gioco da 3 a 8 persone. In 17 le regole non dicono quanti "
                "jolly usare."
            ),
        ),
        (
            "es",
            (
                "Kalooki jamaicano es para 3 a 8 personas. Con 17 las reglas no dicen cuántos "
                "comodines usar."
            ),
        ),
    ],
)
def test_seventeenth_name_is_kept_with_an_error(phone: Phone, language: str, sentence: str) -> None:
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    typed: list[str] = []
    for number in range(1, 18):
        page = phone.post("/games/new", names=typed, arrange="add", system="jamaican").text
        assert names_on(page) == [*typed, ""]
        typed.append(f"P{number}")
    answer = phone.begin(*typed)
    assert answer.status_code == 422
    assert re.search(f'<p class="error" id="names-error">.*{sentence}', answer.text)
    assert names_on(answer.text) == typed


def test_names_after_many_empty_lines_count(phone: Phone) -> None:
    phone.begin("Ann", *[""] * 200, "Ben", "Cleo")
    assert "Ann deals 9 each · Ben starts" in phone.words(phone.get())


def test_number_of_lines_shown_is_limited(phone: Phone) -> None:
    assert len(names_on(phone.begin(*[""] * 900).text)) == 100


@pytest.mark.parametrize(
    ("arrange", "rows"),
    [
        ("up-2", ["Ben", "Ann", "Cleo"]),
        ("down-2", ["Ann", "Cleo", "Ben"]),
        ("up-1", ["Ann", "Ben", "Cleo"]),
        ("down-3", ["Ann", "Ben", "Cleo"]),
        ("add", ["Ann", "Ben", "Cleo", ""]),
        ("up-x", ["Ann", "Ben", "Cleo"]),
    ],
)
def test_lines_move_without_script(phone: Phone, arrange: str, rows: list[str]) -> None:
    answer = phone.post("/games/new", names=("Ann", "Ben", "Cleo"), arrange=arrange, system="kooky")
    assert names_on(answer.text) == rows
    assert 'value="kooky" checked' in answer.text


@pytest.mark.parametrize(
    ("arrange", "dealer", "starter"),
    [("up-2", "2", "1"), ("down-1", "2", "1"), ("down-2", "1", "3"), ("up-3", "1", "3")],
)
def test_dealer_and_starter_move_with_their_lines(
    phone: Phone, arrange: str, dealer: str, starter: str
) -> None:
    sent = {"names": ("Ann", "Ben", "Cleo"), "dealer": "1", "starter": "2", "system": "kooky"}
    text = phone.post("/games/new", arrange=arrange, **sent).text
    assert chosen_on(text) == [(dealer, "Ann"), (starter, "Ben")]


@pytest.mark.parametrize(
    ("arrange", "rows", "dealer"),
    [
        ("clear-1", ["Ben", "Cleo", "Dan", "", ""], ("2", "Cleo")),
        ("clear-3", ["Ann", "Ben", "Dan", "", ""], ("lot", "Draw lots")),
        ("clear-4", ["Ann", "Ben", "Cleo", "", ""], ("3", "Cleo")),
        ("clear-9", ["Ann", "Ben", "Cleo", "Dan"], ("3", "Cleo")),
    ],
)
def test_line_is_cleared_without_script(
    phone: Phone, arrange: str, rows: list[str], dealer: tuple[str, str]
) -> None:
    sent = {"names": ("Ann", "Ben", "Cleo", "Dan"), "dealer": "3", "system": "jamaican"}
    text = phone.post("/games/new", arrange=arrange, **sent).text
    assert names_on(text) == rows
    assert chosen_on(text)[0] == dealer


def test_dealer_moves_with_the_line(phone: Phone) -> None:
    answer = phone.post(
        "/games/new", names=("Ann", "Ben"), arrange="up-2", dealer="2", system="kooky"
    )
    assert chosen_on(answer.text)[0] == ("1", "Ben")
