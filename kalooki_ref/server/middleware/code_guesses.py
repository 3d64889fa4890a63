"""Wrong codes are counted: the phone that typed too many has to wait, then its address, then all.

Who waits gets no answer to a right code either; otherwise a guess would still find one. The phone's
own count is in its session, so that one phone does not lock out its household; a guesser without
cookies is known by its address.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from flask import Flask, Response, request, session

from kalooki_ref.server.middleware import errors
from kalooki_ref.server.middleware.limits import client, everybody, wait_answer
from kalooki_ref.server.settings import only_here
from kalooki_ref.store.tables import Unavailable
from kalooki_ref.store.wrong_codes import note_wrong_code, wrong_codes

# Where a code may be guessed.
CODES = ("join.find", "join.show", "join.join")
WRONG = {404, 422}
MOST_OF_PHONE, PHONE_SECONDS, TYPED = 10, 600, "wrong_codes"


# How many wrong codes each may type, by who is counted, and in how many seconds.
Limits = dict[Callable[[], str], tuple[int, int]]


def apply(app: Flask) -> None:
    """Count the wrong codes of an app whose pages are registered; not in a phone."""
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
    def note(answer: Response) -> Response:
        if request.endpoint in CODES and answer.status_code in WRONG:
            try:
                note_wrong(bounds)
            except Unavailable as error:  # Flask lets what is raised here become a 500
                return errors.unavailable(error)
        return answer


def seconds_to_wait(bounds: Limits) -> float:
    """Return how long this phone waits before it may try a code; 0 where it may now."""
    for who, (most, seconds) in bounds.items():
        if wrong_codes(hashed(who()), within=timedelta(seconds=seconds)) >= most:
            return seconds
    typed = typed_here()
    return typed[0] + PHONE_SECONDS - time.time() if len(typed) >= MOST_OF_PHONE else 0


def note_wrong(bounds: Limits) -> None:
    """Count one more; raises Unavailable."""
    session[TYPED] = [*typed_here(), int(time.time())][-MOST_OF_PHONE:]
    kept = timedelta(seconds=max(seconds for _most, seconds in bounds.values()))
    for who in bounds:
        note_wrong_code(hashed(who()), kept=kept)


def typed_here() -> list[int]:
    """Return when this phone typed its wrong codes of late, in seconds since 1970."""
    return [at for at in session.get(TYPED, ()) if at > time.time() - PHONE_SECONDS]


def hashed(who: str) -> str:
    """Return what stands for a client in the database: a hash that takes our secret to make."""
    return only_here(f"client {who}").hex()
