"""Forbidden words and names in the repository."""

import re
import tempfile
from pathlib import Path

from tests.repo.source import ROOT, name_of, own_files, tracked

LATER = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X)\b")
TRACKER = re.compile(r"\bissue #?\d+", re.IGNORECASE)
REGISTRY = re.compile(r"py[p]i\.org|python[h]osted|registry\.npm[j]s", re.IGNORECASE)
SUIT_SIGNS = re.compile("[\N{BLACK SPADE SUIT}-\N{WHITE CLUB SUIT}\U0001f0a0-\U0001f0ff]")
VAGUE_NAMES = {"utils", "helpers", "manager", "data", "info", "misc", "common"}
OTHER_PEOPLES = {"vendor"}


def local_places() -> list[str]:
    """Return paths of this machine."""
    folders = {ROOT.parent, Path.home(), Path(tempfile.gettempdir())}
    return [str(folder) for folder in folders if folder != Path(folder.anchor)]


def texts() -> list[tuple[str, str]]:
    """Return the name and content of our text files."""
    return [
        (name_of(path), path.read_bytes().decode("utf-8", errors="ignore"))
        for path in tracked()
        if not OTHER_PEOPLES & set(path.parts) and b"\0" not in path.read_bytes()[:8000]
    ]


def files_with(pattern: re.Pattern[str]) -> list[str]:
    found = ((name, pattern.search(text)) for name, text in texts())
    return [f"{name}: {match[0]}" for name, match in found if match]


def test_no_todo_comments() -> None:
    assert not files_with(LATER)


def test_no_local_path_is_named() -> None:
    places = "|".join(re.escape(place) for place in local_places())
    assert not files_with(re.compile(rf"(?<![\w.])(?:{places})(?:/|\b)"))


def test_no_tracker_is_cited() -> None:
    assert not files_with(TRACKER)


def test_no_registry_is_named() -> None:
    assert not files_with(REGISTRY)


def test_no_suit_characters_in_templates() -> None:
    shown = own_files("templates", "static")
    text = [path for path in shown if path.suffix in {".html", ".js", ".css", ".svg", ".xml"}]
    assert not [name_of(path) for path in text if SUIT_SIGNS.search(path.read_text("utf-8"))]


def test_no_file_has_a_vague_name() -> None:
    files = own_files("kalooki_ref", "templates", "static", "tests", "bench")
    assert not [name_of(path) for path in files if path.stem in VAGUE_NAMES]
