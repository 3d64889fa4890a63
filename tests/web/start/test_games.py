"""The new game form: valid and invalid input, and its small buttons."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, make_response

from kalooki_ref.rules.house_text import house_key
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.systems import system_of
from kalooki_ref.web.shared.offered_rules import remember_house
from kalooki_ref.web.start.new_game import can_be_dealt
from tests.web.phone import FIVE, SAME_SITE, Phone


def names_on(page: str) -> list[str]:
    return re.findall(r'name="names" value="([^"]*)"', page)


def chosen_on(page: str) -> list[tuple[str, str]]:
    """Return the chosen dealer and starter: line and name."""
    chosen = r'name="(?:dealer|starter)" value="(\w*)"[^>]* checked>.*?class="unseen">([^<]+)'
    return re.findall(chosen, page, re.DOTALL)


def test_new_game_redirects_to_the_table(phone: Phone) -> None:
    answer = phone.begin()
    assert answer.status_code == 303
    page = phone.get()
    assert all(name in page.text for name in FIVE)
    assert "Round 1 of 9" in page.text


@pytest.mark.parametrize(
    ("system", "starts"), [("kooky", "Cleo"), ("jamaican", "Ben"), ("kalooki40", "Ben")]
)
def test_youngest_starts_in_kooky(phone: Phone, system: str, starts: str) -> None:
    assert 'data-starters="kooky"' in phone.get("/games/new").text
    phone.begin("Ann", "Ben", "Cleo", system=system, starter="3")
    assert f" each · {starts} starts" in phone.words(phone.get())


def test_empty_lines_are_ignored(phone: Phone) -> None:
    phone.begin("Ann", "", "  ", "Ben", "Cleo")
    assert phone.get().text.count('class="player-name"') == 3


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("", "", ""), "needs at least 3 players"),
        (("Ann",), "needs at least 3 players"),
        (("Ann", "ann", "Ben"), "Ann is already playing"),
        (("Zoë", "Zoe\u0308", "Ben"), "Zoë is already playing"),
        (("Ann", " Ann ", "Ben"), "Ann is already playing"),
        (("A" * 200, "Ben", "Cleo"), "this one has 200"),
        (("Ann\x07", "Ben", "Cleo"), "invisible characters"),
        (("Ann\u202eBen", "Ben", "Cleo"), "invisible characters"),
        (("\u200d", "Ben", "Cleo"), "would be invisible"),
        (tuple(f"P{n}" for n in range(9)), "for 3 to 8 players"),
    ],
)
def test_invalid_names(phone: Phone, names: tuple[str, ...], sentence: str) -> None:
    answer = phone.begin(*names)
    assert answer.status_code == 422
    assert sentence in phone.words(answer)
    assert [name for name in names_on(answer.text) if name.strip()] == [
        name for name in names if name.strip()
    ]


# Normalizing a run of these takes quadratic time.
COMBINING = "a" + "\u0300\u0316" * 4_500


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/games", {"system": "jamaican", "names": [COMBINING, "Ben", "Cleo"], "key": "0" * 16}),
        ("/house-rules", {"base": "jamaican", "name": COMBINING}),
    ],
)
def test_long_name_of_combining_marks_is_never_normalized(
    phone: Phone, path: str, fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths = list[int]()
    normalize = unicodedata.normalize

    def measured(form: Any, text: str) -> str:
        lengths.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", measured)
    sent = {"data": fields, "content_type": "multipart/form-data", "headers": SAME_SITE}
    answer = phone.client.post(path, **sent)
    assert answer.status_code == 422
    assert "Names can have up to 40 characters" in phone.words(answer)
    assert max(lengths, default=0) < len(COMBINING) / 10


def test_decomposed_name_fits(phone: Phone) -> None:
    assert phone.begin("\u03b1\u0313\u0300\u0345" * 40, "Ben", "Cleo").status_code == 303


@pytest.mark.parametrize("name", ["🃏", "👩‍👩‍👧", "O'Neill", "李", "-_-", "N" * 40])
def test_valid_names(phone: Phone, name: str) -> None:
    assert phone.begin(name, "Ben", "Cleo").status_code == 303


def test_markup_in_a_name_is_escaped(phone: Phone) -> None:
    phone.begin("<script>alert(1)</script>", "Ben", "Cleo")
    for page in ("", "history", "players", "counts", "/"):
        assert "<script>alert" not in phone.get(page).text


def test_error_is_shown_at_its_line_and_in_the_summary(phone: Phone) -> None:
    page = phone.begin("Ann", "Ann", "Ben").text
    assert 'href="#name-2"' in page
    assert re.search(r'id="name-2"[^>]*aria-invalid="true" aria-describedby="name-2-error"', page)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"system": "poker"}, "Choose a game"),
        ({"system": ""}, "Choose a game"),
        ({"dealer": "9"}, "That line is empty"),
        ({"dealer": "x"}, "That line is empty"),
        ({"stake": "-5", "system": "kalooki40", "names": ("A", "B")}, "0 or more"),
        ({"stake": "abc", "system": "kalooki40", "names": ("A", "B")}, "whole number"),
        ({"starter": "7", "system": "kooky"}, "That line is empty"),
    ],
)
def test_invalid_choices(phone: Phone, fields: dict[str, Any], sentence: str) -> None:
    answer = phone.begin(**fields)
    assert answer.status_code == 422
    assert sentence in phone.words(answer)


def test_more_players_than_recommended_need_confirmation(phone: Phone) -> None:
    answer = phone.begin(system="kalooki40")
    assert answer.status_code == 422
    assert "There are enough cards" in phone.words(answer)
    assert 'name="anyway"' in answer.text
    assert phone.begin(system="kalooki40", anyway="1").status_code == 303


def test_too_many_players_for_the_pack_are_refused(phone: Phone) -> None:
    seven = tuple(f"P{n}" for n in range(1, 8))
    answer = phone.begin(*seven, system="kooky", anyway="1")
    assert answer.status_code == 422
    assert "there aren’t enough cards" in phone.words(answer)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Jamaican Kalooki is for 3 to 8 players. With 17 there aren’t enough cards."),
        (
            "it",
            "Kalooki giamaicano è un gioco da 3 a 8 persone. In 17 non ci sono abbastanza carte.",
        ),
        ("es", "Kalooki jamaicano es para 3 a 8 personas. Con 17 no hay cartas suficientes."),
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


def test_drawing_lots_names_a_dealer(phone: Phone) -> None:
    phone.begin(dealer="lot")
    assert re.search(r"(Ann|Ben|Cleo|Dan|Eve) deals first", phone.get().text)


def test_form_submitted_twice_creates_one_game(phone: Phone) -> None:
    sent = {"system": "jamaican", "names": FIVE, "dealer": "lot", "key": "k" * 32}
    first, second = (phone.post("/games", **sent) for _ in range(2))
    assert first.location == second.location
    # The game’s name and its button.
    assert phone.get("/").text.count('href="/g/') == 2


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


def test_names_are_remembered_and_picked(phone: Phone) -> None:
    phone.begin()
    assert 'value="Cleo"' in phone.get("/games/new").text
    answer = phone.post("/games/new", names=("Ann", "", ""), pick="Cleo", system="jamaican")
    assert names_on(answer.text)[:2] == ["Ann", "Cleo"]


def test_other_phones_names_are_not_shown(phone: Phone, new_phone: Callable[[], Phone]) -> None:
    phone.begin()
    page = new_phone().get("/").text
    assert "Ann" not in page
    assert "New game" in page


def test_forged_cookie_is_ignored(phone: Phone) -> None:
    phone.client.set_cookie("device", "forged")
    assert phone.get("/").status_code == 200


def test_facts_follow_the_players(phone: Phone) -> None:
    page = phone.words(phone.get("/games/facts?system=jamaican&players=5"))
    assert "3 packs with 6 jokers, 162 cards" in page
    assert "Jamaican Kalooki 9 rounds" in page
    none = phone.words(phone.get("/games/facts?system=kalooki40&players=0"))
    assert none == "Kalooki 40 2 to 4 players"


@pytest.mark.parametrize("query", ["system=poker&players=5", "system=kooky&players=x", ""])
def test_facts_without_players_are_empty(phone: Phone, query: str) -> None:
    assert phone.get(f"/games/facts?{query}").status_code == 200


@pytest.mark.parametrize(
    ("system", "players", "announced"),
    [
        ("caribbean", 6, "the stock is thin in rounds 4 to 9, down to 11 cards"),
        ("kooky", 6, "the stock is thin in rounds 6 to 9, down to 15 cards"),
        ("standard", 5, "the stock is thin in round 9, down to 27 cards"),
        ("standard", 4, ""),
    ],
)
def test_thin_stock_is_announced(phone: Phone, system: str, players: int, announced: str) -> None:
    words = phone.words(phone.get(f"/games/facts?system={system}&players={players}"))
    assert announced in words
    assert bool(announced) is ("thin" in words)


def test_rematch_takes_one_tap_and_passes_the_deal(phone: Phone) -> None:
    phone.begin()
    answer = phone.post("rematch", key="r" * 32)
    again = phone.post("rematch", key="r" * 32)
    assert answer.status_code == 303
    assert answer.location == again.location != phone.table
    phone.table = answer.location
    assert "Ben deals first" in phone.get().text


def test_house_rules_of_this_phone_are_offered(app: Flask, phone: Phone) -> None:
    house = HouseRules("Our Fridays", "caribbean", (("max_calls", "3"),))
    with app.test_request_context():
        kept = remember_house(make_response(), house).headers["Set-Cookie"]
    phone.client.set_cookie("houses", kept.split("=", 1)[1].split(";")[0])
    page = phone.get(f"/games/new?system={house_key(house)}").text
    assert f'value="{house_key(house)}" checked' in page
    assert "Our Fridays" in page
    phone.begin(system=house_key(house))
    assert "3 calls left" in phone.get().text
    assert "Our Fridays" in phone.get("/").text


@pytest.mark.parametrize(
    ("slug", "players", "fits"),
    [
        ("kalooki40", 1, False),
        ("kalooki40", 2, True),
        ("kalooki40", 7, True),
        ("kalooki40", 8, False),
        ("jamaican", 2, True),
        ("jamaican", 8, True),
        ("jamaican", 9, False),
        ("standard", 1, False),
        ("standard", 2, True),
    ],
)
def test_players_that_can_be_dealt(slug: str, players: int, fits: bool) -> None:
    assert can_be_dealt(system_of(slug), players) is fits
