"""Response middleware: security and cache headers, compression, redirects for scripts."""

import gzip
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
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
# Theme and language depend on the phone.
VARIES_BY = ("Cookie", "Accept-Language")
PRIVATE_PATHS = ("/g/", "/games")


LEAST_BYTES = 600
LEVEL = 5
# Header that scripts send: "script" with a form, "live" with a page fetched to refresh itself.
SENT_BY, SCRIPT, LIVE = "X-Sent-By", "script", "live"
TEXT = {"application/json", "application/manifest+json", "image/svg+xml", "text/csv"}

Headers = list[tuple[str, str]]
FIXED: Headers = list(ALWAYS.items())


class WithHeaders:
    """WSGI middleware that adds the headers to every response, even one Flask doesn't make."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def start(status: str, headers: Headers, exc_info: Any = None) -> Any:
            return start_response(status, headers + missing_headers(environ, headers), exc_info)

        answer: Iterable[bytes] = self._app(environ, start)
        return answer


def init_app(app: Flask) -> None:
    app.after_request(compress)
    app.after_request(redirect_script)
    app.wsgi_app = WithHeaders(app.wsgi_app)  # type: ignore[method-assign]


def missing_headers(environ: dict[str, Any], headers: Headers) -> Headers:
    """Return the headers to add to a response that already has ``headers``."""
    # The path as the router sees it, with repeated leading slashes merged.
    path = "/" + str(environ.get("PATH_INFO", "")).lstrip("/")
    is_private = path.startswith(PRIVATE_PATHS)
    sent = {name.lower(): value for name, value in headers}
    more = [(name, value) for name, value in FIXED if name.lower() not in sent]
    if environ.get("wsgi.url_scheme") == "https":
        more.append(("Strict-Transport-Security", TWO_YEARS))
    if is_private:
        more.append(("X-Robots-Tag", "noindex, nofollow"))
    if "cache-control" not in sent:
        is_page = is_private and not path.endswith(".json")
        more.append(("Cache-Control", "no-store" if is_page else "private, no-cache"))
    if sent.get("content-type", "").startswith("text/html"):
        missing = [name for name in VARIES_BY if name not in sent.get("vary", "")]
        more += [("Vary", ", ".join(missing))] if missing else []
    return more


def is_text(response: Response) -> bool:
    kind = response.mimetype or ""
    return kind.startswith("text/") or kind in TEXT


def compress(response: Response) -> Response:
    """Compress a response with gzip if it is text, long enough, and the client accepts it."""
    if response.is_streamed or response.direct_passthrough or not is_text(response):
        return response
    body = response.get_data()
    if len(body) < LEAST_BYTES:
        return response
    response.vary.add("Accept-Encoding")
    if "Content-Encoding" in response.headers or not request.accept_encodings["gzip"]:
        return response
    response.set_data(gzip.compress(body, LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    etag, is_weak = response.get_etag()
    if etag is not None and not is_weak:
        response.set_etag(etag, weak=True)
    return response


def redirect_script(response: Response) -> Response:
    """Turn a 303 into a 204 with the same Location for scripts: fetch() hides redirects."""
    if response.status_code == HTTPStatus.SEE_OTHER and request.headers.get(SENT_BY) == SCRIPT:
        response.status_code = HTTPStatus.NO_CONTENT
        response.set_data(b"")
    return response
