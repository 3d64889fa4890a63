"""Who may ask: hosts we answer to, forms that come from our own pages, text that is text."""

import json
import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, abort, request

from kalooki_ref.server.machine import own_names
from kalooki_ref.words.language import gettext as _

HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?", re.IGNORECASE)
STRANGE = re.compile("[\0\ud800-\udfff]")
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
OWN_SITES = {"same-origin", "none"}
# Addresses that change nothing, so that programs without a browser may use them.
STATELESS = {"/api/v1/judge", "/api/v1/advise"}
# The names that a setting adds to this machine's own.
HOSTS = "kalooki_hosts"
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def init_app(app: Flask) -> None:
    # Flask would refuse every other name than these; ours are added to this machine's own.
    further = tuple(app.config["TRUSTED_HOSTS"] or ())
    app.config["TRUSTED_HOSTS"] = None
    app.extensions[HOSTS] = {name.lower() for name in further}
    names = own_names() | app.extensions[HOSTS]

    @app.before_request
    def guard() -> None:
        refuse_strange_host(names)
        refuse_strange_text(request.path)
        refuse_foreign_form()

    @app.before_request
    def check_body() -> None:
        if request.method in SAFE_METHODS or request.path in STATELESS:
            return
        for name, value in request.form.items(multi=True):
            refuse_strange_text(name + value)
        if request.is_json:
            refuse_strange_text(json_text())


def refuse_strange_host(names: set[str]) -> None:
    """Answer only to this machine, the home network and configured names: 400 otherwise."""
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


def refuse_strange_text(text: str) -> None:
    """Refuse what no keyboard types and no database keeps: NUL and halves of characters."""
    if STRANGE.search(text):
        abort(400, _("That contains a character we can’t read."))


def json_text() -> str:
    """Return the strings in a JSON body, decoded; 400 if it isn't JSON or too deep."""
    try:
        return json.dumps(request.get_json(), ensure_ascii=False)
    except RecursionError:
        abort(400, _("This JSON is nested too deeply."))


def refuse_foreign_form() -> None:
    """Refuse to change anything for a page that is not ours: 403.

    Nothing here grows old, so a page left open all evening can still be sent.
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
    """Return the host and port, the usual port left out; nothing of what is no address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return parts.netloc.lower().removesuffix(DEFAULT_PORTS.get(parts.scheme, ""))
