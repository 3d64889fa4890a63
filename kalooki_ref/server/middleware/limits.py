"""Rate limits per client and for all clients together.

The numbers are in `settings.py`. A client is an IP address; behind a proxy, the one in
X-Forwarded-For (`PROXIES`). Phones at one table usually share an address, so the numbers allow for
fifty of them.
"""

import time
from typing import Any

from flask import Flask, Response, abort, current_app, request

from kalooki_ref.server.clients import household
from kalooki_ref.server.middleware import errors
from kalooki_ref.store.tables import ConfigError
from kalooki_ref.words.language import gettext as _

MEMORY = "memory://"
NEW_GAMES = ("copy.bring_back", "opening.keep", "everything.keep", "games.create", "games.rematch")
NEW_RULES = ("house_rules.keep", "house_rules.play")
NEW_CIRCLES = ("new_circle.create",)
IMPORTS = "kalooki_imports"
KILOBYTE = 1000
CHANGES = ("POST", "PUT", "PATCH")


def apply(app: Flask) -> None:
    """Register the limits; call it after the blueprints. The pocket app has none.

    Raises ConfigError when the storage for the counts can't be used.
    """
    if app.config["RUNS_IN"] != "server" or not app.config["LIMITS"]:
        return
    from flask_limiter import ApplicationLimit, Limiter
    from limits import parse

    storage = app.config["LIMITS_STORAGE"]
    try:
        limiter = Limiter(
            client,
            app=app,
            application_limits=[ApplicationLimit(app.config["MOST_CHANGES"], methods=CHANGES)],
            storage_uri=storage,
            strategy="moving-window",
            in_memory_fallback_enabled=storage != MEMORY,
            swallow_errors=True,  # a save matters more than its count
            on_breach=lambda limit: wait_answer(limit.reset_at - time.time()),
        )
    except Exception as error:  # of the library, or of its storage backend
        raise ConfigError(f"LIMITS_STORAGE can't be used: {error}") from error
    bounds = (("MOST_IMPORTED", client), ("MOST_IMPORTED_OF_ALL", everybody))
    app.extensions[IMPORTS] = limiter, [(parse(app.config[name]), key) for name, key in bounds]
    mine = limiter.shared_limit(app.config["MOST_GAMES"], scope="games")
    everybodys = limiter.shared_limit(
        app.config["MOST_GAMES_OF_ALL"], scope="all games", key_func=everybody
    )
    views: dict[str, Any] = app.view_functions
    for endpoint in (*NEW_GAMES, *NEW_RULES, *NEW_CIRCLES):
        for limit in (everybodys, mine):
            views[endpoint] = limit(views[endpoint])


def client() -> str:
    """Return the key that a request is counted under."""
    return household(request.remote_addr or "")


def everybody() -> str:
    """Return the one key for all clients."""
    return "everybody"


def spend_import(size: int) -> None:
    """Count the bytes of an imported game before it is stored; aborts with 429 over the limit.

    There is a limit on the kilobytes of each client, and on those of all.
    """
    limiter, bounds = current_app.extensions.get(IMPORTS, (None, ()))
    for item, key in bounds:
        spent = item, "imported", key()
        try:
            is_within = limiter.limiter.hit(*spent, cost=max(1, size // KILOBYTE))
            reset_at = limiter.limiter.get_window_stats(*spent).reset_time
        except Exception:  # of the storage backend: a save matters more than its count
            current_app.logger.exception("imported games are not counted")
            continue
        if not is_within:
            abort(wait_answer(reset_at - time.time()))


def wait_answer(seconds: float) -> Response:
    """Return a 429 response with Retry-After."""
    answer = errors.page(429, sentence=_("That’s a lot at once. Wait a moment, then try again."))
    answer.headers["Retry-After"] = str(max(1, round(seconds)))
    return answer
