"""What every answer tells the browser: where things may come from, and what may be kept.

Not here: which requests are answered at all (web.doors.security).
"""

from flask import Flask, Response, request

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


def init_app(app: Flask) -> None:
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    for name, value in ALWAYS.items():
        response.headers[name] = value
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = TWO_YEARS
    if request.path.startswith(PRIVATE_PATHS):
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers.setdefault("Cache-Control", keeping())
    if response.mimetype == "text/html":
        response.vary.add("Cookie")
    return response


def keeping() -> str:
    """Say how long a page may be kept: one of a game not at all, but its JSON by its ETag."""
    private = request.path.startswith(PRIVATE_PATHS)
    return "no-store" if private and not request.path.endswith(".json") else "private, no-cache"
