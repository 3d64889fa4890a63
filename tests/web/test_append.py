"""One tap is one entry, and a phone that is behind learns what is new and loses no typing."""

import re

import pytest
from flask import Flask

from kalooki_ref.server.middleware import errors
from kalooki_ref.store.tables import Unavailable, UnknownGame
from tests.web.phone import SAME_SITE, Phone

CALL = {"player": "2", "answer": "refused"}


def test_a_double_tap_is_one_entry(table: Phone) -> None:
    base = table.version()
    first = table.post("calls", key="a" * 32, base=base, **CALL)
    again = table.post("calls", key="a" * 32, base=base, **CALL)
    assert (first.status_code, again.status_code) == (303, 303)
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert int(table.version()) == int(base) + 1


def test_a_double_tap_on_deal_is_one_game(phone: Phone) -> None:
    first, again = phone.begin(key="b" * 32), phone.begin(key="b" * 32)
    assert first.location == again.location


def test_one_key_for_two_things_is_refused(table: Phone) -> None:
    table.post("calls", key="a" * 32, **CALL)
    answer = table.post("calls", key="a" * 32, **(CALL | {"player": "3"}))
    assert answer.status_code == 422


def test_a_form_without_its_stamp_is_refused(table: Phone) -> None:
    for stamp in ({"key": ""}, {"key": "short"}, {"key": "ü" * 20}, {"base": "-1"}, {"base": "x"}):
        assert table.post("calls", **(CALL | stamp)).status_code == 400


def test_a_stale_undo_keeps_what_was_sent_and_saves_on_a_second_tap(
    app: Flask, table: Phone
) -> None:
    base = table.version()
    table.post("calls", **CALL)
    table.post("players/seats", order="1,2,3,4,5")
    sent = {"key": "c" * 32, "base": base, "name": "Zoë <b>"}
    table.post("players/2/name", name="Bea")
    answer = table.client.post(table.address("players/2/name"), data=sent, headers=SAME_SITE)
    assert app
    assert answer.status_code == 409
    assert "Zoë &lt;b&gt;" in answer.text
    assert 'value="' + "c" * 32 in answer.text
    newest = re.search(r'name="base" value="(\d+)"', answer.text)
    assert newest is not None
    on_top = sent | {"base": newest[1]}
    answer = table.client.post(table.address("players/2/name"), data=on_top, headers=SAME_SITE)
    assert answer.status_code == 303


def test_a_call_does_not_mind_that_another_call_was_undone(table: Phone) -> None:
    table.post("calls", player="2")
    base = table.version()
    table.post("undo", seq=base)
    answer = table.post("calls", player="3", base=base)
    assert answer.status_code == 303
    assert table.post("round", winner="2", base=base, insist="y").status_code in {409, 422}


@pytest.mark.parametrize(("failure", "status"), [(Unavailable("gone"), 503), (UnknownGame(), 404)])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_conflict_that_cannot_be_explained_is_refused_in_words(
    table: Phone, monkeypatch: pytest.MonkeyPatch, failure: Exception, status: int, accept: str
) -> None:
    """The database fails, or the game is deleted, between the conflict and its page."""

    def fail(*_parts: object) -> None:
        raise failure

    base = table.version()
    table.post("players/2/name", name="Bea")
    monkeypatch.setitem(table.client.application.extensions, "kalooki_stale", fail)
    monkeypatch.setattr(errors, "entries_since", fail)
    sent = {"key": "e" * 32, "base": base, "name": "Bo"}
    headers = {**SAME_SITE, "Accept": accept}
    answer = table.client.post(table.address("players/2/name"), data=sent, headers=headers)
    assert answer.status_code == status
    assert ("Retry-After" in answer.headers) is (status == 503)
    assert accept == answer.mimetype


def test_a_stale_program_is_told_both_sides(table: Phone) -> None:
    base = table.version()
    table.post("players/2/name", name="Bea")
    answer = table.client.post(
        table.address("players/2/name"),
        data={"key": "d" * 32, "base": base, "name": "Bo"},
        headers={**SAME_SITE, "Accept": "application/json"},
    )
    assert answer.status_code == 409
    reply = answer.get_json()
    assert reply["yours"]["name"] == ["Bo"]
    assert reply["theirs"][0]["data"]["name"] == "Bea"
    assert (reply["base"], reply["version"]) == (int(base), int(base) + 1)


def test_no_such_table(phone: Phone) -> None:
    phone.table = "/g/" + "A" * 22
    assert phone.get().status_code == 404
    assert phone.post("calls", base="1", **CALL).status_code == 404


def test_a_script_is_told_where_to_go_on_and_what_was_said_is_said_there(table: Phone) -> None:
    sent = {"key": "s" * 32, "base": "1", "player": "2"}
    headers = {**SAME_SITE, "X-Sent-By": "script"}
    answer = table.client.post(table.address("calls"), data=sent, headers=headers)
    assert (answer.status_code, answer.location) == (204, table.table)
    assert "Ben" in table.words(table.get())


def test_a_program_is_told_what_is_saved_and_what_was_before(table: Phone) -> None:
    sent = {"base": table.version()}
    headers = {**SAME_SITE, "Idempotency-Key": "e" * 32}
    first, again = (
        table.client.post(table.address("reshuffles"), json=sent, headers=headers) for _ in "12"
    )
    told = {"version": 2, "url": table.table}
    assert (first.status_code, first.get_json()) == (201, told | {"replayed": False})
    assert (again.status_code, again.get_json()) == (200, told | {"replayed": True})
    assert (first.headers["X-Entry"], again.headers["X-Entry"]) == ("2", "2")
    other = table.client.post(table.address("reshuffles"), json=sent | {"x": 1}, headers=headers)
    assert other.status_code == 422
