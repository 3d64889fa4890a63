"""`deploy/release.py`: tag, version and changelog have to agree."""

import runpy
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests.repo.source import ROOT

SCRIPT = ROOT / "deploy/release.py"
CHANGELOG = "# Changelog\n\n## 0.2.0\n\nNew.\n\n- A thing.\n\n## 0.1.0\n\nFirst.\n"
release = SimpleNamespace(**runpy.run_path(str(SCRIPT)))


def test_another_tag_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "v99.0.0"], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    assert done.stderr == f"The tag is v99.0.0, but pyproject.toml says {release.version()}.\n"


def test_notes_are_the_changelog_section() -> None:
    assert release.notes("0.2.0", CHANGELOG) == "New.\n\n- A thing.\n"
    assert release.notes("0.1.0", CHANGELOG) == "First.\n"


def test_version_without_a_section_is_refused() -> None:
    with pytest.raises(release.ReleaseError, match=r"no section 0\.3\.0"):
        release.notes("0.3.0", CHANGELOG)
