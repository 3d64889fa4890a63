"""Joining a table by code or personal link; granting, removing and recovering phones."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from kalooki_ref import create_app
from kalooki_ref.store import links
from kalooki_ref.store.event_store import now
from kalooki_ref.store.tables import access, db, link
from kalooki_ref.web.shared.join_codes import JOIN_TIME, LETTERS
from tests.web.phone import SAME_SITE, Phone

NewPhone = Callable[[], Phone]
CODE = re.compile(r'phones-code">(\w+)<')
RECOVERY = re.compile(r'phones-recovery">([\w-]+)<')
ASKING = re.compile(r'phones/allow">.*?name="link" value="(\w+)"', re.DOTALL)
REMOVES = re.compile(r'phones/remove">.*?name="link" value="(\w+)"', re.DOTALL)
LINK = re.compile(r'class="qr-address" href="([^"]+)"')


def send(phone: Phone, path: str, **fields: Any) -> TestResponse:
    answer = phone.client.post(phone.address(path), data=fields, headers=SAME_SITE)
    if answer.status_code == 307:  # with a token
        return send(phone, answer.location, **fields)
    return answer


def code_at(table: Phone) -> str:
    send(table, "phones")
    found = CODE.search(table.get("phones").text)
    assert found is not None
    return found[1]


def guard_table(table: Phone, access: str = "guarded") -> Phone:
    assert send(table, "phones/access", access=access).status_code == 303
    return table


def join_table(phone: Phone, table: Phone, seat: str) -> TestResponse:
    phone.table = table.table
    return send(phone, f"/join/{code_at(table)}", seat=seat)


def let_in(table: Phone) -> None:
    for asking in ASKING.findall(table.get("phones").text):
        send(table, "phones/allow", link=asking)


@pytest.fixture
def ben(table: Phone, new_phone: NewPhone) -> Phone:
    """Ben's phone, in his seat at a guarded table."""
    guard_table(table)
    phone = new_phone()
    join_table(phone, table, "2")
    let_in(table)
    return phone


def test_open_table_is_joined_at_once(table: Phone, new_phone: NewPhone) -> None:
    phone, code = new_phone(), code_at(table)
    found = send(phone, "/join", code=f" {code[:3].lower()} {code[3:]} ")
    assert found.location == f"/join/{code}"
    assert "Ann Ben Cleo Dan Eve Just watch" in phone.words(phone.get(found.location))
    assert send(phone, f"/join/{code}", seat="2").location == table.table
    assert phone.get(table.table).status_code == 200
    assert "Ann, Ben, Cleo, Dan, Eve" in phone.words(phone.get("/"))
    assert "Ben has this seat" in table.words(table.get("phones"))


@pytest.mark.parametrize(
    "pasted", ["http://localhost/join/{}", " <https://kalooki.example/join/{}> "]
)
def test_whole_address_may_be_pasted_as_the_code(table: Phone, pasted: str) -> None:
    code = code_at(table)
    assert send(table, "/join", code=pasted.format(code)).location == f"/join/{code}"
    assert send(table, "/join", code=pasted.format("23456Z")).status_code == 422


@pytest.mark.parametrize(
    "typed",
    [
        *("{0}–{1}", "{0}\u2011{1}", "{0}\u200b{1}", "\u200f{0}{1}", "\u2068{0}{1}\u2069"),
        *("{0}\u00ad{1}", "{0}\u00a0{1}", "{spaced}", "{0}{1}.", '"{0}{1}"', "{wide}"),
        *("Code: {0}{1}", "Join us with {0}-{1}!", "> {0}{1}"),
        *("http://localhost/join/{0}{1}.", "http://localhost/join/{0}\n{1}", "/join%2F{0}{1}"),
        "http://localhost/join/{0}{1} See you on Sunday",
        "> http://localhost/jo\n> in/{0}{1}\n> Bye",
    ],
)
def test_code_is_read_however_it_was_passed_on(table: Phone, typed: str) -> None:
    code = code_at(table)
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
    typed = typed.format(code[:3], code[3:], spaced=" ".join(code), wide=wide)
    assert send(table, "/join", code=typed).location == f"/join/{code}"


def test_opening_a_code_does_not_join(table: Phone, new_phone: NewPhone) -> None:
    code = code_at(table)
    phone = new_phone()
    for _ in range(2):
        assert "Set-Cookie" not in phone.get(f"/join/{code}").headers
    assert table.words(table.get("phones")).count("No phone") == 5


@pytest.mark.parametrize("typed", ["", "ABC", "23456Z", "O0O0O0", "AAAA-AAAA-AAAA-AAAA", "<b>"])
def test_wrong_code_shows_a_field_error(phone: Phone, typed: str) -> None:
    answer = send(phone, "/join", code=typed)
    assert answer.status_code == 422
    assert "That code isn’t right, or it’s too old." in phone.words(answer)
    assert f'value="{typed}"' in unescape(answer.text)
    assert phone.get("/join/23456Z").status_code == 404


def test_code_expires(app: Flask, table: Phone, new_phone: NewPhone) -> None:
    code = code_at(table)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(update(access).values(join_until=now(ago=JOIN_TIME)))
    assert new_phone().get(f"/join/{code}").status_code == 404
    renewed = code_at(table)
    assert renewed != code
    assert set(renewed) <= set(LETTERS)
    send(table, "phones/code")
    assert new_phone().get(f"/join/{renewed}").status_code == 404


def test_guessing_codes_is_rate_limited(table: Phone, new_phone: NewPhone) -> None:
    code, thief = code_at(table), new_phone()
    statuses = [send(thief, "/join", code=f"22222{sign}").status_code for sign in LETTERS[:11]]
    assert statuses == [422] * 10 + [429]
    assert thief.get(f"/join/{code}").status_code == 429


def test_phones_behind_one_router_can_all_join(table: Phone, new_phone: NewPhone) -> None:
    phones = [new_phone() for _ in range(30)]
    assert {join_table(phone, table, "watch").status_code for phone in phones} == {303}


def test_only_hashes_are_stored(app: Flask, table: Phone, new_phone: NewPhone) -> None:
    phone, code = new_phone(), code_at(guard_table(table))
    join_table(phone, table, "2")
    with app.app_context(), db.engine.connect() as connection:
        rows = [row for kept in (access, link) for row in connection.execute(select(kept))]
    stored = " ".join(map(str, rows))
    assert code not in stored
    recovery = RECOVERY.search(table.get("phones").text)
    assert recovery is not None
    assert recovery[1].replace("-", "") not in stored
    for cookie in ("seats", "device"):
        assert phone.client.get_cookie(cookie).value not in stored  # type: ignore[union-attr]


def test_guarded_table_refuses_other_phones(table: Phone, new_phone: NewPhone) -> None:
    other = new_phone()
    other.table = guard_table(table).table
    for page in ("", "standings", "export.json", "phones"):
        assert other.get(page).status_code == 404, page
    assert table.get().status_code == 200
    send(table, "phones/access", access="open")
    assert other.get().status_code == 200


def test_browser_without_cookies_cannot_guard(app: Flask, table: Phone) -> None:
    lone = Phone(app.test_client(use_cookies=False))
    lone.table = table.table
    refused = send(lone, "phones/access", access="guarded")
    assert refused.status_code == 422
    assert "keeps no cookies" in lone.words(refused)
    assert lone.get().status_code == 200


def test_revoked_token_never_keeps_score(table: Phone, new_phone: NewPhone) -> None:
    guard_table(table)
    send(table, "phones/links", who="3")
    address = "/join/" + LINK.findall(table.get("phones").text)[0].partition("/join/")[2]
    cleo, finder = new_phone(), new_phone()
    for phone in (cleo, finder):
        phone.table = send(phone, address).location
    send(table, "phones/remove", link=REMOVES.findall(table.get("phones").text)[0])
    send(table, "phones/access", access="open")
    guard_table(cleo)
    assert cleo.get("phones").status_code == 200
    assert finder.get("phones").status_code == 403


def test_scorekeeper_grants_a_request(table: Phone, new_phone: NewPhone) -> None:
    guard_table(table)
    ben = new_phone()
    assert join_table(ben, table, "2").location == f"{table.table}/waiting"
    assert ben.client.get(ben.table).location == f"{table.table}/waiting"
    assert "Waiting for the scorekeeper" in ben.words(ben.get("waiting"))
    assert "Ben asks for this seat" in table.words(table.get("phones"))
    let_in(table)
    assert ben.client.get(f"{ben.table}/waiting").location == table.table
    assert ben.get().status_code == 200


def test_refused_phone_sees_a_notice(table: Phone, new_phone: NewPhone) -> None:
    guard_table(table)
    ben = new_phone()
    join_table(ben, table, "2")
    asking = ASKING.findall(table.get("phones").text)
    send(table, "phones/remove", link=asking[0])
    assert "This phone isn’t at this table any more" in ben.words(ben.get("waiting"))


def test_seat_records_only_its_own(table: Phone, ben: Phone) -> None:
    def call(seat: str) -> int:
        return ben.post("calls", player=seat).status_code

    assert [call("2"), call("3")] == [303, 403]
    refused = ben.post("calls", player="3")
    assert "This phone can only record what its own player does." in ben.words(refused)
    assert ben.post("round", winner="2").status_code == 403
    assert ben.post("undo", seq="2").status_code == 303
    send(table, "phones/access", access="seats")
    assert call("3") == 303


ATTACKS: tuple[tuple[str, list[tuple[str, str]]], ...] = (
    ("calls", [("player", "3"), ("seq", "2")]),
    ("calls", [("player", "2"), ("player", "3")]),
    ("calls", [("player", "3"), ("player", "2")]),
    ("calls", [("player", " 2")]),
    ("calls", []),
    ("lays", [("player", "3"), ("seq", "2"), ("returned", "1")]),
    ("undo", [("seq", "3"), ("player", "2")]),
    ("undo", [("seq", "2"), ("seq", "3")]),
    ("undo", [("seq", "1")]),
    ("undo", []),
)


@pytest.mark.parametrize(("path", "fields"), ATTACKS)
def test_seat_cannot_write_for_others(
    table: Phone, ben: Phone, path: str, fields: list[tuple[str, str]]
) -> None:
    ben.post("calls", player="2")
    table.post("calls", player="3")
    before = table.version()
    sent = [("key", "k" * 20), ("base", before), *fields]
    answer = ben.client.post(ben.address(path), data=MultiDict(sent), headers=SAME_SITE)
    assert answer.status_code == 403
    assert table.version() == before


def test_watcher_changes_nothing(table: Phone, new_phone: NewPhone) -> None:
    tv = new_phone()
    guard_table(table)
    join_table(tv, table, "watch")
    let_in(table)
    assert tv.post("calls", player="2").status_code == 403
    page = tv.get().text
    assert '<form method="post"' not in page.partition("<main")[2]


def test_removed_phone_loses_access_at_once(table: Phone, ben: Phone) -> None:
    assert ben.get("standings").status_code == 200
    send(table, "phones/remove", link=REMOVES.findall(table.get("phones").text)[0])
    assert ben.get("standings").status_code == 403
    assert ben.post("calls", player="2", base="1").status_code == 403
    assert ben.client.get(ben.table).location == f"{ben.table}/waiting"
    assert "Ann" not in ben.words(ben.get("/"))


def test_scorekeeper_cannot_remove_itself(table: Phone) -> None:
    guard_table(table)
    join_table(table, table, "1")
    text = table.get("phones").text
    assert "Ann keeps score, this phone" in table.words(table.get("phones"))
    assert not REMOVES.findall(text)


def test_seat_has_one_phone(table: Phone, ben: Phone, new_phone: NewPhone) -> None:
    newer = new_phone()
    join_table(newer, table, "2")
    assert ben.get().status_code == 200
    let_in(table)
    assert newer.get().status_code == 200
    assert ben.get("standings").status_code == 403


def test_number_of_phones_is_limited(
    table: Phone, new_phone: NewPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "MOST_LINKS", 2)
    guard_table(table)  # creates the scorekeeper's link
    assert [send(table, "phones/links", who=who).status_code for who in ("2", "3")] == [303, 422]
    assert "No more phones fit" in table.words(send(table, "phones/links", who="3"))
    assert join_table(new_phone(), table, "4").status_code == 422


def test_new_recovery_code_replaces_the_one_before(table: Phone, new_phone: NewPhone) -> None:
    before = RECOVERY.findall(guard_table(table).get("phones").text)[0]
    assert send(table, "phones/recovery").location == f"{table.table}/phones#lost"
    after = RECOVERY.findall(table.get("phones").text)[0]
    assert before != after
    found = new_phone()
    assert [send(found, "/join", code=code).status_code for code in (before, after)] == [422, 303]


def test_recovery_code_replaces_a_lost_phone(table: Phone, new_phone: NewPhone) -> None:
    guard_table(table)
    join_table(table, table, "1")
    recovery = RECOVERY.findall(table.get("phones").text)[0]
    found = new_phone()
    found.table = table.table
    assert send(found, "/join", code=recovery.lower()).location == f"{table.table}/phones"
    assert "Ann keeps score, this phone" in found.words(found.get("phones"))
    assert table.get("phones").status_code == 403
    again = new_phone()
    assert send(again, "/join", code=recovery).status_code == 422


def test_forged_token_has_no_rights(table: Phone, ben: Phone, new_phone: NewPhone) -> None:
    real = ben.client.get_cookie("seats")
    assert real is not None
    assert len(real.value) < 4096
    thief = new_phone()
    thief.table = table.table
    for value in (real.value[:-6] + "xxxxxx", "W10.abc", "x" * 3000):
        thief.client.set_cookie("seats", value)
        assert thief.get().status_code == 404


def test_joining_replaces_the_cookie(table: Phone, ben: Phone) -> None:
    before = ben.client.get_cookie("seats")
    join_table(ben, table, "3")
    let_in(table)
    after = ben.client.get_cookie("seats")
    assert before is not None
    assert after is not None
    assert before.value != after.value
    assert ben.get().status_code == 200
    ben.client.set_cookie("seats", before.value)
    assert ben.get("standings").status_code == 403


def test_changed_secret_invalidates_every_link(app: Flask, ben: Phone) -> None:
    other = create_app({"INSTANCE": app.instance_path, "SECRET_KEY": "another " * 8})
    client = other.test_client()
    cookie = ben.client.get_cookie("seats")
    assert cookie is not None
    client.set_cookie("seats", cookie.value)
    assert client.get(ben.table).status_code == 404
