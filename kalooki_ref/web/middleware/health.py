"""Whether the app runs, and whether it can write; for machines that ask."""

from flask import Blueprint

from kalooki_ref.store import can_write

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> tuple[dict[str, str], int]:
    return {"status": "ok"}, 200


@blueprint.get("/readyz")
def readyz() -> tuple[dict[str, str], int]:
    """Write a row and take it back; a database that cannot makes this a 503."""
    can_write()
    return {"status": "ready"}, 200
