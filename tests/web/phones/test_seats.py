"""The seats of phones, the cookie with their tokens, and the labels they can sign with."""

from collections.abc import Callable, Container

import pytest
from flask import Flask

from kalooki_ref.store.links import NewLink, Role, add_link, guard_game
from kalooki_ref.web.shared import rights
from kalooki_ref.web.shared.device import signed
from tests.web.phone import Phone
from tests.web.phones.test_phones import (
    LINK,
    NewPhone,
    code_at,
    guard_table,
    join_table,
    let_in,
    send,
)

MOST = rights.MOST_SEATS
FORGOTTEN = "has forgotten the oldest one"


@pytest.fixture
def full_phone(app: Flask, new_phone: NewPhone) -> Callable[..., tuple[Phone, list[str]]]:
    """Factory for a phone with the maximum number of seats, and their games, newest first."""

    def make_phone(
        *, keeps: Container[int] = (), gone: int | None = None
    ) -> tuple[Phone, list[str]]:
        phone, tables, tokens = new_phone(), [], []
        for number in range(MOST):
            phone.begin()
            tables.append(phone.table)
            tokens.append(f"token {number} " * 3)
            game_id = phone.table.rpartition("/")[2]
            with app.app_context():
                if number == gone:
                    continue
                if number in keeps:
                    guard_game(game_id, NewLink(tokens[-1], Role.SCOREKEEPER))
                else:
                    guard_game(game_id, NewLink(f"somebody {number} " * 3, Role.SCOREKEEPER))
                    add_link(game_id, NewLink(tokens[-1], Role.SEAT, 2), granted=True)
        held = [
            (address.rpartition("/")[2], token)
            for address, token in zip(tables, tokens, strict=True)
        ]
        with app.test_request_context():
            phone.client.set_cookie(rights.COOKIE, signed(rights.COOKIE, held))
        return phone, tables

    return make_phone


def sits_down(phone: Phone, table: Phone) -> str:
    """Join one more table; return the message shown."""
    answer = send(phone, f"/join/{code_at(table)}", seat="2")
    assert answer.status_code == 303
    return phone.words(phone.get("/"))


def test_oldest_table_is_forgotten_with_a_note(
    table: Phone, full_phone: Callable[..., tuple[Phone, list[str]]]
) -> None:
    phone, tables = full_phone()
    assert FORGOTTEN in sits_down(phone, table)
    assert phone.get(tables[-1]).status_code == 404
    assert {phone.get(address).status_code for address in tables[:-1]} == {200}


def test_scorekeepers_table_is_forgotten_last(
    table: Phone, full_phone: Callable[..., tuple[Phone, list[str]]]
) -> None:
    phone, tables = full_phone(keeps=[MOST - 1])
    assert FORGOTTEN in sits_down(phone, table)
    assert phone.get(tables[-1]).status_code == 200
    assert phone.get(tables[-2]).status_code == 404


def test_phone_that_keeps_score_everywhere_hears_of_the_recovery_code(
    table: Phone, full_phone: Callable[..., tuple[Phone, list[str]]]
) -> None:
    phone, tables = full_phone(keeps=range(MOST))
    words = sits_down(phone, table)
    assert f"{FORGOTTEN}, where it kept score. To go back there, type its recovery code" in words
    assert phone.get(tables[-1]).status_code == 404


def test_revoked_table_is_forgotten_first_without_a_note(
    table: Phone, full_phone: Callable[..., tuple[Phone, list[str]]]
) -> None:
    phone, tables = full_phone(gone=0)
    assert FORGOTTEN not in sits_down(phone, table)
    assert {phone.get(address).status_code for address in tables} == {200}


def test_seat_of_a_player_whose_joining_was_undone(table: Phone, new_phone: NewPhone) -> None:
    table.post("players", name="Fay", after="5")
    guard_table(table)
    fay, finder = new_phone(), new_phone()
    join_table(fay, table, "6")
    let_in(table)
    send(table, "phones/links", who="6")
    personal = "/join/" + LINK.findall(table.get("phones").text)[0].partition("/join/")[2]
    assert "This link is for Fay’s seat." in finder.words(finder.get(personal))
    send(fay, personal)
    table.post("undo", seq=table.version())
    code = code_at(table)
    assert "This phone is at the table already. To" in fay.words(fay.get(f"/join/{code}"))
    assert "for a player who isn’t in the game" in finder.words(finder.get(personal))
    table.post("players", name="Gus", after="5")
    assert "for a player who isn’t in the game" in finder.words(finder.get(personal))
    assert join_table(fay, table, "2").status_code == 303


def signature(phone: Phone) -> str:
    """Return the author of the newest entry."""
    entries = phone.get("export.json").get_json()["entries"]
    return str(entries[-1]["by"])


@pytest.fixture
def ben(table: Phone, new_phone: NewPhone) -> Phone:
    """Ben's phone at a guarded table whose scorekeeper signs as Rose's phone."""
    send(table, "history/writer", label="Rose’s phone")
    guard_table(table)
    phone = new_phone()
    join_table(phone, table, "2")
    let_in(table)
    return phone


@pytest.mark.parametrize(
    ("label", "signs"),
    [
        ("Ben’s telephone", "Ben’s telephone"),
        ("Rose’s phone", "Ben"),
        (" ROSE’S  PHONE ", "Ben"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER R}ose’s phone", "Ben"),
        ("Ann", "Ben"),
        ("", "Ben"),
    ],
)
def test_seat_cannot_sign_as_somebody_else(ben: Phone, label: str, signs: str) -> None:
    send(ben, "history/writer", label=label)
    ben.post("calls", player="2")
    assert signature(ben) == signs


def test_labels_are_free_at_an_open_table(table: Phone) -> None:
    send(table, "history/writer", label="Ann")
    table.post("calls", player="2")
    assert signature(table) == "Ann"


def test_phone_that_corrects_its_seat_signs_with_the_new_name(
    table: Phone, new_phone: NewPhone
) -> None:
    phone = new_phone()
    for seat, name in (("2", "Ben"), ("3", "Cleo"), ("watch", ""), ("4", "Dan")):
        join_table(phone, table, seat)
        if name:
            phone.post("calls", player=seat)
            assert signature(phone) == name


def test_own_label_stays_when_a_phone_changes_its_seat(table: Phone, new_phone: NewPhone) -> None:
    phone = new_phone()
    join_table(phone, table, "2")
    send(phone, "history/writer", label="Rose’s phone")
    join_table(phone, table, "3")
    phone.post("calls", player="3")
    assert signature(phone) == "Rose’s phone"


@pytest.mark.parametrize("label", ["", "Ben", "Rose’s phone"])
def test_scorekeeper_who_corrects_the_seat_keeps_the_own_label(table: Phone, label: str) -> None:
    send(table, "history/writer", label=label)
    guard_table(table)
    for seat in ("2", "3"):
        join_table(table, table, seat)
    table.post("calls", player="3")
    assert signature(table) == ("Cleo" if label == "Ben" else label)


@pytest.mark.parametrize("seat", ["2", "watch"])
@pytest.mark.parametrize("access", ["open", "guarded"])
def test_joining_again_with_the_same_seat_changes_nothing(
    table: Phone, new_phone: NewPhone, access: str, seat: str
) -> None:
    send(table, "phones/access", access=access)
    phone = new_phone()
    for _ in range(2):
        join_table(phone, table, seat)
        let_in(table)
    before = phone.client.get_cookie(rights.COOKIE)
    assert join_table(phone, table, seat).location == table.table
    assert phone.client.get_cookie(rights.COOKIE) == before
    assert phone.get("standings").status_code == 200


def test_phone_that_only_watches_an_open_table_may_take_part_again(
    table: Phone, new_phone: NewPhone
) -> None:
    phone = new_phone()
    join_table(phone, table, "watch")
    for refused in (phone.get("round"), phone.get("phones"), phone.post("calls", player="2")):
        assert refused.status_code == 403
        assert "This phone just watches. To use it for that, tap “Take part again”." in (
            phone.words(refused)
        )
        assert refused.text.count("/take-part") == 1
    assert phone.get().text.count("/take-part") == 2
    assert send(phone, "take-part").location == phone.table
    assert "/take-part" not in phone.get().text
    assert phone.post("calls", player="2").status_code == 303


def test_phone_that_watches_a_guarded_table_stays_a_watcher(
    table: Phone, new_phone: NewPhone
) -> None:
    phone = new_phone()
    join_table(phone, guard_table(table), "watch")
    let_in(table)
    assert "/take-part" not in phone.get().text
    assert send(phone, "take-part").location == phone.table
    assert phone.get().status_code == 200
    refused = phone.post("calls", player="2")
    assert refused.status_code == 403
    assert "This phone just watches. Ask the scorekeeper for a seat." in phone.words(refused)
