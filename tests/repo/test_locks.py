"""The lock files pin every package with hashes, and agree with what the project declares."""

import re
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest

from tests.repo.source import PACKAGE, ROOT, imports_of, modules

RUN_LOCK = ROOT / "requirements.lock"
SCALE_LOCK = ROOT / "requirements-scale.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
BENCH_LOCK = ROOT / "requirements-bench.lock"
POCKET_LOCK = ROOT / "requirements-pocket.lock"
MUTATION_LOCK = ROOT / "requirements-mutation.lock"
LOCKS = pytest.mark.parametrize(
    "lock",
    [RUN_LOCK, SCALE_LOCK, DEV_LOCK, BENCH_LOCK, POCKET_LOCK, MUTATION_LOCK],
    ids=["run", "scale", "dev", "bench", "pocket", "mutation"],
)
PIN = re.compile(r"^([a-z0-9][a-z0-9.-]*)(?:\[[a-z,]+\])?==(\S+)", re.MULTILINE)
# Dependencies of Flask and its extensions that belong to their public API.
BROUGHT_ALONG = {"alembic", "babel", "click", "itsdangerous", "jinja2", "markupsafe", "werkzeug"}

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def pins(lock: Path) -> set[tuple[str, str]]:
    return set(PIN.findall(lock.read_text("utf-8")))


def declared(*groups: str) -> set[str]:
    """Return the dependencies of the app and of these groups or extras."""
    lists = PROJECT["dependency-groups"] | PROJECT["project"]["optional-dependencies"]
    names = chain(PROJECT["project"]["dependencies"], *(lists[group] for group in groups))
    return {re.split(r"[<>=\[;]", name)[0] for name in names}


@LOCKS
def test_every_pin_has_hashes(lock: Path) -> None:
    blocks = re.split(r"\n(?=[a-z])", lock.read_text("utf-8"))[1:]
    assert blocks
    assert not [block.split()[0] for block in blocks if "--hash=sha256:" not in block]


@LOCKS
def test_locks_name_no_index(lock: Path) -> None:
    assert not re.search(r"://|--index|--find-links|--extra", lock.read_text("utf-8"))


def test_run_lock_has_all_dependencies() -> None:
    assert declared() <= {name for name, _ in pins(RUN_LOCK)}


def test_scale_lock_has_its_extra() -> None:
    assert declared("scale") <= {name for name, _ in pins(SCALE_LOCK)}


def test_each_lock_is_a_subset_of_the_next() -> None:
    assert pins(RUN_LOCK) <= pins(SCALE_LOCK) <= pins(DEV_LOCK)


def test_locks_of_one_checkout_agree() -> None:
    names = {name for name, _ in pins(DEV_LOCK)}
    shared = {pin for pin in pins(BENCH_LOCK) if pin[0] in names}
    assert shared
    assert shared <= pins(DEV_LOCK)


def test_imports_are_declared() -> None:
    tops = {name.split(".")[0] for path in modules() for name in imports_of(path)}
    origins = packages_distributions()
    used = {origins[top][0].lower().replace("_", "-") for top in tops if top in origins}
    assert used - {PACKAGE.replace("_", "-")} - BROUGHT_ALONG <= declared("pocket", "scale")
