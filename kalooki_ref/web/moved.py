"""Addresses that pages had before: each sends on to the one of today, its query kept."""

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

blueprint = Blueprint("moved", __name__)

MOVED = {
    "/g/<game_id>/log": "/g/{game_id}/history",
    "/g/<game_id>/log/writer": "/g/{game_id}/history/writer",
    "/house": "/house-rules",
    "/house/<path:rest>": "/house-rules/{rest}",
}


def add_rule(old: str, new: str) -> None:
    """Send ``old`` on to ``new``: for good, and a form with all it holds."""

    def send_on(**parts: str) -> Response:
        query = request.query_string.decode("latin-1")
        address = request.script_root + new.format(**parts) + (f"?{query}" if query else "")
        return redirect(address, 301 if request.method in {"GET", "HEAD"} else 308)

    blueprint.add_url_rule(old, old, send_on, methods=["GET", "POST"])


for old_address, new_address in MOVED.items():
    add_rule(old_address, new_address)
