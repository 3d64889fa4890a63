"""Installs and starts real PostgreSQL servers for the tests.

With `--install` the command installs PostgreSQL; without, it prints what it found. Every test run
has its own servers, with their own ports and folders, shared by all of its processes.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Pool, event

from kalooki_ref.store.tables import db
from tests.debian import install, may_install
from tests.server import free_port

PACKAGES = ("postgresql",)
PROGRAMS = ("initdb", "pg_ctl", "postgres")
# Where Debian installs the programs of each PostgreSQL version.
PLACES = "usr/lib/postgresql/*/bin"
# User for PostgreSQL if the tests run as root, as which it refuses to start.
OWNER = "postgres"
# Environment variable with the folder of this run's servers.
FOLDER = "KALOOKI_TEST_SERVERS"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "300",
    "shared_buffers": "64MB",
    "autovacuum": "off",
}
MISSING = "No PostgreSQL was found for the tests. Install it, or run `make databases`."


def program(name: str) -> str | None:
    """Return the path of a PostgreSQL program: on PATH, or in Debian's folder."""
    kept = sorted(map(str, Path("/").glob(PLACES)), reverse=True)
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *kept]))


def are_installed() -> bool:
    return all(program(name) for name in PROGRAMS)


def run(name: str, *arguments: str, owner: str | None = None) -> None:
    """Run a PostgreSQL program; raises RuntimeError with its output."""
    command = [
        *(["runuser", "-u", owner, "--"] if owner else []),
        program(name) or name,
        *arguments,
    ]
    with tempfile.TemporaryFile("w+") as output:  # the started server would keep a pipe open
        done = subprocess.run(command, stdout=output, stderr=output, check=False, cwd="/")
        output.seek(0)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}:\n{output.read()}")


@dataclass(frozen=True, slots=True)
class Postgres:
    """A PostgreSQL server: its folder and its port."""

    folder: Path
    port: int

    @classmethod
    def made(cls, folder: Path) -> "Postgres":
        """Create a server with one superuser, and start it."""
        folder.mkdir(parents=True)
        server = cls(folder, free_port())
        if server.owner:
            shutil.chown(folder, server.owner)
        server.do("initdb", "--no-sync", "--auth=trust", "--username=kalooki", "--encoding=UTF8",
                  "--locale=C")  # fmt: skip
        server.start()
        return server

    @property
    def owner(self) -> str | None:
        return OWNER if os.geteuid() == 0 else None

    def do(self, name: str, *arguments: str) -> None:
        run(name, *arguments, f"--pgdata={self.folder}/data", owner=self.owner)

    def start(self) -> None:
        """Start it and wait until it accepts connections."""
        given = SETTINGS | {"port": str(self.port), "unix_socket_directories": str(self.folder)}
        options = " ".join(f"-c {name}={value}" for name, value in given.items())
        self.do("pg_ctl", "start", "--wait", f"--log={self.folder}/log", f"--options={options}")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it in one of pg_ctl's modes; by default at once, like a crash."""
        self.do("pg_ctl", "stop", f"--mode={mode}")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://kalooki@127.0.0.1:{self.port}/{database}"

    def sql(self, *statements: str, database: str = "postgres") -> None:
        with closing(psycopg.connect(self.url(database), autocommit=True)) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def new_database(self, name: str) -> str:
        """Create a database, replacing one of this name; return its URL."""
        self.sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}")
        return self.url(name)


def empty(url: str) -> None:
    """Delete all rows of a database, which may have no tables yet."""
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        made = connection.execute("SELECT to_regclass('game')").fetchone() != (None,)
        for table in reversed(db.metadata.sorted_tables) if made else ():
            connection.execute(f"DELETE FROM {table.name}".encode())


@contextmanager
def connections_closed() -> Iterator[None]:
    """Context: close all connections that apps open meanwhile."""
    opened: list[Any] = []

    def note(connection: Any, _record: Any) -> None:
        opened.append(connection)

    event.listen(Pool, "connect", note)
    yield
    event.remove(Pool, "connect", note)
    for connection in opened:
        connection.close()


def folder_of_this_run() -> Path:
    return Path(os.environ[FOLDER])


@contextmanager
def one_at_a_time() -> Iterator[None]:
    import fcntl  # missing on Windows, where these tests are skipped

    with (folder_of_this_run() / "lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def shared_postgres() -> Postgres:
    """Return the server shared by all processes of this run, starting it if needed."""
    folder = folder_of_this_run() / "postgres"
    with one_at_a_time():
        if not folder.exists():
            (folder_of_this_run() / "port").write_text(str(Postgres.made(folder).port), "utf-8")
    return Postgres(folder, int((folder_of_this_run() / "port").read_text("utf-8")))


def begin_run() -> None:
    """Create this run's folder for servers, readable by the user who runs them."""
    folder = Path(tempfile.mkdtemp(prefix="kalooki-servers-"))
    folder.chmod(0o755)
    os.environ[FOLDER] = str(folder)


def end_run() -> None:
    """Stop this run's servers and delete their folder."""
    folder = folder_of_this_run()
    if (folder / "port").exists():
        with suppress(RuntimeError):
            shared_postgres().stop()
    shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    if not are_installed() and "--install" in sys.argv and may_install():
        install(*PACKAGES)
    print("\n".join(map(str, map(program, PROGRAMS))) if are_installed() else MISSING)


if __name__ == "__main__":
    main()
