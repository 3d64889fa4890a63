"""Links that open one seat, or let somebody watch."""

import pytest

from tests.web.phone import Phone
from tests.web.phones.test_phones import (
    LINK,
    REMOVES,
    NewPhone,
    guard_table,
    send,
)


def test_link_is_shown_once_and_opens_one_seat(table: Phone, new_phone: NewPhone) -> None:
    guard_table(table)
    send(table, "phones/links", who="3")
    address = LINK.findall(table.get("phones").text)[0].partition("/join/")[2]
    assert not LINK.findall(table.get("phones").text)
    cleo = new_phone()
    cleo.table = table.table
    for _ in range(2):
        assert "Cleo" in cleo.words(cleo.get(f"/join/{address}"))
        assert send(cleo, f"/join/{address}").location == table.table
        assert cleo.get().status_code == 200
    send(table, "phones/reissue", link=REMOVES.findall(table.get("phones").text)[0])
    assert cleo.get("standings").status_code == 403
    assert cleo.get(f"/join/{address}").status_code == 404


def test_pasted_link_is_read_however_it_was_passed_on(table: Phone, new_phone: NewPhone) -> None:
    send(guard_table(table), "phones/links", who="3")
    link = LINK.findall(table.get("phones").text)[0]
    token, cut = link.partition("/join/")[2], len(link) - 9
    phone = new_phone()
    for pasted in (
        f"{link[:cut]}\n{link[cut:]}",
        f"> Hi\n> {link[:cut]}\n> {link[cut:]}\n> See you on Sunday",
        f"{link[:cut]}\u200b{link[cut:]}",
        link.replace("/", "%2F"),
        f"{'words ' * 60}{link}",
        f"<{link}>, see you",
    ):
        assert send(phone, "/join", code=pasted).location == f"/join/{token}", pasted
    for after in (").", ",", "%20see", "%3E"):
        assert "Cleo" in phone.words(phone.get(f"/join/{token}{after}"))
    assert send(phone, f"/join/{token}).").location == table.table
    assert phone.get(table.table).status_code == 200


def test_new_link_sent_again_shows_no_dead_one(table: Phone, new_phone: NewPhone) -> None:
    guard_table(table)
    send(table, "phones/links", who="3")
    shown = REMOVES.findall(table.get("phones").text)[0]
    send(table, "phones/reissue", link=shown)
    address = LINK.findall(table.get("phones").text)[0].partition("/join/")[2]
    send(table, "phones/reissue", link=shown)
    page = table.get("phones")
    assert "That link has already been replaced." in table.words(page)
    assert not LINK.findall(page.text)
    assert send(new_phone(), f"/join/{address}").location == table.table


def test_scorekeepers_place_has_no_link(table: Phone, new_phone: NewPhone) -> None:
    send(guard_table(table), "phones/access", access="open")
    other = new_phone()
    other.table = table.table
    page = other.get("phones")
    assert "Scorekeeper keeps score" in other.words(page)
    assert "phones/reissue" not in page.text


@pytest.mark.parametrize("who", ["", "0", "9", "1000", "nobody"])
def test_link_is_for_a_seat_or_to_watch(table: Phone, who: str) -> None:
    refused = send(guard_table(table), "phones/links", who=who)
    assert refused.status_code == 422
    assert "Choose a seat, or “watch”." in table.words(refused)
    assert not LINK.findall(table.get("phones").text)


@pytest.mark.parametrize(("who", "note"), [("watch", "watches"), ("5", "has this seat")])
def test_link_shows_its_role(table: Phone, who: str, note: str) -> None:
    assert send(guard_table(table), "phones/links", who=who).status_code == 303
    assert note in table.words(table.get("phones"))
