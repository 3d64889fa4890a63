"""Coming down in Kalooki 40 at tables that count builders, or waive the 40 for a Kalooki."""

import re

import pytest

from tests.web.phone import Phone

THIRTY_SEVEN = "meld=4D+5D+6D+7D&meld=5H+5C+5S"


def kept(phone: Phone, **rules: str) -> str:
    """Keep house rules on the phone and return the key they are chosen by."""
    phone.post("/house", base="kalooki40", name="Friday rules", **rules)
    return re.findall(r'value="(house-[^"]*)"', phone.get("/check").text)[0]


def check(phone: Phone, system: str, more: str = "") -> str:
    return phone.words(phone.get(f"/check/lay?system={system}&{THIRTY_SEVEN}{more}"))


def test_the_sheet_asks_for_melds_alone(phone: Phone) -> None:
    words = check(phone, "kalooki40", "&builders=5&out=yes")
    assert "these are worth 37" in words
    assert "Builders of the same turn" not in words
    assert "Out in the same turn?" not in words


@pytest.mark.parametrize(
    ("builders", "said"),
    [
        ("5", "37 in melds and 5 in builders make 42: that opens."),
        ("2", "these are 37 in melds and 2 in builders"),
        ("", "these are worth 37"),
    ],
)
def test_builders_are_asked_for_where_they_count(phone: Phone, builders: str, said: str) -> None:
    key = kept(phone, builders_open="yes")
    assert said in check(phone, key, f"&builders={builders}")


def test_builders_that_are_no_points(phone: Phone) -> None:
    key = kept(phone, builders_open="yes")
    page = phone.get(f"/check/lay?system={key}&{THIRTY_SEVEN}&builders=five")
    assert page.status_code == 422
    assert "from 0 to 999" in phone.words(page)
    assert 'value="five"' in page.text


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("yes", "Worth 37, not 40: going out at once makes up for it."),
        ("no", "these are worth 37"),
        ("", "unless the player goes out in the same turn"),
    ],
)
def test_a_kalooki_may_need_no_points(phone: Phone, out: str, said: str) -> None:
    key = kept(phone, going_out_opens="yes")
    assert said in check(phone, key, f"&out={out}")
