"""Installs Debian packages for the tests, on Debian and as root."""

import os
import shutil
import subprocess
from pathlib import Path

# No questions, and no services started.
QUIET = {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}


def may_install() -> bool:
    return is_debian() and os.geteuid() == 0 and shutil.which("apt-get") is not None


def is_debian() -> bool:
    release = Path("/etc/os-release")
    return release.is_file() and "ID=debian" in release.read_text("utf-8").splitlines()


def install(*packages: str) -> None:
    """Install packages; update the package list only if they aren't found."""
    print("Installing for the tests:", *packages, flush=True)
    if not apt_get("install", "--yes", *packages, stderr=subprocess.DEVNULL):
        apt_get("update")
        apt_get("install", "--yes", *packages)


def apt_get(*arguments: str, stderr: int | None = None) -> bool:
    done = subprocess.run(
        ["apt-get", "-qq", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        env=os.environ | QUIET,
        check=False,
    )
    return done.returncode == 0
