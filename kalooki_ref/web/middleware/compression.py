"""Text made small for the way to the phone."""

import gzip

from flask import Flask, Response, request

LEAST_BYTES = 600
LEVEL = 5
TEXT = {"application/json", "application/manifest+json", "image/svg+xml", "text/csv"}


def init_app(app: Flask) -> None:
    app.after_request(compress)


def is_text(response: Response) -> bool:
    return response.mimetype.startswith("text/") or response.mimetype in TEXT


def compress(response: Response) -> Response:
    """Compress an answer when it is text, long enough to gain, and the phone can read it."""
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
    weaken_etag(response)
    return response


def weaken_etag(response: Response) -> None:
    etag, is_weak = response.get_etag()
    if etag is not None and not is_weak:
        response.set_etag(etag, weak=True)
