"""Rate limit for wrong join codes: per phone, per address, and for all clients together.

Over the limit a correct code is refused too; otherwise guessing could go on. The phone's own count
is in its session, so that one phone doesn't lock out its household; a client that drops its cookies
is counted by address.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from flask import Flask, Response, g, request, session

from kalooki_ref.server.middleware import errors
from kalooki_ref.server.middleware.limits import client, everybody, wait_answer
from kalooki_ref.server.settings import keyed_hash
from kalooki_ref.store.tables import Unavailable
from kalooki_ref.store.wrong_codes import note_wrong_code, wrong_codes

# Endpoints that take a code.
CODES = ("join.find", "join.show", "join.join")
MOST_OF_PHONE, PHONE_SECONDS, TYPED = 10, 600, "wrong_codes"


# Maps a function that returns the counted client to the most wrong codes and a time in seconds.
Limits = dict[Callable[[], str], tuple[int, int]]


def apply(app: Flask) -> None:
    """Register the limit; call it after the blueprints. The pocket app has none."""
    if app.config["RUNS_IN"] != "server" or not app.config["LIMITS"]:
        return
    from limits import parse

    bounds: Limits = {}
    for who, setting in ((client, "MOST_WRONG_CODES"), (everybody, "MOST_WRONG_CODES_OF_ALL")):
        limit = parse(app.config[setting])
        bounds[who] = limit.amount, limit.get_expiry()

    @app.before_request
    def refuse_more() -> Response | None:
        seconds = seconds_to_wait(bounds) if request.endpoint in CODES else 0
        return wait_answer(seconds) if seconds else None

    @app.after_request
    def count(answer: Response) -> Response:
        if g.get("code_is_wrong"):
            try:
                note_wrong(bounds)
            except Unavailable as error:  # raised in after_request it would be a 500
                return errors.unavailable(error)
        return answer


def count_as_wrong() -> None:
    """Count the code of this request as a wrong one, unlike a right one without a seat."""
    g.code_is_wrong = True


def seconds_to_wait(bounds: Limits) -> float:
    """Return the seconds before this phone's next try; 0 if it may try now."""
    for who, (most, seconds) in bounds.items():
        if wrong_codes(hashed(who()), within=timedelta(seconds=seconds)) >= most:
            return seconds
    typed = recent_wrong_codes()
    return typed[0] + PHONE_SECONDS - time.time() if len(typed) >= MOST_OF_PHONE else 0


def note_wrong(bounds: Limits) -> None:
    """Count one more wrong code; raises Unavailable."""
    session[TYPED] = [*recent_wrong_codes(), int(time.time())][-MOST_OF_PHONE:]
    kept = timedelta(seconds=max(seconds for _most, seconds in bounds.values()))
    for who in bounds:
        note_wrong_code(hashed(who()), kept=kept)


def recent_wrong_codes() -> list[int]:
    """Return the Unix times of this phone's recent wrong codes, oldest first."""
    return [typed for typed in session.get(TYPED, ()) if typed > time.time() - PHONE_SECONDS]


def hashed(who: str) -> str:
    """Return a keyed hash (HMAC) of a client, which the database stores in its place."""
    return keyed_hash(f"client {who}").hex()
