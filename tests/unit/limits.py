"""`python -m tests.unit.limits`: writes limits.txt, every number the app is bounded by, again.

How much is read, kept, shown or waited for, room by room. A number that is changed on purpose
changes a line there: run the command, and read what git says is different.
"""

import importlib
import pkgutil
import re
from enum import Enum
from pathlib import Path
from types import ModuleType

import kalooki_ref.store
import kalooki_ref.web

PATH = Path(__file__).with_name("limits.txt")
ROOMS = (kalooki_ref.store, kalooki_ref.web)


def limits() -> list[str]:
    """Return `module NAME = value` for every constant that is a number, or holds numbers alone."""
    return [
        f"{module.__name__.removeprefix('kalooki_ref.')} {name} = {value!r}"
        for module in modules()
        for name, value in sorted(vars(module).items())
        if name.isupper() and is_limit(value) and is_set_in(name, module)
    ]


def modules() -> list[ModuleType]:
    names = [
        one.name
        for room in ROOMS
        for one in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
        if ".migrations" not in one.name
    ]
    return [importlib.import_module(name) for name in sorted(names)]


def is_set_in(name: str, module: ModuleType) -> bool:
    source = Path(module.__file__ or "").read_text("utf-8")
    return re.search(rf"^(\w+, )*{name}\b", source, re.MULTILINE) is not None


def is_limit(value: object) -> bool:
    if isinstance(value, dict):
        return bool(value) and all(map(is_limit, value.values()))
    return isinstance(value, int | float) and not isinstance(value, bool | Enum)


if __name__ == "__main__":
    PATH.write_text("".join(f"{line}\n" for line in limits()), "utf-8")
