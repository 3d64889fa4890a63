"""`make release TAG=v0.4.0`: builds the files of a release in dist/release/.

The files are the wheel, the sdist, the pocket as a zip, and NOTES.md with the newest section of the
changelog. Refuses a tag that differs from the version in pyproject.toml, or has no section in
CHANGELOG.md.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "dist" / "release"
POCKET = ROOT / "dist" / "pocket"


class ReleaseError(Exception):
    """The checkout is not ready for a release; the message says what to do."""


def version() -> str:
    """Return the version in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def notes(number: str, changelog: str) -> str:
    """Return a version's section of the changelog; raises ReleaseError if there is none."""
    section = re.search(rf"^## {re.escape(number)}\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if section is None or not section[1].strip():
        raise ReleaseError(f"CHANGELOG.md has no section {number}. Write one for players.")
    return section[1].strip() + "\n"


def check_tag(tag: str, number: str) -> None:
    """Raise ReleaseError unless the tag is the version with a v in front."""
    if tag != f"v{number}":
        raise ReleaseError(f"The tag is {tag}, but pyproject.toml says {number}.")


def build(number: str) -> None:
    """Build wheel and sdist, and zip dist/pocket/."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-d", str(FOLDER))
    shutil.make_archive(str(FOLDER / f"kalooki-ref-pocket-{number}"), "zip", POCKET)


def run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def main() -> None:
    number = version()
    try:
        check_tag(sys.argv[1] if len(sys.argv) > 1 else f"v{number}", number)
        text = notes(number, (ROOT / "CHANGELOG.md").read_text("utf-8"))
    except ReleaseError as error:
        raise SystemExit(str(error)) from None
    build(number)
    (FOLDER / "NOTES.md").write_text(text, "utf-8")
    for file in sorted(FOLDER.iterdir()):
        print(f"{file.stat().st_size:>10,}  {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
