"""The new game form: valid and invalid input, and its small buttons."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, make_response

from kalooki_ref.rules.constraints import can_be_dealt
from kalooki_ref.rules.house_text import house_key
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.systems import system_of
from kalooki_ref.web.shared.offered_rules import remember_house
from tests.web.phone import FIVE, SAME_SITE, Phone
from tests.web.table.test_rounds import write


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


# Hangul fillers, a Braille pattern, selectors, a tag, and others that draw nothing.
UNSEEN = "\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4\u180b\u2065\ufff0\U000e0061\U000e0100"


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("", "", ""), "needs at least 3 players"),
        (("Ann",), "needs at least 3 players"),
        (("Ann", "ann", "Ben"), "Ann is already playing"),
        (("Zoë", "Zoe\u0308", "Ben"), "Zoë is already playing"),
        (("Ann", " Ann ", "Ben"), "Ann is already playing"),
        (("Ann", "Ann\u00a0", "Ben"), "Ann is already playing"),
        (("Ann", "\u3000Ann", "Ben"), "Ann is already playing"),
        (("Ann", "Ann\u200d", "Ben"), "Ann is already playing"),
        (("Ann", "A\u200cnn", "Ben"), "Ann is already playing"),
        (("Ann", "Ann\ufe0f", "Ben"), "Ann is already playing"),
        *((("Ann", f"Ann{sign}", "Ben"), "Ann is already playing") for sign in UNSEEN),
        (("Mary Ann", "Mary \u00a0Ann", "Ben"), "Mary Ann is already playing"),
        (("Mary Ann", "\u2800Mary\u3164Ann", "Ben"), "Mary Ann is already playing"),
        (("A" * 200, "Ben", "Cleo"), "this one has 200"),
        (("Ann\x07", "Ben", "Cleo"), "invisible characters"),
        (("Ann\u202eBen", "Ben", "Cleo"), "invisible characters"),
        (("\u200d", "Ben", "Cleo"), "would be invisible"),
        (("\u3164", "Ben", "Cleo"), "would be invisible"),
        (("\u115f\u1160", "Ben", "Cleo"), "would be invisible"),
        (("\uffa0", "Ben", "Cleo"), "would be invisible"),
        (("\u2800 \u2800", "Ben", "Cleo"), "would be invisible"),
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


def test_emoji_that_look_different_are_different_names(phone: Phone) -> None:
    assert phone.begin("👩\u200d👧", "👩👧", "👩", "می\u200cرا", "میرا").status_code == 303


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
        ({"stake": "-5", "system": "kalooki40", "names": ("A", "B")}, "from 0 to 99999"),
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


def test_drawing_lots_names_a_dealer(phone: Phone) -> None:
    phone.begin(dealer="lot")
    assert re.search(r"(Ann|Ben|Cleo|Dan|Eve) deals first", phone.get().text)


def test_form_submitted_twice_creates_one_game(phone: Phone) -> None:
    sent = {"system": "jamaican", "names": FIVE, "dealer": "lot", "key": "k" * 32}
    first, second = (phone.post("/games", **sent) for _ in range(2))
    assert first.location == second.location
    # The game’s name and its button.
    assert phone.get("/").text.count('href="/g/') == 2


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


def test_game_that_is_over_is_not_stopped_again(table: Phone) -> None:
    write(table)
    table.post("end")
    again = table.post("end", base="2")
    assert again.location == table.table
    assert "This game is already over." in table.words(table.get())
    assert table.get("end").location == table.table
    assert "This game is already over." in table.words(table.get())


def test_rematch_takes_one_tap_and_passes_the_deal(phone: Phone) -> None:
    phone.begin()
    write(phone)
    phone.post("end")
    answer = phone.post("rematch", key="r" * 32)
    again = phone.post("rematch", key="r" * 32)
    assert answer.status_code == 303
    assert answer.location == again.location != phone.table
    phone.table = answer.location
    assert "Ben deals first" in phone.get().text


def test_bookmark_of_rules_that_the_phone_lost_says_so(phone: Phone) -> None:
    phone.begin(system="kooky")
    gone = house_key(HouseRules("Our Fridays", "caribbean", (("max_calls", "3"),)))
    page = phone.get(f"/games/new?system={gone}")
    assert page.status_code == 200
    assert 'value="kooky" checked' in page.text
    assert "These house rules aren’t on this phone." in phone.words(page)
    assert "aren’t on this phone" not in phone.words(phone.get("/games/new?system=caribbean"))


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
        ("jamaican", 10, True),
        ("jamaican", 11, False),
        ("standard", 1, False),
        ("standard", 2, True),
    ],
)
def test_players_that_can_be_dealt(slug: str, players: int, fits: bool) -> None:
    assert can_be_dealt(system_of(slug), players) is fits
