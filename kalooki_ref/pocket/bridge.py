"""Runs the app inside a service worker: takes requests, returns status, headers and body.

Everything here is in memory; the worker stores the database file, the cookies and the secret key.
"""

import gc
import importlib
import json
import logging
import random
import shutil
import sys
from functools import _lru_cache_wrapper
from http import HTTPStatus
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from flask import Flask, request
from jinja2 import ModuleLoader

from kalooki_ref import create_app
from kalooki_ref.pocket import whats_new
from kalooki_ref.server.middleware.errors import page
from kalooki_ref.store.database import bring_up_to_date, is_current
from kalooki_ref.store.tables import Unavailable, db
from kalooki_ref.web.start.deletion import purge

NO_SECRET = "replaced by the phone's own before the first request"  # noqa: S105
REFUSED = "kalooki.storage_refused"


class PhoneFull(Unavailable):
    """The browser refused to store what a request changed."""


class Bridge:
    """A WSGI client for the app at one URL, with a cookie jar."""

    def __init__(self, address: str, *, disk: Path = Path("/")) -> None:
        """Create the app with an empty database; ``address`` is the URL of its folder."""
        self._at = urlsplit(address)
        self.root = self._at.path.rstrip("/")
        self._disk = disk
        self.database = disk / "instance" / "kalooki.sqlite"
        self._jar: dict[str, str] = {}
        self.forget_games()
        self.app = start_app(self.database.parent, self._at.hostname or "")
        self.app.jinja_env.loader = ModuleLoader(disk / "app" / "templates")
        self.app.config["LICENCES"] = (disk / "app" / "licences.txt").read_text("utf-8")
        self.app.config["PROJECT_URL"] = (disk / "app" / "project.txt").read_text("utf-8")

    def is_current(self) -> bool:
        """Return whether the database needs no migration; else load the pack with Alembic first."""
        with self.app.app_context():
            db.engine.dispose()
            return is_current()

    def wake(self, secret: str, jar: str) -> None:
        """Install the secret key and the cookies, migrate the database, erase deleted games."""
        random.seed()
        importlib.invalidate_caches()
        self.app.secret_key = secret
        self._jar = json.loads(jar)
        with self.app.app_context():
            bring_up_to_date()
            purge()

    def forget_scratch_data(self) -> None:
        """Remove all games and cookies, before the memory is stored as a snapshot."""
        self._jar.clear()
        with self.app.app_context():
            db.engine.dispose()
        clear_caches()
        self.forget_games()

    def forget_games(self) -> None:
        """Replace the database with an empty one."""
        self.database.parent.mkdir(exist_ok=True)
        shutil.copyfile(self._disk / "app" / "empty.sqlite", self.database)

    def jar(self) -> str:
        return json.dumps(self._jar)

    def answer(self, request: str, body: Any) -> tuple[int, str, bytes]:
        """Handle a request: JSON with method, path, query and headers, and the body as bytes.

        Returns the status, the response headers as JSON (without cookies), and the body.
        """
        sent = body.to_bytes() if hasattr(body, "to_bytes") else bytes(body)
        environ = self._environ(json.loads(request), sent)
        started: list[Any] = []

        def start(*given: Any) -> Any:
            started.extend(given)

        parts = self.app.wsgi_app(environ, start)
        content = b"".join(parts)
        status, headers = started[:2]
        self._keep_cookies([value for name, value in headers if name.lower() == "set-cookie"])
        shown = [
            pair for pair in headers if pair[0].lower() not in {"set-cookie", "content-length"}
        ]
        return int(status[:3]), json.dumps(shown), content

    def _environ(self, request: dict[str, Any], body: bytes) -> dict[str, Any]:
        headers = {environ_name(name): value for name, value in request["headers"].items()}
        cookies = "; ".join(f"{name}={value}" for name, value in self._jar.items())
        return headers | {
            "REQUEST_METHOD": request["method"],
            "SCRIPT_NAME": self.root,
            "PATH_INFO": unquote(request["path"].removeprefix(self.root), "latin-1"),
            "QUERY_STRING": request["query"],
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_NAME": self._at.hostname,
            "SERVER_PORT": str(self._at.port or (443 if self._at.scheme == "https" else 80)),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": self._at.netloc,
            "HTTP_COOKIE": cookies,
            "HTTP_ACCEPT_ENCODING": "identity",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": self._at.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            REFUSED: request.get("refused", ""),
        }

    def _keep_cookies(self, sent: list[str]) -> None:
        for morsel in (cookie for text in sent for cookie in SimpleCookie(text).values()):
            self._jar.pop(morsel.key, None)
            if morsel["max-age"] != "0":
                self._jar[morsel.key] = morsel.coded_value


def environ_name(header: str) -> str:
    name = header.upper().replace("-", "_")
    return name if name == "CONTENT_TYPE" else f"HTTP_{name}"


def start_app(instance: Path, host: str) -> Flask:
    settings = {"RUNS_IN": "pocket", "SECRET_KEY": NO_SECRET, "TRUSTED_HOSTS": (host,)}
    app = create_app({"INSTANCE": str(instance), **settings})
    logging.getLogger("kalooki").setLevel(logging.CRITICAL)
    app.before_request(refuse_unstored)
    app.register_error_handler(PhoneFull, lambda _error: page(HTTPStatus.INSUFFICIENT_STORAGE))
    app.register_blueprint(whats_new.blueprint)
    return app


def refuse_unstored() -> None:
    """Raise PhoneFull or Unavailable for a request that the browser's storage refused.

    So the app shows a page about it.
    """
    if request.environ[REFUSED] == "full":
        raise PhoneFull("the browser's storage takes no more")
    if request.environ[REFUSED]:
        raise Unavailable("the browser's storage fails")


def clear_caches() -> None:
    """Clear every function cache, because their results may contain the scratch game."""
    for kept in gc.get_objects():
        if isinstance(kept, _lru_cache_wrapper):
            kept.cache_clear()
    gc.collect()
