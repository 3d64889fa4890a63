"""Which circles a phone remembers, and games that are added to one twice."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.store import circles
from kalooki_ref.web.circles.remembering import COOKIE
from tests.web.circles.evenings import copied, knowing, make_circle, renew, send, stored
from tests.web.phone import SAME_SITE, Phone

ANN_WINS = {2: 10, 3: 25}
FULL = "This phone’s list has 8 circles"


def made(phone: Phone, count: int) -> list[str]:
    return [make_circle(phone, name=f"Circle {number}") for number in range(count)]


def shown_by(phone: Phone, circle: str) -> str:
    """Return the address that only shows a circle."""
    page = phone.get(f"{circle}/settings").text
    addresses = re.findall(r"/c/[\w-]{20,}", page)
    return next(one for one in addresses if not circle.startswith(one))


@pytest.mark.parametrize("count", [1, 8])
def test_circle_whose_new_address_got_lost_on_its_way_is_still_in_the_list(
    phone: Phone, count: int
) -> None:
    *others, circle = made(phone, count)
    sent = {"which": "changes"}
    first = phone.client.post(f"{circle}/renew", data=sent, headers=SAME_SITE)
    cookie = phone.client.get_cookie(COOKIE)
    assert cookie
    lost = phone.client.post(first.location, data=sent, headers=SAME_SITE)
    phone.client.set_cookie(COOKIE, cookie.value)
    assert phone.client.get(circle).status_code == 404
    listed = set(re.findall(r"/c/[\w-]{20,}", phone.get("/").text))
    assert listed == {*others, lost.location.removesuffix("/settings")}
    assert f"Circle {count - 1}" in phone.words(phone.get(lost.location))


def test_new_address_is_never_one_that_somebody_may_know(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    kept, partner = made(phone, 8), new_phone()
    renew(partner, kept[-1], "changes")
    further = renew(phone, make_circle(new_phone()), "changes")
    assert further not in kept
    assert phone.get(kept[-1]).status_code == 404


@pytest.mark.parametrize("count", [1, 8])
def test_phone_keeps_a_circle_with_a_new_address_among_its_others(phone: Phone, count: int) -> None:
    kept = made(phone, count)
    kept[0] = renew(phone, kept[0], "changes")
    home = phone.get("/").text
    assert all(one in home for one in kept)


def test_circle_renewed_or_deleted_elsewhere_leaves_the_list_with_a_word(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    kept, partner = made(phone, 4), new_phone()
    for circle in kept[:3]:
        partner.get(circle)
    renew(phone, kept[0], "changes")
    send(phone, phone.get(f"{kept[1]}/delete").text, "/delete")
    live = partner.client.get("/", headers={"X-Sent-By": "live"})
    assert "isn’t in this phone’s list" not in partner.words(live)
    home = partner.get("/")
    words = partner.words(home)
    assert "2 circles aren’t in this phone’s list any more: they were deleted" in words
    assert re.findall(r"/c/[\w-]{20,}", home.text) == [kept[2]]
    assert "phone’s list any more" not in partner.words(partner.get("/"))
    assert "phone’s list any more" not in phone.words(phone.get("/"))


@pytest.mark.parametrize("count", [1, 8])
@pytest.mark.parametrize("is_first", [True, False])
def test_new_address_asked_for_again_leads_to_the_one_that_was_given(
    phone: Phone, new_phone: Callable[[], Phone], count: int, is_first: bool
) -> None:
    """The answer was lost, so the phone sends one of its two requests again."""
    *others, circle = made(phone, count)
    sent = {"which": "changes"}
    first = phone.client.post(f"{circle}/renew", data=sent, headers=SAME_SITE)
    cookies = [phone.client.get_cookie(name) for name in (COOKIE, "kalooki")]
    lost = phone.client.post(first.location, data=sent, headers=SAME_SITE)
    for cookie in cookies:
        assert cookie
        phone.client.set_cookie(cookie.key, cookie.value)
    again = f"{circle}/renew" if is_first else first.location
    found = phone.client.post(again, data=sent, headers=SAME_SITE)
    assert (found.status_code, found.location) == (303, lost.location)
    assert "The old address leads nowhere now." in phone.words(phone.get(found.location))
    home = phone.get("/")
    new = lost.location.removesuffix("/settings")
    assert {*re.findall(r"/c/[\w-]{20,}", home.text)} == {*others, new}
    assert "phone’s list any more" not in phone.words(home)
    stranger = new_phone().client.post(again, data=sent, headers=SAME_SITE)
    assert stranger.status_code == 404


def test_lost_new_address_is_found_again_without_room_in_the_list(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    made(phone, 8)
    circle, sent = make_circle(new_phone()), {"which": "changes"}
    first = phone.client.post(f"{circle}/renew", data=sent, headers=SAME_SITE)
    session = phone.client.get_cookie("kalooki")
    assert session
    lost = phone.client.post(first.location, data=sent, headers=SAME_SITE)
    phone.client.set_cookie("kalooki", session.value)
    found = phone.client.post(f"{circle}/renew", data=sent, headers=SAME_SITE)
    assert (found.status_code, found.location) == (303, lost.location)


def test_ninth_circle_is_not_made(phone: Phone) -> None:
    kept = made(phone, 8)
    answer = phone.post("/circles", name="Another", base="0")
    assert answer.status_code == 422
    assert f"{FULL}. Delete one first." in phone.words(answer)
    home = phone.get("/").text
    assert all(one in home for one in kept)


def test_eighth_circle_sent_again_is_the_same(phone: Phone) -> None:
    made(phone, 7)
    sent = {"name": "Us", "key": "k" * 20, "base": "0"}
    assert phone.post("/circles", **sent).location == phone.post("/circles", **sent).location


def test_circles_of_others_take_no_own_one_away(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    mine, other = make_circle(phone), new_phone()
    theirs = [shown_by(other, one) for one in made(other, 8)]
    for address in theirs:
        phone.get(address)
    home = phone.get("/").text
    assert mine in home
    assert [one in home for one in theirs] == [False, *[True] * 7]


def test_circle_without_room_says_that_it_is_not_kept(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    kept, further = made(phone, 8), make_circle(new_phone())
    assert f"{FULL}, so this one isn’t in it. Keep its link. To make room" in phone.words(
        phone.get(further)
    )
    home = phone.get("/").text
    assert further not in home
    assert all(one in home for one in kept)


def test_deleted_circles_leave_room(phone: Phone, new_phone: Callable[[], Phone]) -> None:
    kept, partner = made(phone, 8), new_phone()
    send(partner, partner.get(f"{kept[0]}/delete").text, "/delete")
    further = make_circle(phone, name="The ninth")
    home = phone.get("/").text
    assert [one in home for one in (*kept, further)] == [False, *[True] * 8]


def test_game_ticked_and_pasted_is_added_once(app: Flask, phone: Phone) -> None:
    game = stored(app, ANN_WINS)
    copy = copied(app, game)
    circle = make_circle(knowing(phone, game, copy))
    sent = {"games": [game, copy], "link": f"http://localhost/g/{game}"}
    answer = phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
    assert "1 game added." in phone.words(phone.get(answer.location))


def test_game_being_played_in_a_circle_is_not_added_again(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS, week=week) for week in range(3)]
    circle = make_circle(knowing(phone, *games), *games)
    phone.begin("Ann", "Ben", "Dan", circle=circle.rpartition("/")[2])
    sent = {"link": f"http://localhost{phone.table}"}
    answer = phone.client.post(f"{circle}/games", data=sent, headers=SAME_SITE)
    assert answer.status_code == 422
    assert "is in this circle already" in phone.words(answer)


def test_undo_that_no_longer_fits_says_so(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = stored(app, ANN_WINS)
    circle = make_circle(knowing(phone, game), game)
    send(phone, phone.get(f"{circle}/games?year=all").text, "/remove")
    page = phone.get(circle).text
    monkeypatch.setattr(circles, "MOST_GAMES", 0)
    send(phone, page, "/undo")
    words = phone.words(phone.get(circle))
    assert "The circle is full, so nothing was undone." in words
