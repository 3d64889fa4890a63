"""The door for programs that ask for advice.

Not here: what is asked and answered (web.programs.advices), and how bodies are read
(web.programs.api).
"""

from flask import Blueprint, Response

from kalooki_ref.web.programs.advices import advise_object
from kalooki_ref.web.programs.api import answered

blueprint = Blueprint("advise_api", __name__, url_prefix="/api/v1")

MOST_QUESTIONS = 50
"""A search takes longer than a verdict."""


@blueprint.post("/advise")
def advise() -> Response:
    return answered(advise_object, most=MOST_QUESTIONS)
