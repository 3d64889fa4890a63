"""A game's event stream (server-sent events): sends the change number whenever it grows.

A page that receives a new number fetches itself again, and gets 304 if it hasn't changed. With our
HTTP server a stream stays open without a thread. With any other server it ends after one event, and
the browser reconnects after a few seconds.
"""

import hashlib
import re
from http import HTTPStatus

from flask import Blueprint, Flask, Response, abort, current_app, request

from kalooki_ref.server.middleware.monitoring import OPEN_STREAMS
from kalooki_ref.server.stream_hub import HUB, STAYS, Hub, event
from kalooki_ref.store.changes import listen
from kalooki_ref.store.event_store import changes_of
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.entry_words import entry_words

blueprint = Blueprint("stream", __name__)

RETRY_MILLISECONDS = 4000
# Parts of a page that differ in every response.
OF_ITS_OWN = re.compile(r' data-changes="\d+"|name="key" value="\w*"')


def init_app(app: Flask) -> None:
    app.jinja_env.globals["newest_words"] = newest_words
    if app.config["RUNS_IN"] == "server":
        hub = Hub(app.config["MOST_STREAMS"], app.extensions[OPEN_STREAMS])
        app.extensions[HUB] = hub
        listen(app, hub.publish)
        app.after_request(tag)


def newest_words(opened: OpenGame) -> str:
    """Return the newest entry's sentence, which screen readers announce after an update."""
    return entry_words(opened, opened.entries[-1])


@blueprint.get("/g/<game_id>/stream")
def show(game_id: str) -> Response:
    """Send the game's change number; the HTTP server sends the following ones."""
    hub: Hub | None = current_app.extensions.get(HUB)
    if hub is None:
        abort(404)
    number = changes_of(game_id)
    answer = Response(event(number, retry=RETRY_MILLISECONDS), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store, no-transform"
    answer.headers["X-Accel-Buffering"] = "no"
    if hub.is_running and request.method == "GET":
        answer.headers[STAYS] = str(number)
    return answer


def tag(response: Response) -> Response:
    """Answer 304 to a conditional request for a page if nothing visible has changed."""
    is_conditional = "If-None-Match" in request.headers and response.mimetype == "text/html"
    if is_conditional and response.status_code == HTTPStatus.OK and "ETag" not in response.headers:
        page = response.get_data(as_text=True)
        seen = OF_ITS_OWN.sub("", page).encode()
        response.set_etag(hashlib.sha256(seen).hexdigest()[:16], weak=True)
        response.make_conditional(request)
    return response
