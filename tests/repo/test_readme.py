"""Examples, tables and pictures in README and docs are up to date."""

import json
import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from kalooki_ref import create_app
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from tests.repo.source import ROOT
from tests.server import COMMAND

README = (ROOT / "README.md").read_text("utf-8")
DOCS = {path: path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md")}
API = (ROOT / "docs" / "api.md").read_text("utf-8")
MOST_BYTES = 2_500_000
MOST_LINES = 120


@dataclass(frozen=True, slots=True)
class Example:
    """A command after "$ ", and its documented output."""

    words: tuple[str, ...]
    printed: str

    @property
    def piped(self) -> str:
        """The input from `echo`, if any."""
        return self.words[1] if self.words[0] == "echo" else ""

    @property
    def arguments(self) -> tuple[str, ...]:
        return self.words[self.words.index("kalooki-ref") + 1 :]


def examples() -> list[Example]:
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", API, re.MULTILINE | re.DOTALL):
        command, _, printed = block.removeprefix("$ ").partition("\n")
        found.append(Example(tuple(shlex.split(command)), printed))
    return found


TYPED = [example for example in examples() if "kalooki-ref" in example.words]
POSTED = [example for example in examples() if example.words[0] == "curl"]


def same(printed: str, shown: str) -> bool:
    """Return whether output equals the documented one, where JSON may be wrapped."""
    if shown.startswith("{"):
        return bool(json.loads(printed) == json.loads(shown))
    return printed == shown


def test_there_are_examples() -> None:
    assert len(TYPED) >= 4
    assert POSTED


@pytest.mark.parametrize("example", TYPED, ids=lambda example: example.arguments[0])
def test_command_prints_the_documented_output(example: Example, tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, *example.arguments],
        input=example.piped,
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert same(done.stdout, example.printed), done.stdout + done.stderr
    assert done.returncode == int(done.stdout.startswith("Not legal"))


@pytest.mark.parametrize(
    "example", POSTED, ids=lambda example: example.words[-1].rpartition("/")[2]
)
def test_request_returns_the_documented_response(example: Example, tmp_path: Path) -> None:
    client = create_app({"INSTANCE": str(tmp_path)}).test_client()
    body = example.words[example.words.index("-d") + 1]
    path = re.sub(r"^http://[^/]+", "", example.words[-1])
    answer = client.post(path, data=body, content_type="application/json")
    assert answer.status_code == 200
    assert same(answer.text, example.printed), answer.text


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_readme_table_matches_the_systems(system: RuleSystem) -> None:
    (row,) = re.findall(rf"^\| \*\*{system.name.split(' Kalooki')[0]}\*\* \|.*$", README, re.M)
    cells = row.split("|")
    assert cells[2].strip() == f"{system.min_players}–{system.max_players}"
    pack = system.pack_for(2)
    assert {str(pack.jokers), "one" if not system.packs else str(system.packs)} <= set(
        re.findall(r"\d+|one", cells[3])
    )
    assert str(system.max_calls or ("none" if not system.calling else "no limit")) in cells[5]


def test_readme_stays_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


def test_every_picture_is_used_and_every_one_used_exists() -> None:
    used = {ROOT / name for name in re.findall(r'src="([\w/.-]+)"', README)}
    for path, text in DOCS.items():
        used |= {path.parent / name for name in re.findall(r'src="([\w/.-]+)"', text)}
    assert used == set(ROOT.glob("docs/screenshots/*"))


def test_every_picture_has_a_text_alternative() -> None:
    pictures = [tag for text in (README, *DOCS.values()) for tag in re.findall(r"<img[^>]*>", text)]
    assert all(re.search(r'alt="[^"]{20,}"', tag) for tag in pictures)


def test_pictures_stay_small() -> None:
    assert sum(path.stat().st_size for path in ROOT.glob("docs/screenshots/*")) <= MOST_BYTES
