"""Logs each request as a line of JSON; serves /healthz, /readyz and /metrics."""

import json
import logging
import os
import secrets
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Flask, Response, g, has_request_context, request

from kalooki_ref.store.database import can_write
from kalooki_ref.store.tables import ConfigError

log = logging.getLogger("kalooki")
# Extension: a function that is called with the number of open streams in this process.
OPEN_STREAMS = "kalooki_open_streams"
# Innermost stack frames that a failure logs.
MOST_FRAMES = 6
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def init_app(app: Flask) -> None:
    prepare_logger()
    # First of all, so that requests refused by other middleware have a start time and an id too.
    app.before_request_funcs.setdefault(None, []).insert(0, start)
    if not app.debug:  # Werkzeug's development server logs each request itself
        app.after_request(log_request)
    app.extensions[OPEN_STREAMS] = lambda _open: None
    if app.config["METRICS"]:
        offer_metrics(app)


def prepare_logger() -> None:
    """Log plain lines to stderr; add the handler once, however many apps are created."""
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
    """Return the id of this request, as on the error page and in the log."""
    return str(g.get("request_id", "")) if has_request_context() else ""


def log_request(response: Response) -> Response:
    size = response.calculate_content_length()
    write(
        id=request_id(),
        **request_kind(),
        status=response.status_code,
        ms=round(seconds_taken() * 1000, 1),
        bytes=size if size is not None else -1,
    )
    return response


def request_kind() -> dict[str, str]:
    """Return method and route. Paths and forms aren't logged: they contain links and names."""
    method = request.method if request.method.isalpha() else "?"
    return {"method": method, "route": request.url_rule.rule if request.url_rule else "none"}


def seconds_taken() -> float:
    return time.perf_counter() - float(g.get("started", time.perf_counter()))


def log_failure(exc_info: Any) -> None:
    """Log an exception's class and stack frames; its message might contain a player's name."""
    kind, _error, trace = exc_info
    frames = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(trace)]
    write(id=request_id(), failure=kind.__name__, frames=frames[-MOST_FRAMES:])


def log_trouble(error: BaseException) -> None:
    """Log a database error with its message, which never contains data."""
    write(id=request_id(), trouble=str(error))


def offer_metrics(app: Flask) -> None:
    """Serve /metrics for Prometheus: request durations by route, and open streams.

    Several workers share their figures in the folder PROMETHEUS_MULTIPROC_DIR. Raises
    ConfigError if prometheus_client isn't installed.
    """
    try:
        from prometheus_client import CollectorRegistry, Gauge, Histogram, exposition, multiprocess
    except ImportError as error:
        raise ConfigError(
            "METRICS needs more packages: pip install 'kalooki-ref[scale]'"
        ) from error
    registry = CollectorRegistry()
    labels = ("method", "route", "status")
    seconds = Histogram("kalooki_request_seconds", "Requests answered", labels, registry=registry)
    streams = Gauge(
        "kalooki_open_streams",
        "Phones that wait for news",
        multiprocess_mode="livesum",
        registry=registry,
    )
    app.extensions[OPEN_STREAMS] = streams.set
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]

    def count(response: Response) -> Response:
        kind = request_kind()
        seconds.labels(**kind, status=response.status_code).observe(seconds_taken())
        return response

    def metrics() -> Response:
        return Response(exposition.generate_latest(registry), content_type=METRICS_TYPE)

    app.after_request(count)
    app.add_url_rule("/metrics", view_func=metrics)


def write(**fields: Any) -> None:
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    log.info("%s", json.dumps({"at": at} | fields))


blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> tuple[dict[str, str], int]:
    return {"status": "ok"}, 200


@blueprint.get("/readyz")
def readyz() -> tuple[dict[str, str], int]:
    """Check that the database can be written; 503 if not."""
    can_write()
    return {"status": "ready"}, 200
