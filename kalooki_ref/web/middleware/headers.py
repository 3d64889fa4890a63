"""What every answer tells the browser: where things may come from, and what may be kept.

It is told on the way out, beneath Flask, so that no answer leaves without it.
"""

from collections.abc import Iterable
from typing import Any

from flask import Flask

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # `no-referrer` would make browsers send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in FEATURES),
}
TWO_YEARS = "max-age=63072000; includeSubDomains"
PRIVATE_PATHS = ("/g/", "/games")


Headers = list[tuple[str, str]]
TOLD: Headers = list(ALWAYS.items())


class Telling:
    """The app, and on every answer what browsers must know."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def start(status: str, headers: Headers, exc_info: Any = None) -> Any:
            return start_response(status, headers + told(environ, headers), exc_info)

        answer: Iterable[bytes] = self._app(environ, start)
        return answer


def init_app(app: Flask) -> None:
    app.wsgi_app = Telling(app.wsgi_app)  # type: ignore[method-assign]


def told(environ: dict[str, Any], headers: Headers) -> Headers:
    """Return what is still to be told about an answer with these headers."""
    path, more = environ.get("PATH_INFO", ""), TOLD.copy()
    said = {name.lower(): value for name, value in headers}
    if environ.get("wsgi.url_scheme") == "https":
        more.append(("Strict-Transport-Security", TWO_YEARS))
    if path.startswith(PRIVATE_PATHS):
        more.append(("X-Robots-Tag", "noindex, nofollow"))
    if "cache-control" not in said:
        more.append(("Cache-Control", keeping(path)))
    if said.get("content-type", "").startswith("text/html") and "Cookie" not in said.get(
        "vary", ""
    ):
        more.append(("Vary", "Cookie"))
    return more


def keeping(path: str) -> str:
    """Say how long a page may be kept: one of a game not at all, but its JSON by its ETag."""
    private = path.startswith(PRIVATE_PATHS)
    return "no-store" if private and not path.endswith(".json") else "private, no-cache"
