"""Saving entries: double taps, conflicts, and responses for scripts and programs."""

import re

import pytest
from flask import Flask

from kalooki_ref.server.middleware import errors
from kalooki_ref.store.tables import Unavailable, UnknownGame
from tests.web.phone import SAME_SITE, Phone

CALL = {"player": "2", "answer": "refused"}


def test_double_tap_saves_one_entry(table: Phone) -> None:
    base = table.version()
    first = table.post("calls", key="a" * 32, base=base, **CALL)
    again = table.post("calls", key="a" * 32, base=base, **CALL)
    assert (first.status_code, again.status_code) == (303, 303)
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert int(table.version()) == int(base) + 1


def test_double_tap_on_start_creates_one_game(phone: Phone) -> None:
    first, again = phone.begin(key="b" * 32), phone.begin(key="b" * 32)
    assert first.location == again.location


def test_reused_key_is_refused(table: Phone) -> None:
    table.post("calls", key="a" * 32, **CALL)
    answer = table.post("calls", key="a" * 32, **(CALL | {"player": "3"}))
    assert answer.status_code == 422


def test_form_without_key_is_refused(table: Phone) -> None:
    for stamp in ({"key": ""}, {"key": "short"}, {"key": "ü" * 20}, {"base": "-1"}, {"base": "x"}):
        assert table.post("calls", **(CALL | stamp)).status_code == 400


def test_stale_undo_can_be_saved_on_a_second_tap(app: Flask, table: Phone) -> None:
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


def test_call_does_not_conflict_with_an_undone_call(table: Phone) -> None:
    table.post("calls", player="2")
    base = table.version()
    table.post("undo", seq=base)
    answer = table.post("calls", player="3", base=base)
    assert answer.status_code == 303
    assert table.post("round", winner="2", base=base, insist="y").status_code in {409, 422}


@pytest.mark.parametrize(("failure", "status"), [(Unavailable("gone"), 503), (UnknownGame(), 404)])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_error_while_rendering_a_conflict_has_its_own_page(
    table: Phone, monkeypatch: pytest.MonkeyPatch, failure: Exception, status: int, accept: str
) -> None:
    """The database fails, or the game is deleted, while the 409 page is rendered."""

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


def test_stale_json_request_returns_both_sides(table: Phone) -> None:
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


def test_unknown_game_is_404(phone: Phone) -> None:
    phone.table = "/g/" + "A" * 22
    assert phone.get().status_code == 404
    assert phone.post("calls", base="1", **CALL).status_code == 404


def test_script_gets_the_redirect_target_and_the_message(table: Phone) -> None:
    sent = {"key": "s" * 32, "base": "1", "player": "2"}
    headers = {**SAME_SITE, "X-Sent-By": "script"}
    answer = table.client.post(table.address("calls"), data=sent, headers=headers)
    assert (answer.status_code, answer.location) == (204, table.table)
    assert "Ben" in table.words(table.get())


def test_json_response_says_whether_it_was_saved_before(table: Phone) -> None:
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
