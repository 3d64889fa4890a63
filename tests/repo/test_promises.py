"""Commands, links and names in README and docs exist."""

import re
from typing import Any

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.cli import make_parser
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.systems import system_of
from tests.repo.source import ROOT, WEB_FOLDERS

README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
CI = (ROOT / ".ci" / "run").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
CHANGING = (ROOT / "docs" / "changing.md").read_text("utf-8")
TESTING = (ROOT / "docs" / "testing.md").read_text("utf-8")
ONE_SCREEN = 75
PAGES = {
    path: path.read_text("utf-8")
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob(".github/**/*.md"))
}
PARSER = make_parser()
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


def test_readme_starts_with_the_two_commands() -> None:
    first = README.split("```")[1].strip().splitlines()
    assert [line.split("#")[0].strip() for line in first] == ["make run", "make test"]


def test_ci_runs_the_documented_commands() -> None:
    assert re.search(r"^make .*\blint\b.*\btypes\b", CI, re.MULTILINE)
    assert re.search(r"^make .*\btest\b", CI, re.MULTILINE)


def test_every_make_command_named_exists() -> None:
    named = set(re.findall(r"`make ([a-z-]+)", "\n".join(PAGES.values())))
    assert named <= TARGETS


def test_every_subcommand_named_exists() -> None:
    named = set(re.findall(r"kalooki-ref ([a-z]{4,})\b", "\n".join(PAGES.values())))
    assert named >= {"serve", "demo", "backup", "audit"}
    for name in named:
        with pytest.raises(SystemExit) as stopped:
            PARSER.parse_args([name, "--help"])
        assert stopped.value.code == 0, name


def test_every_link_leads_to_a_file() -> None:
    for path, text in PAGES.items():
        links = re.findall(r"\]\(([^)#:]+)\)", text)
        assert not [link for link in links if not (path.parent / link).exists()], path


def test_contributing_fits_on_one_screen() -> None:
    assert len(CONTRIBUTING.splitlines()) <= ONE_SCREEN


def test_every_folder_named_for_contributors_exists() -> None:
    text = CONTRIBUTING + CHANGING + TESTING
    named = re.findall(r"`((?:kalooki_ref|templates|static|tests|bench)/[\w/.]*)`", text)
    assert named
    assert not [name for name in named if not (ROOT / name).exists()]


def test_folders_of_web_are_listed_in_their_order() -> None:
    (picture,) = (block for block in CONTRIBUTING.split("```") if "cards ← rules" in block)
    web = picture[picture.index("web/        ") : picture.index("cli/        ")]
    assert re.findall(r"^ {12}(\w+) {2,}", web, re.MULTILINE) == [*WEB_FOLDERS]


def test_every_benchmark_is_listed_and_every_one_listed_exists() -> None:
    commands = [
        path for path in (ROOT / "bench").glob("*.py") if "__main__" in path.read_text("utf-8")
    ]
    listed = set(re.findall(r"`python (bench/\w+\.py)`", TESTING))
    assert listed == {f"bench/{path.name}" for path in commands}


def test_example_shown_to_contributors_passes() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {
        known.__name__: known
        for known in (Code, Meld, MeldKind, judge_meld, parse_cards, system_of)
    }
    exec(example, names)
    names["test_standard_4_5_jokers_side_by_side"]()
