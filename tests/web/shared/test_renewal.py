"""The cookies of a phone, which each last a year from when they were set."""

from collections.abc import Callable

from tests.web.circles.evenings import make_circle
from tests.web.house.test_house_rules import keep
from tests.web.phone import SAME_SITE, Phone
from tests.web.phones.test_phones import guard_table

OPENS = {"Sec-Fetch-Mode": "navigate"}


def set_by(phone: Phone, path: str, **headers: str) -> dict[str, str]:
    """Open a page; return the cookies that it sets, by name."""
    answer = phone.client.get(path, headers=OPENS | headers)
    assert answer.status_code == 200
    cookies = [text.partition("=") for text in answer.headers.getlist("Set-Cookie")]
    return {name: rest for name, _, rest in cookies}


def test_every_cookie_is_renewed_once_a_month(table: Phone) -> None:
    guard_table(table)
    make_circle(table)
    keep(table)
    for name, value in (("theme", "dark"), ("screen", "off"), ("suits", "four")):
        sent = {name: value, "back": "/"}
        table.client.post("/settings", data=sent, headers=SAME_SITE)
    table.client.set_cookie("language", "xx")
    table.client.set_cookie("device2", "forged.x")
    lasting = {"device", "seats", "circles", "houses", "theme", "screen", "suits"}
    before = {name: table.client.get_cookie(name) for name in lasting}
    renewed = set_by(table, "/")
    assert renewed.keys() - {"renewed", "kalooki"} == lasting
    assert all("Max-Age=31536000" in renewed[name] for name in lasting)
    assert {name for name in lasting if "HttpOnly" in renewed[name]} == {
        "device", "seats", "circles", "houses",
    }  # fmt: skip
    for name, cookie in before.items():
        assert table.client.get_cookie(name).value == cookie.value  # type: ignore[union-attr]
    assert not set_by(table, "/").keys() & lasting
    table.client.delete_cookie("renewed")
    assert lasting <= set_by(table, "/").keys()


def test_two_phones_with_the_same_house_rules_both_keep_them(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    other = new_phone()
    for one in (phone, other):
        keep(one)
    for one in (phone, other):
        assert "houses" in set_by(one, "/")


def test_cookie_that_a_page_changes_is_not_set_back(phone: Phone) -> None:
    phone.begin()
    first = phone.table
    phone.begin()
    text = phone.client.get_cookie("device").value  # type: ignore[union-attr]
    assert text not in set_by(phone, first)["device"]


def test_scripts_and_phones_without_cookies_renew_nothing(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    phone.begin()
    assert not set_by(phone, "/", **{"Sec-Fetch-Mode": "cors"})
    assert not set_by(new_phone(), "/")
