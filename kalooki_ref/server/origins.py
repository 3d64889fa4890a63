"""URLs of apps: whether one is well-formed, and whether it belongs to this app."""

import re
from urllib.parse import urlsplit

from flask import current_app, request, url_for

from kalooki_ref.server.machine import reachable
from kalooki_ref.server.middleware.security import HOSTS, host_of

LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
ADDRESS = re.compile(
    rf"https?://(?:{LABEL}(?:\.{LABEL})*|\[[0-9A-Fa-f:.]{{2,45}}\])(?::\d{{1,5}})?"
    r"/[A-Za-z0-9._~/-]{0,200}",
    re.ASCII,
)
LONGEST = 500


def is_address(text: object) -> bool:
    """Return whether a text is the URL of an app, such as https://club.example/kalooki/open/."""
    if not isinstance(text, str) or len(text) > LONGEST or not ADDRESS.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:  # invalid IPv6 address or port
        return False


def home_here() -> str:
    """Return the URL that opens copies here; empty in the pocket app, which others can't reach."""
    if current_app.config["RUNS_IN"] == "pocket":
        return ""
    return reachable(url_for("opening.ask", _external=True))


def pocket_url() -> str:
    """Return the URL of the pocket app; empty without one that other phones can open and keep.

    Browsers keep one only over HTTPS, and over HTTP from their own machine, where no phone is.
    """
    if current_app.config["POCKET_URL"] or not current_app.config["POCKET_FOLDER"]:
        return str(current_app.config["POCKET_URL"])
    return url_for("hosted_pocket.show", name="", _external=True) if request.is_secure else ""


def is_of_this_app(address: str) -> bool:
    """Return whether a URL belongs to this app or to its pocket app (POCKET_URL)."""
    own = request.host_url, home_here(), pocket_url()
    has_name = urlsplit(address).hostname in current_app.extensions[HOSTS]
    return has_name or host_of(address) in {host_of(origin) for origin in own}
