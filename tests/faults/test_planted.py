"""Every planted fault applies once, and is a mistake that only a test can find."""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from jinja2 import Environment

from tests.faults.planted import PLANTED, ROOT, Planted

# Syntax errors and undefined names, which would fail any test that imports the module.
UNRUNNABLE = "E9,F821,F822,F823"


def files_of(place: Path) -> Iterable[Path]:
    return place.rglob("test_*.py") if place.is_dir() else [place]


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.name)
def test_planted_text_occurs_once_and_its_tests_exist(fault: Planted) -> None:
    assert (ROOT / fault.path).read_text("utf-8").count(fault.right) == 1
    assert fault.right != fault.wrong
    names, _, selected = fault.tests.partition(" -k ")
    assert all((ROOT / name).exists() for name in names.split())
    files = [file for name in names.split() for file in files_of(ROOT / name)]
    text = "".join(file.read_text("utf-8") for file in files).lower()
    words = set(re.findall(r"\w+", selected)) - {"and", "or", "not"}
    assert all(word in text for word in words)


@pytest.mark.parametrize(
    "fault",
    [fault for fault in PLANTED if fault.path.endswith(".py")],
    ids=lambda fault: fault.name,
)
def test_planted_module_runs(fault: Planted) -> None:
    planted = (ROOT / fault.path).read_text("utf-8").replace(fault.right, fault.wrong)
    compile(planted, fault.path, "exec")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", UNRUNNABLE, "-"]
    checked = subprocess.run(
        command, input=planted, capture_output=True, encoding="utf-8", check=False
    )
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    "fault",
    [fault for fault in PLANTED if fault.path.endswith(".html")],
    ids=lambda fault: fault.name,
)
def test_planted_template_parses(fault: Planted) -> None:
    planted = (ROOT / fault.path).read_text("utf-8").replace(fault.right, fault.wrong)
    Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(planted)
