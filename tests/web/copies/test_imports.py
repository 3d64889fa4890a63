"""Importing invalid and hostile games from files and links."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from kalooki_ref import create_app
from kalooki_ref.cli import main
from kalooki_ref.game.events import (
    CallAnswered,
    HandLeft,
    RoundEnded,
)
from kalooki_ref.game.importing import MOST_ENTRIES, fold_import
from kalooki_ref.game.instants import instant_of
from kalooki_ref.game.record import event_data
from kalooki_ref.server import heavy_work
from kalooki_ref.store.event_store import all_games
from kalooki_ref.store.tables import db
from kalooki_ref.web import page_check
from kalooki_ref.web.copies import imports
from kalooki_ref.web.copies.game_links import packed
from kalooki_ref.web.copies.imports import audit_of, read_game, read_import, time_limit
from kalooki_ref.web.start import home
from kalooki_ref.words.import_words import ExportError
from tests.attacks.cost import measured, slowness
from tests.web.phone import SAME_SITE, Phone
from tests.web.start.test_home import finish
from tests.web.table.test_rounds import write

BAD_DATES = (
    "2026-02-30T10:00:00Z",
    "2026-11-22T24:00:00Z",
    "2026-11-22T23:59:60Z",
    "1969-12-31T23:59:59Z",
    "2026-11-22",
    "",
)
# A third of what an import may cost before it is refused. A quiet machine needs a second at most,
# other tests that run at the same time double it, and quadratic work takes far more.
CPU_SECONDS = 2.0


def exported(phone: Phone) -> Any:
    return phone.get("export.json").get_json()


def with_entries(data: Any, *written: Any) -> Any:
    """Return the data with these events appended."""
    for seq, event in enumerate(written, len(data["entries"]) + 1):
        kind, fields = event_data(event)
        row = {"seq": seq, "kind": kind, "data": fields, "by": "", "at": data["created_at"]}
        data["entries"].append(row | {"key": f"~{seq:012x}"})
    return data


def post_import(phone: Phone, data: Any, path: str = "/open/") -> Any:
    sent = {"game": json.dumps(data), "key": "k" * 32}
    return phone.client.post(path, data=sent, headers=SAME_SITE)


def fault_on(phone: Phone, data: Any) -> str:
    answers = [post_import(phone, data, path) for path in ("/open/", "/open/keep")]
    assert [answer.status_code for answer in answers] == [422, 422]
    return phone.words(answers[1]).split("This can’t be opened: ")[1]


@pytest.mark.parametrize(
    ("field", "value"), [("max_calls", 100_000), ("packs", 10**6), ("run_min", 10**7)]
)
def test_unknown_rule_values_are_refused_everywhere(
    table: Phone,
    app: Flask,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    field: str,
    value: int,
) -> None:
    data = exported(table)
    data["rules"][field] = value
    assert f"“{field}”" in fault_on(table, data)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data), "utf-8")
    with app.app_context():
        before = len(all_games())
    assert main(["restore", str(file), "--instance", app.instance_path]) == 2
    assert field in capsys.readouterr().err
    with app.app_context():
        assert len(all_games()) == before


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("x" * 200, "a name is too long, or holds characters that can’t be shown"),
        ("A\nnn", "a name is too long, or holds characters that can’t be shown"),
        (" Ann", "the name Ann is not written as the app does"),
    ],
)
def test_name_that_the_app_would_refuse_is_not_opened(table: Phone, name: str, fault: str) -> None:
    data = json.dumps(exported(table)).replace('"Ann"', json.dumps(name))
    assert fault in fault_on(table, json.loads(data))


def test_rules_from_a_link_equal_those_of_a_file(table: Phone) -> None:
    data = exported(table)
    data["rules"]["max_calls"] = 10**9
    answer = table.client.post("/open/", data={"game": packed(data)}, headers=SAME_SITE)
    assert answer.status_code == 422
    assert "max_calls" in answer.text


def test_stored_game_keeps_the_rules_it_has(table: Phone, app: Flask) -> None:
    """Stored games aren't validated again."""
    with app.app_context(), db.engine.begin() as connection:
        rules = json.loads(connection.execute(text("SELECT rules FROM game")).scalar_one())
        connection.execute(
            text("UPDATE game SET rules = :rules"), {"rules": json.dumps(rules | {"max_calls": 7})}
        )
    assert table.get().status_code == 200


def test_invalid_entry_is_found_with_one_fold(
    table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = with_entries(exported(table), *[CallAnswered(1)] * 50)
    data = with_entries(data, RoundEnded(1, hands=(HandLeft(99, count=5),)))
    steps: list[int] = []
    monkeypatch.setattr(imports, "fold_import", counting_calls(fold_import, steps))
    assert "entry 52" in fault_on(table, data)
    assert len(steps) == 2


def counting_calls(fold: Callable[..., Any], calls: list[int]) -> Callable[..., Any]:
    def counting(*args: Any, **more: Any) -> Any:
        calls.append(1)
        return fold(*args, **more)

    return counting


def test_5000_entries_open_with_little_work(table: Phone, app: Flask) -> None:
    data = exported(table)
    calls = [CallAnswered(number % 5 + 1, granted=number % 3 == 0) for number in range(554)]
    end = RoundEnded(1, hands=tuple(HandLeft(seat, count=seat * 5) for seat in range(2, 6)))
    data = with_entries(data, *([*calls, end] * 9)[: MOST_ENTRIES - 1])
    with app.test_request_context("/open/", method="POST"):
        _, cost = measured(lambda: read_import(data), seconds=CPU_SECONDS)
        assert cost.seconds < CPU_SECONDS * slowness()
    assert post_import(table, data).status_code == 200


def test_busy_machine_refuses_no_good_game(table: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit is of CPU time: here minutes pass, of which this thread gets little."""
    minutes = iter(range(0, 10**6, 60))
    monkeypatch.setattr(heavy_work, "time", SimpleNamespace(monotonic=lambda: next(minutes)))
    data = with_entries(exported(table), *[CallAnswered(1)] * 500)
    assert post_import(table, data).status_code == 200
    clock = SimpleNamespace(thread_time=lambda: next(minutes), process_time=time.process_time)
    monkeypatch.setattr(imports, "time", clock)
    assert post_import(table, data).status_code == 422


@pytest.mark.parametrize(("where", "is_over"), [("server", True), ("pocket", False)])
def test_slow_phone_has_the_time_to_open_a_copy(
    app: Flask, monkeypatch: pytest.MonkeyPatch, where: str, *, is_over: bool
) -> None:
    """The clock of a phone may count what else it does: here ten seconds pass."""
    seconds = iter((0, 10))
    clock = SimpleNamespace(thread_time=lambda: next(seconds), process_time=time.process_time)
    monkeypatch.setattr(imports, "time", clock)
    monkeypatch.setitem(app.config, "RUNS_IN", where)
    with app.app_context():
        assert time_limit()() is is_over


def test_import_has_a_time_limit(table: Phone, app: Flask) -> None:
    data = with_entries(exported(table), *[CallAnswered(1)] * 500)
    with app.test_request_context("/open/"):
        with pytest.raises(ExportError, match="too long"):
            read_game(data, is_over=lambda: True)
        with pytest.raises(ExportError, match="too long"):
            audit_of(read_game(data).opened, is_over=lambda: True)


def test_import_is_serialized_with_heavy_work(
    table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heavy_work, "TURN_SECONDS", 0)
    data = exported(table)
    assert {"opening.show", "opening.keep", "copy.bring_back"} <= heavy_work.HEAVY
    with heavy_work.heavy_work():
        assert post_import(table, data).status_code == 503
        assert post_import(table, data, "/open/keep").status_code == 503
        assert post_import(table, data, f"{table.table}/copy").status_code == 503
        write(table)


@pytest.mark.parametrize("at", BAD_DATES)
def test_invalid_date_is_refused(table: Phone, at: str) -> None:
    assert instant_of(at) is None
    data = exported(table)
    data["entries"][0]["at"] = at
    assert "entry 1 has no date" in fault_on(table, data)
    data = exported(table) | {"created_at": at}
    assert "created_at" in fault_on(table, data)


def test_copy_with_an_invalid_date_is_refused(table: Phone) -> None:
    data = with_entries(exported(table), CallAnswered(1))
    data["entries"][-1]["at"] = "2026-02-30T10:00:00Z"
    before = exported(table)
    assert post_import(table, data, f"{table.table}/copy").status_code == 422
    assert exported(table) == before


@pytest.mark.parametrize("at", BAD_DATES)
def test_stored_invalid_date_does_not_break_pages(
    table: Phone, app: Flask, new_phone: Callable[[], Phone], at: str
) -> None:
    finish(table)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE entry SET at = :at"), {"at": at})
        connection.execute(
            text("UPDATE game SET created_at = :at, home = 'http://[x/'"), {"at": at}
        )
    assert table.client.get("/").status_code == 200
    for page in ("", "send", "history", "standings", "print", "tonight", "export.json"):
        assert table.get(page).status_code == 200, page
    copied = exported(table)
    other = new_phone()
    assert post_import(other, copied).status_code == 200
    assert post_import(other, copied, "/open/keep").status_code == 303
    for _game in range(2):
        table.begin()
        finish(table)
    assert table.client.get("/").status_code == 200


def test_last_representable_hour_is_shown_in_eastern_time_zones(
    table: Phone, monkeypatch: pytest.MonkeyPatch, new_phone: Callable[[], Phone]
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        data = exported(table) | {"created_at": "9999-12-31T23:59:59Z"}
        data["entries"][0]["at"] = "9999-12-31T23:59:59Z"
        assert post_import(new_phone(), data, "/open/keep").status_code == 303
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("path", ["/open/keep", "copy"])
def test_imports_count_towards_the_limit_of_new_games(tmp_path: Path, path: str) -> None:
    app = create_app({"INSTANCE": str(tmp_path / "instance"), "MOST_GAMES": "2/hour"})
    phone = Phone(app.test_client())
    phone.begin()
    data = exported(phone)
    address = f"{phone.table}/copy" if path == "copy" else path
    assert post_import(phone, data, address).status_code == 303
    answer = post_import(phone, data, address)
    assert answer.status_code == 429
    assert "Wait a moment" in phone.words(answer)


@pytest.mark.parametrize("setting", ["MOST_IMPORTED", "MOST_IMPORTED_OF_ALL"])
def test_imported_bytes_are_limited(tmp_path: Path, setting: str) -> None:
    app = create_app({"INSTANCE": str(tmp_path / "instance"), setting: "10/hour"})
    phone = Phone(app.test_client())
    phone.begin()
    small = exported(phone)
    large = with_entries(exported(phone), *[CallAnswered(1)] * 60)
    assert post_import(phone, large, "/open/keep").status_code == 429
    assert post_import(phone, small, "/open/keep").status_code == 303


def test_names_that_earlier_versions_kept_can_be_opened(phone: Phone) -> None:
    """Two of them differ only in a blank that nobody sees, and one is invisible."""
    phone.begin("Ann", "Bea", "Cleo")
    data = exported(phone)
    data["entries"][0]["data"]["names"] = ["Ann", "Ann\u00a0", "\u3164"]
    assert post_import(phone, data, "/open/keep").status_code == 303


def test_every_page_of_an_import_is_rendered_once(
    table: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one fails, the game is refused with the name of the page."""
    for endpoint in (*page_check.ENDPOINTS, "rounds.show"):
        assert endpoint in app.view_functions

    def broken(*_args: Any) -> str:
        raise RuntimeError("a page stumbles")

    data = exported(table)
    monkeypatch.setattr(home, "line_of", broken)
    assert "home.show" in fault_on(table, data)
