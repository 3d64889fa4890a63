"""A body the server will not read: the app answers it, in its own words, without seeing it."""

import io
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, Task, WSGITask
from waitress.utilities import RequestEntityTooLarge


class UnreadTask(WSGITask):
    """Ask the app about a request whose body is left unread, then close the connection."""

    def execute(self) -> None:
        """Answer, and say that the connection ends here."""
        self.set_close_on_finish()
        super().execute()

    def get_environment(self) -> dict[str, Any]:
        """Return the request with an empty body that still says how long the real one is."""
        environ: dict[str, Any] = super().get_environment()
        told = int(environ.get("CONTENT_LENGTH") or 0)
        environ["CONTENT_LENGTH"] = str(max(told, self.request.body_bytes_received))
        environ["wsgi.input"] = io.BytesIO()
        return environ


def error_task(channel: HTTPChannel, request: Any) -> Task:
    """Return what answers a request the server itself refuses."""
    is_too_large = isinstance(request.error, RequestEntityTooLarge)
    return (UnreadTask if is_too_large else ErrorTask)(channel, request)


class Channel(HTTPChannel):
    """A connection whose bodies may be too large."""

    error_task_class = staticmethod(error_task)
