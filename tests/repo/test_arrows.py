"""Every room knows only the rooms to its left, and the pure ones nothing of the world outside."""

import sys
from pathlib import Path

import pytest

from tests.repo.source import (
    DOORS,
    PACKAGE,
    PURE_ROOMS,
    ROOMS,
    imports_of,
    modules,
    modules_of,
    name_of,
    names_and_ids,
    room_of,
)

OUTSIDE_WORLD = {
    "asyncio", "builtins", "datetime", "glob", "http", "importlib", "io", "logging",
    "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
"""Clock, chance, files, network: what a pure room is handed as an argument instead."""


def room_entered(imported: str) -> str | None:
    """Say which room an import leads to, if it leads into the package."""
    parts = imported.split(".")
    if parts[0] != PACKAGE:
        return None
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "__init__"


@pytest.mark.parametrize("path", **names_and_ids(modules()))
def test_a_module_stands_in_a_room(path: Path) -> None:
    assert room_of(path) in ROOMS + DOORS


@pytest.mark.parametrize("path", **names_and_ids(modules_of(*ROOMS)))
def test_a_room_imports_only_leftwards(path: Path) -> None:
    may_enter = ROOMS[: ROOMS.index(room_of(path)) + 1]
    entered = {name: room_entered(name) for name in imports_of(path)}
    wrong = {name for name, room in entered.items() if room is not None and room not in may_enter}
    assert not wrong, f"{name_of(path)} looks to the right: {sorted(wrong)}"


@pytest.mark.parametrize("path", **names_and_ids(modules_of(*PURE_ROOMS)))
def test_a_pure_room_uses_the_standard_library_only(path: Path) -> None:
    tops = {name.split(".")[0] for name in imports_of(path)} - {PACKAGE}
    assert tops <= sys.stdlib_module_names


@pytest.mark.parametrize("path", **names_and_ids(modules_of(*PURE_ROOMS)))
def test_a_pure_room_is_handed_the_world(path: Path) -> None:
    tops = {name.split(".")[0] for name in imports_of(path)}
    assert not tops & OUTSIDE_WORLD


def test_no_module_of_a_right_room_hides_in_a_string() -> None:
    """An import by name would go round the arrows."""
    hidden = [name_of(path) for path in modules() if "import_module(" in path.read_text()]
    assert not hidden
