"""The output of `make pocket`: pinned files, digests, licences."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from kalooki_ref.pocket import build
from kalooki_ref.pocket.build.__main__ import packs
from kalooki_ref.pocket.build.sources import closure
from kalooki_ref.words.language import LANGUAGES
from tests.repo.source import ROOT

pytestmark = pytest.mark.share(of=1)

LOCK = Path(build.__file__).with_name("package-lock.json")


def listed(pocket: Path) -> dict[str, dict[str, object]]:
    text = (pocket / "worker" / "build.js").read_text("utf-8")
    files: dict[str, dict[str, object]] = json.loads(text[text.index("{") : -2])["files"]
    return files


def test_runtime_is_pinned_by_hash() -> None:
    packages = json.loads(LOCK.read_text("utf-8"))["packages"]
    assert all(
        package["integrity"].startswith("sha512-") for name, package in packages.items() if name
    )


def test_every_file_has_a_digest(pocket: Path) -> None:
    for entry in listed(pocket).values():
        body = (pocket / str(entry["address"])).read_bytes()
        assert len(body) == entry["bytes"]
        assert hashlib.sha256(body).hexdigest() == entry["sha256"]


def test_start_page_uses_the_apps_fonts(pocket: Path) -> None:
    tokens = (ROOT / "static" / "css" / "10-tokens.css").read_text("utf-8")
    start = (pocket / "start" / "start.css").read_text("utf-8")
    faces = re.findall(r"--(?:sans|serif): (.+);", tokens)
    assert len(faces) == 2
    assert all(face in start for face in faces)


def test_storage_required_by_an_update(pocket: Path) -> None:
    files = (pocket / "worker" / "files.js").read_text("utf-8")
    room = int(re.findall(r"ROOM = ([\d_]+)", files)[0])
    unpacked = sum(packed.with_suffix("").stat().st_size for packed in packs())
    assert unpacked < room < 2 * unpacked


def test_everything_shipped_is_listed_with_its_licence(pocket: Path) -> None:
    parts = (pocket / "licences.txt").read_text("utf-8").split("-" * 72)
    policy = {part.split()[0].lower().replace("_", "-"): part for part in parts}
    shipped = {"kalooki-ref", "fzstd", "pyodide", *closure()}
    assert {name.replace("_", "-") for name in shipped} == policy.keys()
    for name, part in policy.items():
        assert re.search("licen[cs]e|permission|redistribution", part, re.IGNORECASE), name


def test_start_page_is_translated() -> None:
    start = Path(build.__file__).parents[1] / "site" / "start"
    sentences = re.findall(r"(?:say|fail)\('([^']+)'|^  [a-z]+: '([^']+)'",
                           (start / "start.js").read_text("utf-8"), re.MULTILINE)  # fmt: skip
    sentences = [said or failed for said, failed in sentences]
    translated = re.findall(r"^  '([^']+)':", (start / "words.js").read_text("utf-8"), re.MULTILINE)
    assert len(set(sentences)) == 16
    for sentence in sentences:
        assert translated.count(sentence) == len(LANGUAGES) - 1, sentence
