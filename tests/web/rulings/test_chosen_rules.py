"""The rules of a check: asked for once, chosen anew, taken from a link, unknown."""

import pytest

from tests.web.phone import SAME_SITE, Phone
from tests.web.rulings.test_checks import check


def test_new_phone_is_asked_for_the_rules_once(phone: Phone) -> None:
    assert "Which game do you play?" in check(phone)
    sent = {"system": "standard", "back": "/check?cards=7H+8H"}
    answer = phone.client.post("/check/system", data=sent, headers=SAME_SITE)
    assert answer.location == "/check?cards=7H+8H"
    assert "Standard Kalooki" in check(phone)
    assert "Which game do you play?" not in check(phone)


def test_changing_the_rules_keeps_the_cards(phone: Phone) -> None:
    sent = {"system": "jamaican", "back": "/check?system=standard&cards=7H+8H+*+*&as=run"}
    answer = phone.client.post("/check/system", data=sent, headers=SAME_SITE)
    assert answer.location == "/check?cards=7H+8H+%2A+%2A&as=run"
    assert "Jamaican Kalooki" in phone.words(phone.get(answer.location))


@pytest.mark.parametrize(
    ("system", "back", "kept"),
    [
        ("standard", "/check?cards=6R+6B+*+/+zz+7H", "/check?cards=6H+6S+%2A+%2F+zz+7H"),
        ("kooky", "/check?on=7H+8H&cards=9H", "/check?on=7R+8R&cards=9R"),
        ("kooky", "/advice?hand=QS,KD", "/advice?hand=12B+13G"),
    ],
)
def test_choosing_rules_of_another_pack_converts_the_cards(
    phone: Phone, system: str, back: str, kept: str
) -> None:
    sent = {"system": system, "back": back}
    assert phone.client.post("/check/system", data=sent, headers=SAME_SITE).location == kept


@pytest.mark.parametrize(
    ("back", "kept"),
    [
        ("/check", "/check"),
        ("/check?game=abc&cards=&as=run", "/check?cards=&as=run"),
        ("/check?game=abc", "/check"),
        ("/advice?hand=7H", "/advice?hand=7H"),
    ],
)
def test_choosing_other_rules_drops_the_game_and_keeps_the_rest(
    phone: Phone, back: str, kept: str
) -> None:
    sent = {"system": "caribbean", "back": back}
    assert phone.client.post("/check/system", data=sent, headers=SAME_SITE).location == kept


def test_link_selects_its_own_rules(phone: Phone) -> None:
    check(phone, system="standard")
    assert "Caribbean Kalooki" in check(phone, system="caribbean")
    assert "Rules: Standard Kalooki" in check(phone)


def test_unknown_rules_are_asked_again(phone: Phone) -> None:
    answer = phone.get("/check?system=<b>&cards=7H")
    assert answer.status_code == 422
    assert "Which game do you play?" in answer.text
    assert "<b>”" not in answer.text


def test_unknown_rules_are_not_remembered(phone: Phone) -> None:
    sent = {"system": "bridge", "back": "//evil.example"}
    assert phone.client.post("/check/system", data=sent, headers=SAME_SITE).status_code == 422
    sent["system"] = "standard"
    answer = phone.client.post("/check/system", data=sent, headers=SAME_SITE)
    assert answer.location == "/"
