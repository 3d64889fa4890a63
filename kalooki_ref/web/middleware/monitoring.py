"""For the person who runs the app: one line of JSON a request, /healthz and /readyz."""

import json
import logging
import secrets
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Flask, Response, g, has_request_context, request

from kalooki_ref.store.database import can_write

log = logging.getLogger("kalooki")


def init_app(app: Flask) -> None:
    prepare_logger()
    # In front of all other middleware, so that what it refuses is timed and named as well.
    app.before_request_funcs.setdefault(None, []).insert(0, start)
    app.after_request(log_request)


def prepare_logger() -> None:
    """Send lines to stderr as they are; once, however many apps there are."""
    if log.handlers:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


def start() -> None:
    g.started = time.perf_counter()
    g.request_id = secrets.token_hex(6)


def request_id() -> str:
    """Return the word by which a person and the log mean the same request."""
    return str(g.get("request_id", "")) if has_request_context() else ""


def log_request(response: Response) -> Response:
    route = request.url_rule.rule if request.url_rule else "none"
    took = time.perf_counter() - g.get("started", time.perf_counter())
    size = response.calculate_content_length()
    write(
        id=request_id(),
        method=request.method if request.method.isalpha() else "?",
        route=route,
        status=response.status_code,
        ms=round(took * 1000, 1),
        bytes=size if size is not None else -1,
    )
    return response


def log_failure(exc_info: Any) -> None:
    """Log what broke and where, without the message: it may hold a name."""
    kind, _error, trace = exc_info
    frames = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(trace)]
    write(id=request_id(), failure=kind.__name__, frames=frames[-6:])


def log_trouble(error: BaseException) -> None:
    """Log that the database would not, in its own words: they are SQLite's and fixed."""
    write(id=request_id(), trouble=str(error))


def write(**fields: Any) -> None:
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    log.info("%s", json.dumps({"at": at} | fields))


blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> tuple[dict[str, str], int]:
    return {"status": "ok"}, 200


@blueprint.get("/readyz")
def readyz() -> tuple[dict[str, str], int]:
    """Write a row and take it back; a database that cannot makes this a 503."""
    can_write()
    return {"status": "ready"}, 200
