"""Refuses to save while the clock of this machine is before 1970.

A board without a battery can start like that. Neither entries nor cookies can be dated then.
"""

import time

from flask import Flask, Response, request

from kalooki_ref.server.middleware import errors
from kalooki_ref.server.middleware.security import SAFE_METHODS, STATELESS
from kalooki_ref.words.language import gettext as _


def init_app(app: Flask) -> None:
    @app.before_request
    def refuse_before_1970() -> Response | None:
        changes = request.method not in SAFE_METHODS and request.path not in STATELESS
        if not changes or time.time() >= 0:
            return None
        answer = errors.page(
            503,
            sentence=_(
                "The clock of the machine that runs Kalooki Ref is wrong: it shows a day before "
                "1970. Set its date and time, then save again."
            ),
        )
        answer.headers["Retry-After"] = errors.RETRY_AFTER
        return answer
