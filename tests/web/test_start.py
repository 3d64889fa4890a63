"""A start keeps templates compiled for the next one; files cut short break nothing."""

import tempfile
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import Environment

from kalooki_ref import create_app
from kalooki_ref.web.middleware.templates import Compiled, prepare

COMPILED = "__jinja2_*.cache"
FEW = ("base.html", "errors/error.html")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return this account's temporary folder, empty; apps keep nothing in memory."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Flask, "jinja_options", {})
    monkeypatch.setattr(Environment, "list_templates", lambda _self: list(FEW))
    return tmp_path


def start(folder: Path) -> Flask:
    app = create_app({"INSTANCE": str(folder / "instance")})
    prepare(app)
    assert app.test_client().get("/nowhere").status_code == 404
    return app


def test_the_next_start_compiles_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(kept)
    app = create_app({"INSTANCE": str(kept / "instance")})
    monkeypatch.setattr(app.jinja_env, "compile", None)
    prepare(app)
    assert 'href="/"' in app.test_client().get("/nowhere").text


def test_a_file_cut_short_is_made_again(kept: Path) -> None:
    start(kept)
    whole = {file: file.read_bytes() for file in kept.rglob(COMPILED)}
    for size in (0, 5, 40, 900):
        for file, content in whole.items():
            file.write_bytes(content[:size])
        start(kept)
        assert {file: file.read_bytes() for file in whole} == whole, size


def test_nobody_else_can_read_or_plant_them(kept: Path) -> None:
    start(kept)
    files = list(kept.rglob(COMPILED))
    assert files
    for place in (*files, files[0].parent):
        assert place.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("reason", [RuntimeError, FileNotFoundError])
def test_without_a_safe_folder_nothing_is_kept(
    kept: Path, monkeypatch: pytest.MonkeyPatch, reason: type[Exception]
) -> None:
    def unsafe(_self: Compiled) -> str:
        raise reason

    monkeypatch.setattr(Compiled, "_get_default_cache_dir", unsafe)
    start(kept)
    assert not list(kept.rglob(COMPILED))
