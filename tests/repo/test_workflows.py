"""CI workflows match their schema and use existing commands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repo.source import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.dependabot": [ROOT / ".github/dependabot.yml"],
}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_workflows_match_their_schema(schema: str) -> None:
    command = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema)
    done = subprocess.run(
        [*command, *SCHEMAS[schema]], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_commands_exist(workflow: Path) -> None:
    text = workflow.read_text("utf-8")
    targets = set(re.findall(r"run: make (\S+)", text))
    assert targets <= set(re.findall(r"^([\w-]+):", MAKEFILE, re.MULTILINE))
    scripts = re.findall(r"python (\S+\.py)", text)
    assert all((ROOT / script).is_file() for script in scripts)


def test_every_supported_python_is_tested() -> None:
    tests = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    assert re.findall(r'"(3\.\d+)"', tests.partition("smoke:")[0]) == [
        "3.11",
        "3.12",
        "3.13",
        "3.14",
    ]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_hash(workflow: Path) -> None:
    used = re.findall(r"uses: (\S+)(.*)", workflow.read_text("utf-8"))
    assert all(
        re.search(r"@[0-9a-f]{40}$", action) and re.fullmatch(r" # v[\d.]+", version)
        for action, version in used
    )


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_jobs_that_publish_build_nothing(workflow: Path) -> None:
    """A package that builds something could use their permissions."""
    jobs = re.split(r"\n  (?=\w+:\n    )", workflow.read_text("utf-8").partition("\njobs:")[2])
    publishing = [job for job in jobs if ": write" in job]
    assert not any(re.search(r"checkout|setup-|make |pip|python", job) for job in publishing)
    assert publishing or "publish" not in workflow.read_text("utf-8")


@pytest.mark.parametrize("name", ["release", "weekly"])
def test_tests_that_rest_in_a_commit_run_elsewhere(name: str) -> None:
    workflow = (ROOT / f".github/workflows/{name}.yml").read_text("utf-8")
    steps = re.split(r"\n      - ", workflow)
    assert any("run: make check" in step and 'KALOOKI_WHOLE: "1"' in step for step in steps)
