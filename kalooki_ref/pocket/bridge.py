"""The app as a phone's service worker calls it: a request in, status, headers and body out.

The worker keeps what lasts (the database's bytes, cookies, the secret); here everything is memory.
"""

import gc
import importlib
import json
import logging
import random
import shutil
import sys
from functools import _lru_cache_wrapper
from http.cookies import SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from flask import Flask, request
from jinja2 import ModuleLoader

from kalooki_ref import create_app
from kalooki_ref.pocket import whats_new
from kalooki_ref.store.database import bring_up_to_date, is_current
from kalooki_ref.store.tables import Unavailable, db
from kalooki_ref.web.games import purge

NO_SECRET = "replaced by the phone's own before the first request"  # noqa: S105
FULL = "kalooki.storage_is_full"
REFUSED = "the browser's storage takes no more"


class Bridge:
    """The app at one address, with the cookies of this phone."""

    def __init__(self, address: str, *, disk: Path = Path("/")) -> None:
        """Start the app over an empty database; ``address`` is the folder it is served from."""
        self._at = urlsplit(address)
        self.root = self._at.path.rstrip("/")
        self._disk = disk
        self.database = disk / "instance" / "kalooki.sqlite"
        self._jar: dict[str, str] = {}
        self.forget_games()
        self.app = start_app(self.database.parent, self._at.hostname or "")
        self.app.jinja_env.loader = ModuleLoader(disk / "app" / "templates")
        self.app.config["LICENCES"] = (disk / "app" / "licences.txt").read_text("utf-8")

    def is_current(self) -> bool:
        """Say whether the database in place is of this version; else its upgrade must be loaded."""
        with self.app.app_context():
            db.engine.dispose()
            return is_current()

    def wake(self, secret: str, jar: str) -> None:
        """Take up this phone's secret, cookies and database; remove the games that are due."""
        random.seed()
        importlib.invalidate_caches()
        self.app.secret_key = secret
        self._jar = json.loads(jar)
        with self.app.app_context():
            bring_up_to_date()
            purge()

    def settle(self) -> None:
        """Forget every game and cookie, so that the memory can be kept as a snapshot."""
        self._jar.clear()
        with self.app.app_context():
            db.engine.dispose()
        forget_answers()
        self.forget_games()

    def forget_games(self) -> None:
        """Put an empty database in place."""
        self.database.parent.mkdir(exist_ok=True)
        shutil.copyfile(self._disk / "app" / "empty.sqlite", self.database)

    def jar(self) -> str:
        return json.dumps(self._jar)

    def answer(self, request: str, body: Any) -> tuple[int, str, bytes]:
        """Answer one request: its method, path, query and headers as JSON, its body as bytes.

        Returns the status, the headers as JSON without cookies, and the body.
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
            FULL: bool(request.get("full")),
        }

    def _keep_cookies(self, sent: list[str]) -> None:
        for morsel in (one for text in sent for one in SimpleCookie(text).values()):
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
    app.before_request(refuse_when_full)
    app.register_blueprint(whats_new.blueprint)
    return app


def refuse_when_full() -> None:
    """Let the app say in its own words that nothing can be saved."""
    if request.environ[FULL]:
        raise Unavailable(REFUSED)


def forget_answers() -> None:
    """Empty what functions remember: it was asked about a game that will not be there."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper):
            one.cache_clear()
    gc.collect()
