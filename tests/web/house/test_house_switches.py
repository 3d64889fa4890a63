"""Pages of games with house rules."""

import re
from dataclasses import replace

import pytest

from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.switch import as_key
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.web.phone import Phone
from tests.web.table.test_rounds import hands


def begin_game(phone: Phone, base: str, *names: str, **rules: str) -> Phone:
    """Return a phone in a game under house rules."""
    kept = phone.post("/house-rules", base=base, name="Friday rules", **rules)
    assert kept.status_code == 303, phone.words(kept)
    key = re.findall(r'value="(house-[^"]*)"', phone.get("/check").text)[0]
    phone.begin(*names, system=key)
    return phone


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ({"bend": "all"}, "54, never came down 50, doubled 208"),
        ({"bend": "all", "fines_double": "no"}, "54, doubled 108, never came down 50"),
        ({"bend": "cards"}, "54, doubled 108, never came down 50"),
    ],
)
def test_penalties_double_with_every_score(phone: Phone, rules: dict[str, str], line: str) -> None:
    begin_game(phone, "caribbean", "Ann", "Ben", "Cleo", **rules)
    sent = {"winner": "2", "bent": "y", **hands({1: "54", 3: "10"}, laid_1="no", laid_3="yes")}
    review = phone.post("round", step="review", **sent)
    assert f"Ann {line} ×2" in phone.words(review), phone.words(review)
    assert phone.post("round", **sent).status_code == 303
    saved = phone.words(phone.get("rounds/1"))
    assert line in saved
    assert ("went out −50, doubled −100" in saved) is (rules["bend"] == "all")
    total = {"208": "Ann 208", "50": "Ann 158"}[line.rsplit(maxsplit=1)[-1]]
    assert total in phone.words(phone.get("standings"))


def test_rules_page_shows_whether_penalties_double(phone: Phone) -> None:
    begin_game(phone, "caribbean", "Ann", "Ben", "Cleo", bend="all")
    words = phone.words(phone.get("/rules/caribbean"))
    assert "penalties double" not in words
    assert "penalties double as well" in phone.words(phone.get(phone.table + "/rules"))


def test_full_run_cannot_be_extended(phone: Phone) -> None:
    begin_game(phone, "caribbean", "Ann", "Ben", "Cleo", run_max="4")
    phone.lay(player="2", meld="5H 6H 7H 8H", word="short of the contract")
    answer = phone.add(player="2", cards="9H", spot=phone.spot("0.high"))
    assert answer.status_code == 422
    assert "A four has at most 4 cards; this one has 5." in phone.words(answer)


@pytest.mark.parametrize(
    ("rules", "status"),
    [({"joker_goes": "hand"}, 422), ({"joker_goes": "hand", "joker_mover": "everyone"}, 303)],
)
def test_joker_may_be_taken_before_coming_down(
    phone: Phone, rules: dict[str, str], status: int
) -> None:
    begin_game(phone, "jamaican", "Ann", "Ben", "Cleo", **rules)
    phone.lay(player="2", meld="10H * QH KH", word="short of the contract")
    sent = {"player": "1", "spot": phone.spot("0.1"), "to": "hand"}
    assert phone.add(move="joker", **sent).status_code == status


def test_form_of_a_game_without_calls_asks_for_no_calls_too_many(phone: Phone) -> None:
    begin_game(phone, "kooky", "Ann", "Ben", "Cleo", calling="no")
    assert "Too many calls" not in phone.words(phone.get("round?winner=1"))
    # As a form that was opened in an earlier version sends it.
    sent = {"winner": "1", **hands({2: "9", 3: "14"}, overcalls_2="1")}
    answer = phone.post("round", **sent)
    assert answer.status_code == 303, phone.words(answer)
    assert 'name="hands-1-overcalls"' in phone.get("rounds/1/amend").text
    phone.begin("Ann", "Ben", "Cleo", system="kooky")
    assert "Too many calls" in phone.words(phone.get("round?winner=1"))


def test_pack_without_jokers_is_said_to_have_none(phone: Phone) -> None:
    begin_game(phone, "jamaican", "Ann", "Ben", "Cleo", jokers="0")
    assert "Shuffle 2 packs without jokers, 104 cards." in phone.words(phone.get())
    checked = phone.words(phone.get("check?cards=7H+7S+*"))
    assert "the pack has no such card." in checked
    assert "only 0" not in checked
    rules = phone.get(phone.table + "/rules").text
    card = re.search(r'href="([^"]*/summary[^"]*)"', rules)
    assert card
    assert "J Q K 10 Contracts" in phone.words(phone.get(card[1]))


@pytest.mark.parametrize("base", [system.slug for system in SYSTEMS])
def test_rules_without_jokers_say_only_that_there_are_none(phone: Phone, base: str) -> None:
    points = as_key(replace(system_of(base).points, ranks=(5,) * 12))
    for changes in ((("jokers", "0"),), (("jokers", "0"), ("points", points))):
        text = house_text(HouseRules("Friday rules", base, changes))
        rules = phone.words(phone.get(f"/rules/{base}?house={text}"))
        clauses = rules.partition(" 1.1 ")[2].partition("Accidents")[0]
        spoken_of = re.findall(r"(?i)[^.]*(?:joker|kooky kard|real card)[^.]*", clauses)
        assert [words.strip() for words in spoken_of] == [
            f"3 There are no {system_of(base).words.joker}s"
        ]


@pytest.mark.parametrize("page", ["check", "check?on=7H+8H+9H+10H", "check?player=1&on="])
def test_check_of_a_pack_without_jokers_asks_for_none(phone: Phone, page: str) -> None:
    begin_game(phone, "jamaican", "Ann", "Ben", "Cleo", jokers="0")
    shown = phone.get(page).text.partition("<main")[2].partition("</main>")[0]
    assert "joker" not in re.sub(r"data-picker='[^']*'|data-jokers|#joker", "", shown).lower()


@pytest.mark.parametrize(("jokers", "words"), [("0", "K 10"), ("1", "K 10, joker 15")])
def test_form_values_a_joker_only_where_a_pack_has_one(
    phone: Phone, jokers: str, words: str
) -> None:
    house = {"base": "kalooki40", "name": "Friday rules", "jokers": jokers}
    editor = phone.post("/house-rules/card-values", **house)
    assert ('id="joker-points"' in editor.text) is (jokers == "1")
    assert ("A joker counts" in phone.words(editor)) is (jokers == "1")
    sent = {"ace-0": "20", "ace-1": "20", "ace-2": "20", "ace-3": "20"}
    form = phone.post("/house-rules/card-values", **house, **sent, do="save")
    assert f">ace 20, 2 to 10 their number, J to {words}<" in form.text
