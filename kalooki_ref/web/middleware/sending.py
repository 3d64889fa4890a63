"""A form that script sends is told where to go on, and goes there itself.

What the server would say on the next page is then said there, not to the script.
"""

from http import HTTPStatus

from flask import Flask, Response, request

SENT_BY = "X-Sent-By"


def init_app(app: Flask) -> None:
    app.after_request(tell_where)


def tell_where(response: Response) -> Response:
    """Turn "see there" into "done, go there" for a script, which could not read where to."""
    if response.status_code == HTTPStatus.SEE_OTHER and request.headers.get(SENT_BY) == "script":
        response.status_code = HTTPStatus.NO_CONTENT
        response.set_data(b"")
    return response
