"""Copying a SQLite file into PostgreSQL."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from kalooki_ref import create_app
from kalooki_ref.cli import main
from kalooki_ref.store.circle_results import NewResult, keep_results
from kalooki_ref.store.circles import Change, change_circle, create_circle
from kalooki_ref.store.drafts import merge_draft
from kalooki_ref.store.event_store import append, create_game
from kalooki_ref.store.house_rules import store_house_rules
from kalooki_ref.store.join_codes import CodeKind, KeptCode, keep_code
from kalooki_ref.store.links import NewLink, Role, add_link, guard_game
from kalooki_ref.store.seasons import SeasonRow
from kalooki_ref.store.tables import NewEntry, db
from kalooki_ref.store.wrong_codes import note_wrong_code

Rows = dict[str, list[tuple[object, ...]]]


def all_rows() -> Rows:
    with db.engine.connect() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in db.metadata.sorted_tables
        }


@pytest.fixture
def club(tmp_path: Path) -> tuple[Path, Rows]:
    """A SQLite file with rows in every table, and its rows."""
    instance = tmp_path / "club"
    with create_app({"INSTANCE": str(instance)}).app_context():
        first = NewEntry("first-key-of-all", "a" * 64, "started", {"names": ["Ann \u2605", "Ben"]})
        game_id = create_game(first, title="Ann, Ben", rules="{}").id
        append(game_id, NewEntry("second-key-of-all", "b" * 64, "called", {}), base=1)
        merge_draft(game_id, "round-1", {"winner": ["2"], "half": "10+"})
        guard_game(game_id, NewLink("keeper", Role.SCOREKEEPER, 1, "Ann"))
        add_link(game_id, NewLink("seat", Role.SEAT, 2), granted=False)
        keep_code(game_id, CodeKind.JOIN, "ABCDEF", KeptCode("nonce", "2099-01-01T00:00:00Z"))
        store_house_rules(['["Sunday","jamaican",{}]'])
        note_wrong_code("f" * 64, kept=timedelta(minutes=1))
        create_circle("circle-key", name="Sunday", zone="", games=[game_id])
        autumn = SeasonRow("Autumn", "2026-09-01", "2026-11-30", "{}")
        spellings, hidden = {"Benny": "Ben"}, {"Ann \u2605": True}
        change_circle("circle-key", Change(spellings, hidden, seasons={"autumn": autumn}))
        keep_results([NewResult(game_id, 2, "{}")], scoring=1)
        found = all_rows()
        db.engine.dispose()
    return instance / "kalooki.sqlite", found


def test_everything_is_copied_into_an_empty_database_only(
    club: tuple[Path, Rows],
    tmp_path: Path,
    postgres_url: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, held = club
    assert all(held.values())
    request.getfixturevalue("on_postgres")
    (tmp_path / "server").mkdir()
    instance = ["--instance", str(tmp_path / "server")]
    assert main(["restore", "--as-it-is", str(file), *instance]) == 0
    assert "phones: 1 games" in capsys.readouterr().out
    app = create_app({"INSTANCE": str(tmp_path / "server"), "DATABASE_URL": postgres_url})
    with app.app_context():
        assert all_rows() == held
    assert main(["restore", "--as-it-is", str(file), *instance]) == 2
    assert "has games already" in capsys.readouterr().err
    with app.app_context():
        assert all_rows() == held
