"""Selects what goes into the build: our own source and its dependencies, without unused parts."""

import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import kalooki_ref
from kalooki_ref.pocket.build.babel_data import stripped

PACKAGE = Path(kalooki_ref.__file__).parent
PROJECT = PACKAGE.parent

# In a pack that is loaded only to migrate a database of an older version.
UPGRADE_ONLY = ("alembic", "mako")
SERVER_ONLY = ("a2wsgi", "flask-limiter", "greenlet", "h11", "limits", "msgspec", "uvicorn")
NEVER_USED = re.compile(
    r"""
      .*\.(so|pyd|c|pyx|pxd|pyi|po|pot|typed|css|html)$
    | .*/(tests?|testing)/
    | babel/messages/(frontend|extract|checkers|jslexer|setuptools_frontend)
    | babel/locale-data/(?!(root|en|en_GB|en_US|it|es)\.dat)
    | sqlalchemy/dialects/(mysql|postgresql|mssql|oracle)
    | sqlalchemy/connectors/(?!asyncio|__init__)
    | sqlalchemy/ext/(?!__init__|compiler)
    | click/(_termui_impl|_winconsole|shell_completion)
    | alembic/(templates|testing)/
    | click/testing | flask/testing
    | werkzeug/(debug|testapp|middleware/(?!__init__|proxy_fix))
    | wtforms/locale/(?!(en|it|es)/)
    | tzdata/(zones$|zoneinfo/(leapseconds$|.*\.(tab|zi)$))
    | segno/(cli|__main__)
    """,
    re.VERBOSE,
)
# SQLAlchemy imports these by name, but they serve other databases; replaced by empty modules.
EMPTIED = re.compile(
    r"(alembic/ddl/(mssql|mysql|oracle|postgresql)|sqlalchemy/dialects/sqlite/(aio|pysqlcipher)\w*)\.py"
)
# Parts of our own source that are left out.
OWN_PARTS = (
    "api",
    "cli",
    "pocket/build",
    "pocket/site",
    "pocket/static",
    "server/bodies.py",
    "server/connections.py",
    "server/http_server.py",
)


def stage(folder: Path) -> None:
    """Write the trees `app` and `upgrade` into this folder."""
    copy_own(folder / "app")
    for name in closure():
        copy_distribution(name, folder / ("upgrade" if name in UPGRADE_ONLY else "app"))
    migrations = folder / "app" / "kalooki_ref" / "store" / "migrations"
    target = folder / "upgrade" / "kalooki_ref" / "store" / "migrations"
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(migrations, target)
    prepare(folder / "app")


def copy_own(folder: Path) -> None:
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if path.is_file() and "__pycache__" not in path.parts and not name.startswith(OWN_PARTS):
            copy(path, folder / "kalooki_ref" / name)
    for static in (PROJECT / "static", PACKAGE / "pocket" / "static"):
        shutil.copytree(static, folder / "static", dirs_exist_ok=True)
    copy(PROJECT / "CHANGELOG.md", folder / "CHANGELOG.md")


def copy_distribution(name: str, folder: Path) -> None:
    for file in distribution(name).files or ():
        path = str(file)
        inside = (
            not path.startswith("..") and ".dist-info/" not in path and "__pycache__" not in path
        )
        if inside and EMPTIED.match(path):
            (folder / path).touch()
        elif inside and not NEVER_USED.match(path):
            copy(Path(file.locate()), folder / path)


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    body = source.read_bytes()
    target.write_bytes(stripped(body) if source.suffix == ".dat" else body)


def closure() -> list[str]:
    """Return the names of our dependencies, direct and indirect."""
    found: dict[str, None] = {}
    waiting = list(requirements(distribution("kalooki-ref")))
    while waiting:
        one = waiting.pop()
        if one not in found and one not in SERVER_ONLY:
            found[one] = None
            waiting.extend(requirements(distribution(one)))
    return sorted(found)


def requirements(one: Distribution) -> Iterator[str]:
    """Yield the names of a distribution's direct requirements on this platform, without extras."""
    for line in one.requires or ():
        name = re.split(r"[^\w.-]", line, maxsplit=1)[0].lower()
        if "extra ==" not in line and is_installed(name):
            yield name


def is_installed(name: str) -> bool:
    try:
        return bool(distribution(name))
    except ModuleNotFoundError:
        return False


def prepare(folder: Path) -> None:
    """Write what would be slow on a phone: compiled templates, and an empty migrated database."""
    with tempfile.TemporaryDirectory() as instance:
        secret = "for this build alone" * 2
        app = kalooki_ref.create_app(
            {"INSTANCE": instance, "SECRET_KEY": secret, "RUNS_IN": "pocket"}
        )
        (folder / "project.txt").write_text(app.config["PROJECT_URL"], "utf-8")
        app.jinja_env.compile_templates(folder / "templates", zip=None, ignore_errors=False)
        with sqlite3.connect(Path(instance, "kalooki.sqlite")) as database:
            script = "\n".join(database.iterdump())
    with sqlite3.connect(folder / "empty.sqlite") as empty:
        empty.executescript(script)
