"""Database files of every release: they open, are migrated, and give the same scores.

Each file was written by that release (write_release): complete games of all five systems with undo,
restore and a rename; unfinished games with a void round, a correction, calls, a late player and a
draft; a game with house rules; from 0.4.0 on, a circle with a season. The JSON file beside it has
that release's pages about each game.
"""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from kalooki_ref import create_app
from kalooki_ref.store.database import HEAD

ROOT = Path(__file__).parents[2]
# Columns that the first release didn't have.
NEWER = {"deleted_at", "changes", "next_id", "home"}
# Tables that only later ones have.
CIRCLES = ("circle", "circle_game", "spelling", "hidden_person", "season")
# The late player of the unfinished games.
LATE = "Späte Gästin"
RELEASES = sorted(Path(__file__).with_name("releases").glob("*.sqlite"))
by_name = pytest.mark.parametrize("release", RELEASES, ids=[path.stem for path in RELEASES])


def open_release(release: Path, instance: Path) -> FlaskClient:
    """Start the app with a copy of a release's file."""
    instance.mkdir()
    file = instance / "kalooki.sqlite"
    shutil.copy(release, file)
    keep_deleted_games(file)
    return create_app({"INSTANCE": str(instance)}).test_client()


def keep_deleted_games(file: Path) -> None:
    """Set deletions to today, so that the games aren't purged at startup."""
    with closing(sqlite3.connect(file)) as connection, connection:
        columns = {row[1] for row in connection.execute("PRAGMA table_info(game)")}
        if "deleted_at" in columns:
            now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            connection.execute("UPDATE game SET deleted_at = ? WHERE deleted_at NOTNULL", [now])


def pages_of(release: Path) -> dict[str, dict[str, Any]]:
    """Return the release's own pages about its games, with late players in their place today."""
    pages = json.loads(release.with_suffix(".json").read_text("utf-8"))
    return {
        game_id: page | {"told": with_late_last(page["told"])} for game_id, page in pages.items()
    }


def with_late_last(told: dict[str, Any]) -> dict[str, Any]:
    """Return a game's page with its late player, who has no score yet, in last place.

    Releases before 0.4.0 ranked this player among the others by starting points.
    """
    rows = told["standings"]
    late = next((row for row in rows if row["name"] == LATE), None)
    if late is None:
        return told
    others = [
        row | {"place": row["place"] - (row["place"] > late["place"])}
        for row in rows
        if row is not late
    ]
    return told | {"standings": [*others, late | {"place": len(rows)}]}


def rows_of(file: Path, table: str) -> list[tuple[object, ...]]:
    """Return the rows of a table; none if the release didn't have it."""
    with closing(sqlite3.connect(file)) as connection:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if not names:
            return []
        kept = ", ".join(f'"{name}"' for name in names if name not in NEWER)
        return sorted(connection.execute(f"SELECT {kept} FROM {table}").fetchall())


def test_there_is_a_file_of_every_release() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert {path.stem for path in RELEASES} >= set(
        re.findall(r"^## (\d\S+)", changes, re.MULTILINE)
    )


@by_name
def test_games_of_every_release_have_the_same_standings(release: Path, tmp_path: Path) -> None:
    client = open_release(release, tmp_path / "instance")
    for game_id, expected in pages_of(release).items():
        pages = client.get(f"/g/{game_id}.json").get_json()
        assert {name: pages[name] for name in expected["told"]} == expected["told"], expected[
            "game"
        ]


@by_name
def test_pages_of_games_of_every_release_render(release: Path, tmp_path: Path) -> None:
    client = open_release(release, tmp_path / "instance")
    for game_id in pages_of(release):
        for page in ("", "/standings", "/history", "/round", "/rounds/1", "/print", "/export.csv"):
            assert client.get(f"/g/{game_id}{page}").status_code == 200, page


@by_name
def test_pages_of_circles_of_every_release_render(release: Path, tmp_path: Path) -> None:
    client = open_release(release, tmp_path / "instance")
    with closing(sqlite3.connect(tmp_path / "instance" / "kalooki.sqlite")) as connection:
        circles = connection.execute("SELECT changes FROM circle").fetchall()
        seasons = connection.execute("SELECT id FROM season").fetchall()
    assert bool(circles) == (release.stem >= "0.4")
    for (address,) in circles:
        for page in ("", "/people", "/games", "/records", "/settings", "/seasons"):
            assert client.get(f"/c/{address}{page}").status_code == 200, page
        for (season,) in seasons:
            assert "Autumn" in client.get(f"/c/{address}/seasons/{season}").text


@by_name
def test_migration_keeps_all_rows(release: Path, tmp_path: Path) -> None:
    open_release(release, tmp_path / "instance")
    file = tmp_path / "instance" / "kalooki.sqlite"
    for table in ("game", "entry", "draft", *CIRCLES):
        before = rows_of(release, table)
        assert not before or rows_of(file, table) == before
    assert rows_of(file, "alembic_version") == [(HEAD,)]


@by_name
def test_migration_keeps_drafts(release: Path, tmp_path: Path) -> None:
    client = open_release(release, tmp_path / "instance")
    under_way = [name for name, page in pages_of(release).items() if "under way" in page["game"]]
    assert under_way
    for game_id in under_way:
        assert "10+10" in client.get(f"/g/{game_id}/round?winner=2").text


@by_name
def test_migrated_game_can_be_continued(release: Path, tmp_path: Path) -> None:
    client = open_release(release, tmp_path / "instance")
    game_id, page = next(
        (n, page) for n, page in pages_of(release).items() if page["game"] == "house rules"
    )
    form = {"key": "k" * 32, "base": page["version"], "player": "4", "answer": "granted"}
    headers = {"Sec-Fetch-Site": "same-origin"}
    assert client.post(f"/g/{game_id}/calls", data=form, headers=headers).status_code == 303
    assert client.get(f"/g/{game_id}.json").get_json()["version"] == page["version"] + 1
