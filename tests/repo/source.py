"""The repository's source: files, packages, and imports of each module."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = "kalooki_ref"
# Layers from left to right: each may import itself and those before it.
PURE_LAYERS = (
    "cards", "decoding", "plain", "typed_numbers", "rules", "referee", "practice", "game",
    "records",
)  # fmt: skip
LAYERS = (*PURE_LAYERS, "store", "words", "server", "api", "web")
# Folders of web/ in the same order, and the modules above them, which know every page.
WEB_FOLDERS = (
    "shared", "results", "circles", "start", "copies", "house", "rulings", "learn", "table",
    "phones",
)  # fmt: skip
ABOVE_THE_FOLDERS = ("design", "page_check")
# Entry points: they may import every layer, and no layer imports them.
ENTRY_POINTS = ("__init__", "__main__", "app", "cli", "pocket", "translations")


@cache
def tracked() -> tuple[Path, ...]:
    """Return every file that is tracked, or untracked and not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8"
    ).stdout
    paths = (ROOT / name for name in sorted(set(listed.split("\0"))) if name)
    return tuple(path for path in paths if path.is_file())


def own_files(*folders: str) -> tuple[Path, ...]:
    """Return the tracked files under these folders that we wrote ourselves."""
    return tuple(
        path
        for path in tracked()
        if path.relative_to(ROOT).parts[0] in folders and "vendor" not in path.parts
    )


def modules() -> tuple[Path, ...]:
    return tuple(path for path in own_files(PACKAGE) if path.suffix == ".py")


def modules_of(*layers: str) -> tuple[Path, ...]:
    return tuple(path for path in modules() if layer_of(path) in layers)


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT / PACKAGE).parts[0].removesuffix(".py")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports_of(path: Path) -> Iterator[str]:
    """Yield every imported name in full, such as `kalooki_ref.cards.Card`."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = origin_of(node, path)
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def origin_of(node: ast.ImportFrom, path: Path) -> str:
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])
