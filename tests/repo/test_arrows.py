"""Packages import only those to their left; the pure ones only the standard library."""

import re
import sys
from pathlib import Path

from tests.repo.source import (
    ENTRY_POINTS,
    PACKAGE,
    PURE_ROOMS,
    ROOMS,
    ROOT,
    imports_of,
    modules,
    modules_of,
    name_of,
    room_of,
)

# Randomness, files, network, processes: pure packages get such things as arguments.
OUTSIDE_WORLD = {
    "asyncio", "builtins", "glob", "http", "importlib", "io", "logging", "multiprocessing", "os",
    "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile",
    "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
CLOCK = re.compile(r"\.(now|utcnow|today)\(")


def package_imported(imported: str) -> str | None:
    """Return the package of an imported name; None if it isn't ours."""
    parts = imported.split(".")
    if parts[0] != PACKAGE:
        return None
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "__init__"


def test_every_module_is_in_a_room() -> None:
    assert not [name_of(path) for path in modules() if room_of(path) not in ROOMS + ENTRY_POINTS]


def test_rooms_import_only_leftwards() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules_of(*ROOMS)
        for name in imports_of(path)
        if (room := package_imported(name)) is not None
        and room not in ROOMS[: ROOMS.index(room_of(path)) + 1]
    ]
    assert not wrong


def test_pure_rooms_use_the_standard_library_only() -> None:
    allowed = (sys.stdlib_module_names | {PACKAGE}) - OUTSIDE_WORLD
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules_of(*PURE_ROOMS)
        for name in imports_of(path)
        if name.split(".")[0] not in allowed
    ]
    assert not wrong


def test_pure_rooms_read_no_clock() -> None:
    assert not [
        name_of(path)
        for path in modules_of(*PURE_ROOMS)
        if CLOCK.search(path.read_text(encoding="utf-8"))
    ]


def test_modules_have_no_import_cycles() -> None:
    arrows = file_arrows()
    packages = {name for name in arrows if any(one.startswith(f"{name}.") for one in arrows)}
    plain = {name: entered - packages for name, entered in arrows.items() if name not in packages}
    assert not circle_in(plain), " → ".join(circle_in(plain))


def test_web_packages_have_no_import_cycles() -> None:
    assert not circle_in(web_arrows()), " → ".join(circle_in(web_arrows()))


def test_import_cycle_is_detected() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert circle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def file_arrows() -> dict[str, set[str]]:
    """Return what each module of the package imports of the others, by dotted names."""
    dotted = {dotted_name(path): path for path in modules()}
    arrows: dict[str, set[str]] = {}
    for name, path in dotted.items():
        wanted = {one for full in imports_of(path) for one in (full, full.rpartition(".")[0])}
        arrows[name] = {one for one in wanted if one in dotted and one != name}
    return arrows


def web_arrows() -> dict[str, set[str]]:
    """Return what each package or module directly in web/ imports of the others."""
    arrows: dict[str, set[str]] = {}
    for name, imported in file_arrows().items():
        if name.startswith(f"{PACKAGE}.web."):
            own = name.split(".")[2]
            parts = (one.split(".") for one in imported if one.startswith(f"{PACKAGE}.web."))
            arrows.setdefault(own, set()).update({part[2] for part in parts} - {own})
    return arrows


def dotted_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def circle_in(arrows: dict[str, set[str]]) -> list[str]:
    """Return a cycle of imports; empty if there is no cycle."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for further in sorted(arrows.get(name, ())):
            circle = walk(further, [*way, name])
            if circle:
                return circle
        done.add(name)
        return []

    return next((circle for name in sorted(arrows) if (circle := walk(name, []))), [])
