"""`make check-deploy`: validates the files in `deploy/` with systemd, Caddy and the compose schema.

systemd checks the unit and its sandboxing. Caddy checks its file, then proxies the app: pages pass,
metrics don't. Missing programs are installed, on Debian and as root. Containers aren't tested.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.debian import install, may_install
from tests.server import COMMAND, HOST, Server, fetch, free_port, running

DEPLOY = Path(__file__).parents[1] / "deploy"
PACKAGES = {"systemd-analyze": "systemd", "caddy": "caddy"}
# The command of the unit; systemd rejects a missing one.
INSTALLED = "/opt/kalooki-ref/bin/kalooki-ref"
# Maximum exposure level out of 100; a unit without sandboxing has 96.
MOST_EXPOSED = "20"
START_SECONDS = 10.0
CADDY = ("--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile")


def run(*command: str, **environ: str) -> None:
    """Run a command; raises RuntimeError with its output."""
    done = subprocess.run(
        command, env={**os.environ, **environ}, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")


def check_unit() -> None:
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / "kalooki-ref.service"
        text = (DEPLOY / unit.name).read_text("utf-8")
        unit.write_text(text.replace(INSTALLED, COMMAND[0]), "utf-8")
        run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit))
        run("systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}",
            str(unit))  # fmt: skip


def check_compose_file() -> None:
    command = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec")
    run(*command, str(DEPLOY / "compose.yaml"))


def check_caddyfile() -> None:
    run("caddy", "validate", *CADDY, SITE="kalooki.example", APP="localhost:5040")


@contextlib.contextmanager
def caddy_before(app: Server, folder: Path) -> Iterator[str]:
    """Context: run Caddy in front of an app; gives the URL of the site."""
    site = f"http://{HOST}:{free_port()}"
    install_missing("caddy")
    own = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    named = {"SITE": site, "APP": app.url.removeprefix("http://"), **own}
    caddy = subprocess.Popen(
        ["caddy", "run", *CADDY], env={**os.environ, **named}, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + START_SECONDS
        while status_of(f"{site}/healthz") != 200:
            if time.monotonic() > until:
                raise RuntimeError("No page came through Caddy.")
            time.sleep(0.05)
        yield site
    finally:
        caddy.terminate()
        caddy.wait()


def check_caddy_before_the_app() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "club", KALOOKI_METRICS="true") as app,
        caddy_before(app, Path(folder)) as site,
    ):
        if status_of(f"{site}/metrics") != 404:
            raise RuntimeError("Caddy passed the metrics on.")


def install_missing(*programs: str) -> None:
    missing = [PACKAGES[name] for name in programs if shutil.which(name) is None]
    if missing and may_install():
        install(*missing)


def status_of(url: str) -> int:
    """Return the status of a page; 0 if there is no response."""
    try:
        return fetch(url)[0]
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return 0


CHECKS: dict[str, Callable[[], None]] = {
    "the unit, by systemd": check_unit,
    "the compose file, by its schema": check_compose_file,
    "the Caddyfile, by Caddy": check_caddyfile,
    "Caddy in front of the app": check_caddy_before_the_app,
}


def main() -> int:
    """Run all checks; return 1 if one fails."""
    install_missing(*PACKAGES)
    failed = 0
    for what, check in CHECKS.items():
        try:
            check()
        except (OSError, RuntimeError) as error:
            failed += 1
            print(f"failed  {what}: {error}")
        else:
            print(f"holds   {what}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
