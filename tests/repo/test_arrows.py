"""Every room knows only the rooms to its left; inside web, pages stand on what they share."""

import re
import sys
from pathlib import Path

import pytest

from tests.repo.source import (
    DOORS,
    PACKAGE,
    PURE_ROOMS,
    ROOMS,
    ROOT,
    imports_of,
    modules,
    modules_of,
    name_of,
    names_and_ids,
    room_of,
)

# Clock, chance, files, network: what a pure room is handed as an argument instead.
OUTSIDE_WORLD = {
    "asyncio", "builtins", "glob", "http", "importlib", "io", "logging",
    "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip


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
    assert not re.search(r"\.(now|utcnow|today)\(", path.read_text("utf-8"))


def test_no_module_of_a_right_room_hides_in_a_string() -> None:
    """An import by name would go round the arrows."""
    hidden = [name_of(path) for path in modules() if "import_module(" in path.read_text()]
    assert not hidden


# Rooms of web that every page may use, lowest first; none of them knows a page.
SHARED = ("forms",)
BENEATH: tuple[str, ...] = ()
ON_TOP = ("app",)


def web_room(name: str) -> str | None:
    """Say which package or module of web a dotted name leads into, if any."""
    parts = name.split(".")
    return parts[2] if parts[:2] == [PACKAGE, "web"] and len(parts) > 2 else None


def web_rooms() -> set[str]:
    """Return the packages and single modules that stand directly in web."""
    web = ROOT / PACKAGE / "web"
    return {path.relative_to(web).parts[0].removesuffix(".py") for path in modules_of("web")}


def web_arrows() -> dict[str, set[str]]:
    """Return what each package of web imports of the others."""
    arrows: dict[str, set[str]] = {}
    rooms = web_rooms()
    for path in modules_of("web"):
        room = path.relative_to(ROOT / PACKAGE / "web").parts[0].removesuffix(".py")
        entered = {web_room(name) for name in imports_of(path)} & rooms
        arrows.setdefault(room, set()).update(name for name in entered if name and name != room)
    return arrows


def file_arrows() -> dict[str, set[str]]:
    """Return what each module of the package imports of the others."""
    dotted = {dotted_name(path): path for path in modules()}
    arrows: dict[str, set[str]] = {}
    for name, path in dotted.items():
        wanted = {one for full in imports_of(path) for one in (full, full.rpartition(".")[0])}
        arrows[name] = {one for one in wanted if one in dotted and one != name}
    return arrows


def dotted_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def ring_in(arrows: dict[str, set[str]]) -> list[str]:
    """Return a cycle of imports; empty if there is no cycle."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for further in sorted(arrows.get(name, ())):
            ring = walk(further, [*way, name])
            if ring:
                return ring
        done.add(name)
        return []

    return next((ring for name in sorted(arrows) if (ring := walk(name, []))), [])


def test_no_packages_of_web_form_a_ring() -> None:
    assert not ring_in(web_arrows()), "a ring: " + " → ".join(ring_in(web_arrows()))


def test_no_files_form_a_ring() -> None:
    arrows = file_arrows()
    packages = {name for name in arrows if any(one.startswith(f"{name}.") for one in arrows)}
    plain = {name: entered - packages for name, entered in arrows.items() if name not in packages}
    assert not ring_in(plain), "a ring: " + " → ".join(ring_in(plain))


@pytest.mark.parametrize("room", SHARED)
def test_what_pages_share_knows_no_page(room: str) -> None:
    allowed = {*BENEATH, *SHARED[: SHARED.index(room)]}
    assert web_arrows()[room] <= allowed


def test_only_the_way_in_knows_the_app() -> None:
    assert not [room for room, entered in web_arrows().items() if entered & set(ON_TOP)]


def test_a_ring_is_found() -> None:
    assert ring_in({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert ring_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
