"""The door for programs that ask for advice."""

from flask import Blueprint, Response

from kalooki_ref.web.api.advices import advise_object
from kalooki_ref.web.api.api import answered

blueprint = Blueprint("advise_api", __name__, url_prefix="/api/v1")

MOST_QUESTIONS = 50
"""A search takes longer than a verdict."""


@blueprint.post("/advise")
def advise() -> Response:
    return answered(advise_object, most=MOST_QUESTIONS)
