"""What the README promises is what the commands do."""

import re

from tests.repo.source import ROOT

README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
CI = (ROOT / ".ci" / "run").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
WIRING = {"app", "config", "design", "server", "wsgi", "stream_hub"}
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


def test_the_two_commands_stand_first() -> None:
    first = README.split("```")[1].strip().splitlines()
    assert [line.split("#")[0].strip() for line in first] == ["make run", "make test"]


def test_the_integration_runs_what_the_readme_names() -> None:
    assert re.search(r"^make .*\blint\b.*\btypes\b.*\btest\b", CI, re.MULTILINE)


def test_every_command_named_exists() -> None:
    named = set(re.findall(r"`make ([a-z]+)", README + CONTRIBUTING))
    assert named <= TARGETS


def test_every_file_linked_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README + CONTRIBUTING)
    assert not [link for link in links if not (ROOT / link).exists()]


def test_every_folder_named_in_contributing_exists() -> None:
    named = re.findall(r"`((?:kalooki_ref|templates|static|tests|bench)/[\w/.]*)`", CONTRIBUTING)
    assert named
    assert not [name for name in named if not (ROOT / name).exists()]


def test_the_picture_of_the_house_names_every_subject() -> None:
    picture = CONTRIBUTING.split("```")[1]
    web = [path for path in (ROOT / "kalooki_ref" / "web").iterdir() if path.suffix in ("", ".py")]
    subjects = {path.stem for path in web if not path.stem.startswith("__")} - WIRING
    assert subjects == set(re.findall(r"\w+", picture)) & subjects


def test_every_benchmark_is_listed_and_every_one_listed_exists() -> None:
    commands = [path for path in (ROOT / "bench").glob("*.py") if "__main__" in path.read_text()]
    listed = set(re.findall(r"`python (bench/\w+\.py)`", CONTRIBUTING))
    assert listed == {f"bench/{path.name}" for path in commands}
