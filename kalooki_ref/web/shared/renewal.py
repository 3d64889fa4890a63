"""Renews a phone's cookies once a month, since a browser drops each a year after it was set."""

from flask import Flask, Response, request

from kalooki_ref.web.shared.device import keep_signed, verified
from kalooki_ref.web.shared.settings import CHOICES, keep

RENEWED = "renewed"
A_MONTH = 30 * 24 * 3600


def init_app(app: Flask) -> None:
    app.after_request(renew)


def renew(response: Response) -> Response:
    """Set this phone's cookies again, unless that was done within a month.

    Only with a page that somebody opens: what a script fetches may arrive after the answer to a
    form, whose cookies are newer.
    """
    opens = request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate"
    if RENEWED in request.cookies or not opens:
        return response
    newer = {header.partition("=")[0] for header in response.headers.getlist("Set-Cookie")}
    held = {name: text for name, text in request.cookies.items() if name not in newer}
    for name, text in held.items():
        if verified(name, text) is not None:
            keep_signed(response, name, text)
        elif text in CHOICES.get(name, ()):
            keep(response, name, text)
    if held:
        response.set_cookie(
            RENEWED, "1", max_age=A_MONTH, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response
