"""Request checks: allowed hosts and cross-site requests (CSRF)."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, abort, request

from kalooki_ref.server.machine import own_names
from kalooki_ref.words.language import gettext as _

HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?", re.IGNORECASE)
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
OWN_SITES = {"same-origin", "none"}
# POST endpoints that change nothing, so programs may call them without browser headers.
STATELESS = {"/api/v1/judge", "/api/v1/advise"}
# Extension: host names from TRUSTED_HOSTS, besides this machine's own.
HOSTS = "kalooki_hosts"
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def init_app(app: Flask) -> None:
    # Flask itself would refuse all other names, including this machine's own.
    further = tuple(app.config["TRUSTED_HOSTS"] or ())
    app.config["TRUSTED_HOSTS"] = None
    app.extensions[HOSTS] = {name.lower() for name in further}
    names = own_names() | app.extensions[HOSTS]

    @app.before_request
    def guard() -> None:
        refuse_strange_host(names)
        refuse_foreign_form()


def refuse_strange_host(names: set[str]) -> None:
    """Abort with 400 unless the Host header is this machine, a private address or configured.

    This prevents DNS rebinding.
    """
    match = HOST.fullmatch(request.environ.get("HTTP_HOST", ""))
    if match is None or not is_ours(match["name"].lower(), names):
        abort(400, _("Kalooki Ref doesn’t answer at this address."))


def is_ours(name: str, names: set[str]) -> bool:
    if name in names:
        return True
    try:
        address = ip_address(name.strip("[]"))
    except ValueError:
        return False
    return address.is_loopback or address.is_private or address.is_link_local


def refuse_foreign_form() -> None:
    """Abort with 403 if another site's page sent this (CSRF).

    The check uses headers instead of a token, which would expire on a page left open all evening.
    """
    if request.method in SAFE_METHODS or is_from_our_page():
        return
    abort(403, _("This came from another site, so nothing changed. Open the page here."))


def is_from_our_page() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN_SITES
    origin = request.headers.get("Origin")
    if origin is not None:  # plain http on the home network: browsers send only this
        return host_of(origin) == host_of(request.host_url)
    return request.path in STATELESS


def host_of(address: str) -> str:
    """Return host and port, without a default port; empty if the URL is invalid."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return parts.netloc.lower().removesuffix(DEFAULT_PORTS.get(parts.scheme, ""))
