"""Settings: defaults, then `instance/config.py`, the environment, and the caller's overrides."""

import hashlib
import hmac
import os
import re
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response, current_app
from flask import request as current_request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from werkzeug.middleware.proxy_fix import ProxyFix

from kalooki_ref.store import postgres
from kalooki_ref.store.sqlite import url_of
from kalooki_ref.store.tables import ConfigError
from kalooki_ref.words.time_words import zone_named

PACKAGE = Path(__file__).parents[1]
LEAST_SECRET_BYTES = 32
# Of the session cookie, without its name and attributes; and Flask's key of messages in it.
MOST_OF_SESSION, FLASHES = 3500, "_flashes"


def project_url() -> str:
    """Return the address of the project in pyproject.toml, or ""."""
    try:
        urls = metadata("kalooki-ref").get_all("Project-URL", [])
    except PackageNotFoundError:
        return ""  # the pocket; its build keeps the address in a file
    return next((url.partition(", ")[2] for url in urls if url.startswith("Homepage, ")), "")


# Defaults. Rate limits are per address, those "_OF_ALL" for all addresses together; imports count
# in kilobytes. Entries and people are per game; connections and streams per process.
SETTINGS = {
    "MAX_CONTENT_LENGTH": 64 * 1024,
    "MAX_FORM_MEMORY_SIZE": 64 * 1024,
    "MAX_FORM_PARTS": 200,
    "SESSION_COOKIE_NAME": "kalooki",
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SQLALCHEMY_ENGINE_OPTIONS": {"pool_size": 16, "max_overflow": 16, "pool_timeout": 5},
    "TRUSTED_HOSTS": (),
    "PROXIES": 0,
    "RUNS_IN": "server",
    "MACHINE_NAME": "",
    "TIMEZONE": "",
    "ONLY_THIS_MACHINE": False,
    "POCKET_URL": "",
    "POCKET_FOLDER": "",
    "PROJECT_URL": project_url(),
    "LIMITS": True,
    "METRICS": False,
    "DEMO": False,
    "DATABASE_URL": "",
    "LIMITS_STORAGE": "memory://",
    "MOST_CHANGES": "1500/minute",
    "MOST_GAMES": "300/hour",
    "MOST_GAMES_OF_ALL": "5000/day",
    "MOST_IMPORTED": "20000/hour",
    "MOST_IMPORTED_OF_ALL": "200000/day",
    "MOST_WRONG_CODES": "60/10 minute",
    "MOST_WRONG_CODES_OF_ALL": "600/10 minute",
    "MOST_ENTRIES": 5000,
    "MOST_PEOPLE": 60,
    "MOST_CONNECTIONS": 5000,
    "MOST_FROM_ONE_ADDRESS": 600,
    "MOST_STREAMS": 3000,
}
# Settings that are read from the environment without the prefix KALOOKI_, too.
USUAL_NAMES = ("DATABASE_URL", "SECRET_KEY")
POCKET = "https://somebody.github.io/kalooki-ref/"
# The trailing slash is required: URLs are resolved against this folder. Browsers keep an app over
# http only from their own machine.
FOLDER_URL = re.compile(
    r"(https://[^\s/?#]+|http://(localhost|127\.0\.0\.1)(:\d+)?)/([^\s?#]+/)?", re.ASCII
)
LIMIT = re.compile(r"\d+/(\d+ )?(second|minute|hour|day)")
FIRST_CONFIG = '''"""Settings of this instance; docs/operate.md and docs/deploy.md list all of them.

TRUSTED_HOSTS = ("kalooki.example",) lets the app answer to further names.
PROXIES = 1 believes one proxy in front of the app about the caller's address and https.
MOST_GAMES = "300/hour" is how many games one address may start; LIMITS = False counts nothing.
POCKET_URL = "https://somebody.github.io/kalooki-ref/" lets a game be taken along on a phone.
DATABASE_URL = "postgresql://..." keeps the games in PostgreSQL. The environment can set all of
this, too.
"""

SECRET_KEY = "{secret}"
'''


class CookieSession(SecureCookieSessionInterface):
    """Session cookies that are Secure exactly if the request came over https.

    Most requests have no session; skipping them saves deriving the signing key. A browser drops a
    cookie of more than 4096 bytes, so the oldest messages for the next page give way.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if self.get_cookie_name(app) not in request.cookies:
            return self.session_class()
        return super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if time.time() < 0 or not (session or session.modified or session.accessed):
            return  # the signature of a cookie has its time, from 1970
        signer = self.get_signing_serializer(app)
        while signer and session.get(FLASHES) and len(signer.dumps({**session})) > MOST_OF_SESSION:
            session[FLASHES] = session[FLASHES][1:]
        super().save_session(app, session, response)

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        return current_request.is_secure


def configure(app: Flask, config: Mapping[str, Any]) -> None:
    """Load and validate the settings; raises ConfigError if one is invalid."""
    instance = Path(app.instance_path)
    make_folder(instance)
    app.config.from_mapping(SETTINGS, SQLALCHEMY_DATABASE_URI=url_of(instance / "kalooki.sqlite"))
    if "SECRET_KEY" not in config:
        read_settings(app, instance / "config.py")
    app.config.from_mapping(config)
    check_settings(app.config)
    if app.config["DATABASE_URL"] and app.config["RUNS_IN"] == "server":
        app.config["SQLALCHEMY_DATABASE_URI"] = postgres.url_of(app.config["DATABASE_URL"])
    check_secret(app.config["SECRET_KEY"])
    app.session_interface = CookieSession()
    trust_proxies(app)


def folder(name: str) -> Path:
    """Return the folder of templates or static files, in a wheel or in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def read_settings(app: Flask, path: Path) -> None:
    """Read `config.py` of the instance (created if missing), then the environment.

    Raises ConfigError if the file can't be executed.
    """
    if "SECRET_KEY" not in os.environ:
        make_config(path)
    try:
        if path.exists():
            app.config.from_pyfile(path)
    except Exception as error:  # whatever the file raises when it is executed
        raise ConfigError(f"{path} can't be read: {type(error).__name__}: {error}") from error
    app.config.from_prefixed_env("KALOOKI")
    app.config.from_mapping({name: os.environ[name] for name in USUAL_NAMES if name in os.environ})


def make_config(path: Path) -> None:
    """Create the configuration file with a random secret, unless it exists.

    Safe when two processes start at once: the file appears complete, and the first one wins.
    """
    if path.exists():
        return
    new = path.with_name(f".config-{secrets.token_hex(4)}")
    text = FIRST_CONFIG.format(secret=secrets.token_hex(32))
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        new.replace(path)
    new.unlink(missing_ok=True)


def make_folder(instance: Path) -> None:
    """Create the instance folder, readable by its owner only where the system supports that.

    The mode of an existing folder with other files isn't changed.
    """
    try:
        instance.mkdir(parents=True, exist_ok=True, mode=0o700)
    except FileExistsError as error:
        raise ConfigError(f"{instance} is a file, not a folder.") from error
    if (instance / "kalooki.sqlite").exists() or not any(instance.iterdir()):
        with suppress(OSError):
            instance.chmod(0o700)


def check_settings(settings: Mapping[str, Any]) -> None:
    """Validate type and form of each setting; raises ConfigError."""
    for name, default in SETTINGS.items():
        if not is_like(settings[name], default):
            raise ConfigError(f"{name} can't be {settings[name]!r}. The default is {default!r}.")
    pocket = settings["POCKET_URL"]
    if pocket and not FOLDER_URL.fullmatch(pocket):
        raise ConfigError(
            f"POCKET_URL can't be {pocket!r}. It has to look like {POCKET}: browsers keep an app "
            "only over https."
        )
    zone = settings["TIMEZONE"]
    if zone and zone_named(zone) is None:
        raise ConfigError(f"TIMEZONE can't be {zone!r}. It has to look like Europe/Rome.")


def is_like(value: object, default: object) -> bool:
    """Return whether a value has the type and form of its default."""
    if isinstance(default, str) and LIMIT.fullmatch(default):
        return isinstance(value, str) and LIMIT.fullmatch(value) is not None
    if isinstance(default, tuple):
        names = value if isinstance(value, tuple | list) else (None,)
        return all(isinstance(name, str) for name in names)
    return isinstance(value, type(default))


def check_secret(secret: str | bytes | None) -> None:
    """Reject a secret short enough to guess; raises ConfigError."""
    known = secret.encode() if isinstance(secret, str) else secret
    size = len(known) if isinstance(known, bytes) else 0
    if size < LEAST_SECRET_BYTES:
        raise ConfigError(
            f"SECRET_KEY has {size} bytes where at least {LEAST_SECRET_BYTES} are needed. This "
            'prints a good one: python3 -c "import secrets; print(secrets.token_hex(32))"'
        )


def keyed_hash(text: str) -> bytes:
    """Return the HMAC of a text under the app's secret key."""
    secret = current_app.secret_key or ""
    key = secret.encode() if isinstance(secret, str) else secret
    return hmac.digest(key, text.encode(), hashlib.sha256)


def trust_proxies(app: Flask) -> None:
    hops = app.config["PROXIES"]
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
