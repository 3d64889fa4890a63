"""Coming down in Kalooki 40 with house rules for builders and for a Kalooki."""

import re
from typing import Any

import pytest

from tests.web.phone import Phone

THIRTY_SEVEN = "cards=4D+5D+6D+7D+/+5H+5C+5S"


def save_house_rules(phone: Phone, **rules: str) -> str:
    """Save house rules on the phone and return their form key."""
    phone.post("/house-rules", base="kalooki40", name="Friday rules", **rules)
    return re.findall(r'value="(house-[^"]*)"', phone.get("/check").text)[0]


def check(phone: Phone, system: str, more: str = "") -> str:
    return phone.words(phone.get(f"/check?system={system}&as=lay&{THIRTY_SEVEN}{more}"))


def test_original_rules_count_only_melds(phone: Phone) -> None:
    words = check(phone, "kalooki40", "&builders=5&out=yes")
    assert "these are worth 37" in words
    assert "Builders of the same turn" not in words
    assert "Going out in the same turn?" not in words


@pytest.mark.parametrize(
    ("builders", "sentence"),
    [
        ("5", "37 in melds and 5 in builders make 42: enough to open."),
        ("2", "these are 37 in melds and 2 in builders"),
        ("", "these are worth 37"),
    ],
)
def test_builders_are_asked_for_where_they_count(
    phone: Phone, builders: str, sentence: str
) -> None:
    key = save_house_rules(phone, builders_open="yes")
    assert sentence in check(phone, key, f"&builders={builders}")


def test_invalid_builder_points(phone: Phone) -> None:
    key = save_house_rules(phone, builders_open="yes")
    page = phone.get(f"/check?system={key}&as=lay&{THIRTY_SEVEN}&builders=five")
    assert page.status_code == 422
    assert "from 0 to 999" in phone.words(page)
    assert 'value="five"' in page.text
    assert 'verdict-word">Not a number<' in page.text


@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        ("yes", "Worth 37, not 40: that’s enough when going out at once."),
        ("no", "these are worth 37"),
        ("", "unless the player goes out in the same turn"),
    ],
)
def test_kalooki_can_be_exempt_from_the_forty(phone: Phone, out: str, sentence: str) -> None:
    key = save_house_rules(phone, going_out_opens="yes")
    assert sentence in check(phone, key, f"&out={out}")


BEN_OPENS = ("8H 9H 10H JH", "7S 7C 7D")
ANN_HAS_37 = ("4D 5D 6D 7D", "5H 5C 5S")


@pytest.fixture
def counting(phone: Phone) -> Phone:
    """A game that counts builders; Ben came down with a run of hearts and sevens."""
    phone.begin("Ann", "Ben", system=save_house_rules(phone, builders_open="yes"))
    assert phone.lay(player="2", meld=BEN_OPENS).status_code == 303
    return phone


def builder(counting: Phone, cards: str) -> dict[str, str]:
    """Return the field of cards added to Ben's run in the turn of a lay."""
    return {f"builder-{counting.spot('0')}": cards}


def test_lay_and_a_builder_open_together(counting: Phone) -> None:
    page = counting.get("check?player=1")
    assert "Ben: run" in counting.words(page)
    short = counting.lay(player="1", meld=ANN_HAS_37)
    assert "these are worth 37" in counting.words(short)
    sent: dict[str, Any] = {"player": "1", "meld": ANN_HAS_37, **builder(counting, "QH")}
    assert counting.lay(**sent).status_code == 303
    words = counting.words(counting.get("board"))
    assert "37 in melds and 10 in builders make 47: enough to open." in words
    assert 'aria-label="Queen of hearts"' in counting.get("board").text
    assert "Ann laid 4♦ 5♦ 6♦ 7♦; 5♥ 5♣ 5♠, and tacked Q♥." in counting.words(
        counting.get("history")
    )


def test_insufficient_builders_need_confirmation(counting: Phone) -> None:
    sent: dict[str, Any] = {"player": "1", "meld": ANN_HAS_37, **builder(counting, "2C")}
    answer = counting.lay(**sent)
    words = counting.words(answer)
    assert answer.status_code == 422
    assert "doesn’t fit there" in words
    assert "these are worth 37" in words
    assert f'name="builder-{counting.spot("0")}" type="text" value="2C"' in answer.text
    assert counting.lay(**sent, word="agreed").status_code == 303


def test_end_of_a_joker_is_asked(counting: Phone) -> None:
    sent: dict[str, Any] = {"player": "1", "meld": ANN_HAS_37, **builder(counting, "*")}
    answer = counting.lay(**sent)
    assert "Choose which end it goes to." in counting.words(answer)
    end = {f"end-{counting.spot('0')}": "low"}
    assert counting.lay(**sent, **end).status_code == 303
    assert "37 in melds and 7 in builders" in counting.words(counting.get("board"))


def test_further_lay_asks_for_no_builders(counting: Phone) -> None:
    assert "Builders of the same turn" not in counting.get("check?player=2").text
    assert "Builders of the same turn" in counting.get("check?player=1").text


def test_builders_of_a_player_who_is_down_are_tacks(counting: Phone) -> None:
    answer = counting.lay(player="2", meld=("2H 2C 2D",), **builder(counting, "QH"))
    assert answer.status_code == 422
    assert "Record these cards as a tack" in counting.words(answer)


def test_double_tap_is_one_lay_with_its_builders(counting: Phone) -> None:
    sent: dict[str, Any] = {"player": "1", "meld": ANN_HAS_37, "key": "e" * 32, "base": "2"}
    sent |= builder(counting, "QH")
    assert [counting.lay(**sent).status_code for _ in range(3)] == [303] * 3
    assert counting.get("board").text.count('aria-label="Queen of hearts"') == 1


def test_undo_removes_lay_and_builders(counting: Phone) -> None:
    counting.lay(player="1", meld=ANN_HAS_37, **builder(counting, "QH"))
    assert counting.post("undo", seq=counting.version()).status_code == 303
    text = counting.get("board").text
    assert 'aria-label="Queen of hearts"' not in text
    assert text.count('class="board-name"') == 1


def test_going_out_opens_with_less_than_forty(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system=save_house_rules(phone, going_out_opens="yes"))
    assert "Goes out in this turn" in phone.get("check").text
    assert phone.lay(player="1", meld=ANN_HAS_37).status_code == 422
    assert phone.lay(player="1", meld=ANN_HAS_37, out="yes").status_code == 303
    assert "Worth 37, not 40" in phone.words(phone.get("board"))


def test_original_rules_ask_for_no_builders(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    phone.lay(player="2", meld=BEN_OPENS)
    text = phone.get("check?player=1").text
    assert "Builders of the same turn" not in text
    assert "Goes out in this turn" not in text
