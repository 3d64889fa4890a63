"""The event stream without our HTTP server, and conditional requests for pages."""

from pathlib import Path

from kalooki_ref import create_app
from tests.web.phone import Phone
from tests.web.table.test_rounds import write


def test_stream_sends_the_number_and_a_retry_interval(table: Phone) -> None:
    table.post("calls", player="2")
    answer = table.client.get(table.address("stream"))
    assert answer.mimetype == "text/event-stream"
    assert answer.text == "retry: 4000\nid: 1\ndata: 1\n\n"
    assert not [name for name in answer.headers.keys() if name.startswith("X-Stream")]  # noqa: SIM118
    assert 'data-changes="1"' in table.get().text


def test_no_stream_of_an_unknown_game(phone: Phone) -> None:
    assert phone.client.get("/g/nobodys/stream").status_code == 404


def test_unchanged_page_is_304(table: Phone) -> None:
    path = table.address("scoreboard")
    first = table.client.get(path, headers={"If-None-Match": '"none"'})
    conditional = {"If-None-Match": first.headers["ETag"]}
    table.client.patch(
        table.address("drafts/round-1"),
        json={"winner": ["2"]},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert table.client.get(path, headers=conditional).status_code == 304
    table.post("calls", player="2")
    assert table.client.get(path, headers=conditional).status_code == 200


def test_form_keys_do_not_change_the_etag(table: Phone) -> None:
    first = table.client.get(table.table, headers={"If-None-Match": '"none"'})
    conditional = {"If-None-Match": first.headers["ETag"]}
    assert table.client.get(table.table, headers=conditional).status_code == 304


def test_pocket_app_has_no_stream(tmp_path: Path) -> None:
    pocket = create_app({"INSTANCE": str(tmp_path), "RUNS_IN": "pocket"}).test_client()
    assert pocket.get("/g/nobodys/stream").status_code == 404
    assert "data-live" not in pocket.get("/").text


def test_retry_by_script_is_recognized(table: Phone) -> None:
    sent = {"key": "k" * 32, "base": "1", "player": "2"}
    ours = {"Sec-Fetch-Site": "same-origin", "X-Sent-By": "script"}
    first = table.client.post(table.address("calls"), data=sent, headers=ours)
    assert write(table).status_code == table.post("end").status_code == 303
    again = table.client.post(table.address("calls"), data=sent, headers=ours)
    assert (first.status_code, first.headers["X-Entry"]) == (204, "2")
    assert (again.status_code, again.headers["X-Entry"]) == (204, "2")
    other = table.client.post(table.address("calls"), data={**sent, "player": "3"}, headers=ours)
    assert other.status_code in {404, 409, 422}
