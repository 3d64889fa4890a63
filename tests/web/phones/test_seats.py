"""The cookie with a phone's tokens, and the labels it can sign with."""

from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.store.links import NewLink, Role, add_link, guard_game
from kalooki_ref.web.shared import rights
from kalooki_ref.web.shared.device import signed
from tests.web.phone import Phone
from tests.web.phones.test_phones import NewPhone, code_at, guard_table, join_table, let_in, send

MOST = rights.MOST_SEATS
FORGOTTEN = "has forgotten the oldest one"


@pytest.fixture
def full_phone(app: Flask, new_phone: NewPhone) -> Callable[..., tuple[Phone, list[str]]]:
    """Factory for a phone with the maximum number of seats, and their games, newest first."""

    def make_phone(*, keeps: int | None = None, gone: int | None = None) -> tuple[Phone, list[str]]:
        phone, tables, tokens = new_phone(), [], []
        for number in range(MOST):
            phone.begin()
            tables.append(phone.table)
            tokens.append(f"token {number} " * 3)
            game_id = phone.table.rpartition("/")[2]
            with app.app_context():
                if number == gone:
                    continue
                if number == keeps:
                    guard_game(game_id, NewLink(tokens[-1], Role.SCOREKEEPER))
                else:
                    guard_game(game_id, NewLink(f"somebody {number} " * 3, Role.SCOREKEEPER))
                    add_link(game_id, NewLink(tokens[-1], Role.SEAT, 2), granted=True)
        held = [(one.rpartition("/")[2], two) for one, two in zip(tables, tokens, strict=True)]
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
    assert {phone.get(one).status_code for one in tables[:-1]} == {200}


def test_scorekeepers_table_is_forgotten_last(
    table: Phone, full_phone: Callable[..., tuple[Phone, list[str]]]
) -> None:
    phone, tables = full_phone(keeps=MOST - 1)
    assert FORGOTTEN in sits_down(phone, table)
    assert phone.get(tables[-1]).status_code == 200
    assert phone.get(tables[-2]).status_code == 404


def test_revoked_table_is_forgotten_first_without_a_note(
    table: Phone, full_phone: Callable[..., tuple[Phone, list[str]]]
) -> None:
    phone, tables = full_phone(gone=0)
    assert FORGOTTEN not in sits_down(phone, table)
    assert {phone.get(one).status_code for one in tables} == {200}


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
