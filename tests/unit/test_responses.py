"""Response headers, compression and redirects (kalooki_ref.server.middleware.responses)."""

import gzip

import pytest
from flask import Flask, Response

from kalooki_ref.server.middleware.responses import compress, missing_headers, redirect_script

LONG = "Kalooki " * 100
HTML, JSON = "text/html; charset=utf-8", "application/json"


def headers_of(path: str, *known: tuple[str, str], scheme: str = "http") -> dict[str, str]:
    environ = {"PATH_INFO": path, "wsgi.url_scheme": scheme}
    return dict(missing_headers(environ, list(known)))


def test_security_headers_are_always_set() -> None:
    headers = headers_of("/", ("Content-Type", JSON))
    policy = headers.pop("Content-Security-Policy").split("; ")
    assert {"default-src 'none'", "object-src 'none'", "frame-ancestors 'none'"} <= set(policy)
    assert "unsafe" not in " ".join(policy)
    assert headers == {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), "
        "payment=(), usb=()",
        "Cache-Control": "private, no-cache",
    }


def test_hsts_is_set_over_https() -> None:
    transport = "max-age=63072000; includeSubDomains"
    assert headers_of("/", scheme="https")["Strict-Transport-Security"] == transport
    assert "Strict-Transport-Security" not in headers_of("/")


@pytest.mark.parametrize(
    ("path", "cached", "is_hidden"),
    [
        ("/", "private, no-cache", False),
        ("/rules/kooky", "private, no-cache", False),
        ("/g/abc", "no-store", True),
        ("/g/abc.json", "private, no-cache", True),
        ("/games/new", "no-store", True),
        ("/check.json", "private, no-cache", False),
    ],
)
def test_games_are_neither_cached_nor_indexed(path: str, cached: str, is_hidden: bool) -> None:
    headers = headers_of(path)
    assert headers["Cache-Control"] == cached
    assert ("X-Robots-Tag" in headers) is is_hidden


def test_existing_headers_are_kept() -> None:
    assert "Cache-Control" not in headers_of("/g/abc", ("cache-control", "max-age=5"))


@pytest.mark.parametrize(
    ("known", "varies"),
    [
        ([("Content-Type", HTML)], "Cookie, Accept-Language"),
        ([("Content-Type", HTML), ("Vary", "Cookie")], "Accept-Language"),
        ([("Content-Type", HTML), ("Vary", "Accept-Language, Cookie")], None),
        ([("Content-Type", JSON)], None),
    ],
)
def test_vary_header(known: list[tuple[str, str]], varies: str | None) -> None:
    assert headers_of("/", *known).get("Vary") == varies


def compress_response(answer: Response, *, accepts: str = "gzip", **headers: str) -> Response:
    with Flask("phone").test_request_context(headers={"Accept-Encoding": accepts, **headers}):
        return redirect_script(compress(answer))


@pytest.mark.parametrize("mimetype", ["text/html", "text/plain", JSON, "image/svg+xml", "text/csv"])
def test_long_text_is_compressed(mimetype: str) -> None:
    small = compress_response(Response(LONG, mimetype=mimetype))
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data).decode() == LONG
    plain = compress_response(Response(LONG, mimetype=mimetype), accepts="br")
    assert (plain.data.decode(), "Content-Encoding" in plain.headers) == (LONG, False)
    assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("body", "mimetype"),
    [("x" * 599, "text/html"), (LONG, "image/webp"), (LONG, "application/octet-stream")],
)
def test_short_or_binary_bodies_are_not_compressed(body: str, mimetype: str) -> None:
    answer = compress_response(Response(body, mimetype=mimetype))
    assert answer.data.decode() == body
    assert "Vary" not in answer.headers


def test_compression_threshold_and_no_double_compression() -> None:
    assert compress_response(Response("x" * 600)).headers["Content-Encoding"] == "gzip"
    packed = compress_response(Response(LONG, headers={"Content-Encoding": "gzip"}))
    assert packed.data.decode() == LONG


def test_compression_weakens_the_etag() -> None:
    page = Response(LONG)
    page.set_etag("abc")
    assert compress_response(page).headers["ETag"] == 'W/"abc"'
    assert "ETag" not in compress_response(Response(LONG)).headers


@pytest.mark.parametrize(
    ("status", "sender", "after"), [(303, "script", 204), (303, "", 303), (302, "script", 302)]
)
def test_redirect_for_scripts_becomes_204_with_location(
    status: int, sender: str, after: int
) -> None:
    led = compress_response(
        Response("Go on.", status, {"Location": "/g/abc"}), **{"X-Sent-By": sender}
    )
    assert (led.status_code, led.headers["Location"]) == (after, "/g/abc")
    assert led.data.decode() == ("" if after == 204 else "Go on.")
