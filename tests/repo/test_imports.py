"""Layers import only those to their left; the pure ones only the standard library."""

import re
import sys
from pathlib import Path

from tests.repo.source import (
    ABOVE_THE_FOLDERS,
    ENTRY_POINTS,
    LAYERS,
    PACKAGE,
    PURE_LAYERS,
    ROOT,
    WEB_FOLDERS,
    imports_of,
    layer_of,
    modules,
    modules_of,
    name_of,
)

# Randomness, files, network, processes: pure layers get such things as arguments.
OUTSIDE_WORLD = {
    "asyncio", "builtins", "glob", "http", "importlib", "io", "logging", "multiprocessing", "os",
    "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile",
    "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
CLOCK = re.compile(r"\.(now|utcnow|today)\(")


def layer_imported(imported: str) -> str | None:
    """Return the layer of an imported name; None if it isn't ours."""
    parts = imported.split(".")
    if parts[0] != PACKAGE:
        return None
    return parts[1] if len(parts) > 1 and parts[1] in LAYERS else "__init__"


def test_every_module_is_in_a_layer() -> None:
    assert not [name_of(path) for path in modules() if layer_of(path) not in LAYERS + ENTRY_POINTS]


def test_layers_import_only_layers_to_their_left() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules_of(*LAYERS)
        for name in imports_of(path)
        if (layer := layer_imported(name)) is not None
        and layer not in LAYERS[: LAYERS.index(layer_of(path)) + 1]
    ]
    assert not wrong


def test_pure_layers_import_only_the_standard_library() -> None:
    allowed = (sys.stdlib_module_names | {PACKAGE}) - OUTSIDE_WORLD
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules_of(*PURE_LAYERS)
        for name in imports_of(path)
        if name.split(".")[0] not in allowed
    ]
    assert not wrong


def test_pure_layers_do_not_read_the_clock() -> None:
    assert not [
        name_of(path)
        for path in modules_of(*PURE_LAYERS)
        if CLOCK.search(path.read_text(encoding="utf-8"))
    ]


def test_modules_have_no_import_cycles() -> None:
    imports = module_imports()
    packages = {name for name in imports if any(other.startswith(f"{name}.") for other in imports)}
    plain = {name: entered - packages for name, entered in imports.items() if name not in packages}
    assert not cycle_in(plain), " → ".join(cycle_in(plain))


def test_every_module_of_web_is_in_a_folder() -> None:
    known = {"__init__", *WEB_FOLDERS, *ABOVE_THE_FOLDERS}
    assert {web_folder_of(name_of(path)) for path in modules_of("web")} == known


def test_web_folders_import_only_folders_to_their_left() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules_of("web")
        for name in imports_of(path)
        if name.startswith(f"{PACKAGE}.web.")
        and web_rank(name.split(".")[2]) > web_rank(web_folder_of(name_of(path)))
    ]
    assert not wrong


def web_folder_of(name: str) -> str:
    """Return the folder of web/ that a file is in; its own name if it is above the folders."""
    return name.split("/")[2].removesuffix(".py")


def web_rank(folder: str) -> int:
    """Return how far to the right a folder of web/ is."""
    return WEB_FOLDERS.index(folder) if folder in WEB_FOLDERS else len(WEB_FOLDERS)


def test_import_cycle_is_detected() -> None:
    assert cycle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert cycle_in({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def module_imports() -> dict[str, set[str]]:
    """Return what each module of the package imports of the others, by dotted names."""
    dotted = {dotted_name(path): path for path in modules()}
    imports: dict[str, set[str]] = {}
    for name, path in dotted.items():
        wanted = {
            imported for full in imports_of(path) for imported in (full, full.rpartition(".")[0])
        }
        imports[name] = {imported for imported in wanted if imported in dotted and imported != name}
    return imports


def dotted_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def cycle_in(imports: dict[str, set[str]]) -> list[str]:
    """Return a cycle of imports; empty if there is no cycle."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for further in sorted(imports.get(name, ())):
            cycle = walk(further, [*way, name])
            if cycle:
                return cycle
        done.add(name)
        return []

    return next((cycle for name in sorted(imports) if (cycle := walk(name, []))), [])
