"""How much one client may ask for, and all of them together, before they have to wait: 429.

The numbers are in `config.py`. A client is an address; behind a proxy it is the one the proxy
names (`PROXIES`). Of an IPv6 address only the network counts, because a phone changes the rest at
will. Many phones share one address at a table, so the numbers allow for fifty of them.
"""

import time
from ipaddress import IPv6Network, ip_address
from typing import Any

from flask import Flask, Response, request
from flask_babel import gettext as _

from kalooki_ref.web.middleware import errors

MEMORY = "memory://"
HOUSEHOLD = 64
"""The bits of an IPv6 address that are the network of one household."""
NEW_GAMES = ("games.create", "games.rematch")
CHANGES = ("POST", "PUT")


def apply(app: Flask) -> None:
    """Count requests of an app whose pages are registered; not in a phone, where nobody else is."""
    if app.config["RUNS_IN"] != "server" or not app.config["LIMITS"]:
        return
    from flask_limiter import ApplicationLimit, Limiter

    limiter = Limiter(
        client,
        app=app,
        application_limits=[ApplicationLimit(app.config["MOST_CHANGES"], methods=CHANGES)],
        storage_uri=app.config["REDIS_URL"] or MEMORY,
        strategy="moving-window",
        in_memory_fallback_enabled=bool(app.config["REDIS_URL"]),
        on_breach=told_to_wait,
    )
    mine = limiter.shared_limit(app.config["MOST_GAMES"], scope="games")
    everybodys = limiter.shared_limit(
        app.config["MOST_GAMES_OF_ALL"], scope="all games", key_func=everybody
    )
    for endpoint in NEW_GAMES:
        view: Any = app.view_functions[endpoint]
        app.view_functions[endpoint] = mine(everybodys(view))


def client() -> str:
    """Return whom a request is counted for."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if address.version == 4:
        return str(address)
    return str(IPv6Network((int(address), HOUSEHOLD), strict=False))


def everybody() -> str:
    """Return one name for all clients."""
    return "everybody"


def told_to_wait(limit: Any) -> Response:
    """Say that this was too much, and when to come back."""
    answer = errors.page(429, sentence=_("That’s a lot at once. Wait a moment, then try again."))
    answer.headers["Retry-After"] = str(max(1, round(limit.reset_at - time.time())))
    return answer
