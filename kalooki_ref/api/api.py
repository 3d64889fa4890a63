"""HTTP endpoints of the API: a question, a list, or JSON lines; and the OpenAPI document."""

import json
from collections.abc import Callable
from typing import Any, NoReturn

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from kalooki_ref.api import advice_questions as advising
from kalooki_ref.api import judge as judging
from kalooki_ref.api.openapi import document
from kalooki_ref.api.signatures import Json
from kalooki_ref.api.unreadable import UnreadableError
from kalooki_ref.decoding import DecodingError, NotText, decoded
from kalooki_ref.server.heavy_work import Stopwatch, heavy_work
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")

MOST_BYTES = 1_000_000
MOST_QUESTIONS = 2000
# A search takes longer than a verdict.
MOST_HANDS = 50
LINES = "application/x-ndjson"
LINE_TYPES = (LINES, "application/jsonl", "application/x-jsonlines", "text/plain")
FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
Answerer = Callable[[object], judging.Answered]
TOO_LATE = "this took too long beside the questions before it; send it in a request of its own"


@blueprint.post("/judge")
def judge() -> ResponseReturnValue:
    with heavy_work() as watch:
        return answered(with_time_limit(judging.judge, watch))


@blueprint.post("/advise")
def advise() -> ResponseReturnValue:
    with heavy_work() as watch:

        def answer(query: object) -> judging.Answered:
            return advising.advise(query, is_short=watch.is_late)

        return answered(with_time_limit(answer, watch), most=MOST_HANDS)


@blueprint.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    return document(most_bytes=MOST_BYTES, most_questions=MOST_QUESTIONS, most_hands=MOST_HANDS)


def with_time_limit(answer: Answerer, watch: Stopwatch) -> Answerer:
    """Wrap an answerer so that it refuses questions once the request has taken too long."""

    def answer_in_time(query: object) -> judging.Answered:
        if watch.is_over:
            return judging.answer_object(query, refuse_late)
        return answer(query)

    return answer_in_time


def refuse_late(_question: Json) -> NoReturn:
    raise UnreadableError(TOO_LATE)


def answered(answer: Answerer, *, most: int = MOST_QUESTIONS) -> ResponseReturnValue:
    """Answer the request's body: one question, a list of questions, or JSON lines."""
    text = body_text()
    query = parsed(text)
    if isinstance(query, list):
        return [answer(question) for question in limited(query, most)]
    if query is not None:
        answered = answer(query)
        return answered, 422 if "error" in answered else 200
    lines = limited(judging.lines_of(text), most)
    answers = (json.dumps(judging.answer_line(line, answer)) + "\n" for line in lines)
    return Response("".join(answers), mimetype=LINES)


def body_text() -> str:
    """Return the body as text; aborts if it is too large, a form, empty, or not UTF-8."""
    if request.mimetype in FORM_TYPES:
        abort(415, _("Send JSON with the header Content-Type: application/json."))
    request.max_content_length = MOST_BYTES
    try:
        return decoded(request.get_data())
    except RequestEntityTooLarge:
        abort(413, _("Send at most %(most)s bytes at a time.", most=MOST_BYTES))
    except DecodingError as error:
        if error.reason is NotText.EMPTY:
            abort(400, _("The body is empty: send a question as a JSON object."))
        abort(400, _("The body is not UTF-8."))


def parsed(text: str) -> object:
    """Return the JSON value of the body; None if it is JSON lines."""
    try:
        value = json.loads(text)
    except RecursionError:
        abort(400, _("This JSON is nested too deeply."))
    except ValueError as error:
        if request.mimetype in LINE_TYPES or len(judging.lines_of(text)) > 1:
            return None
        abort(400, _("This is not JSON: %(error)s", error=error))
    if not isinstance(value, dict | list):
        abort(400, _("Send a question as a JSON object, or a list of them."))
    return value


def limited(questions: list[Any], most: int) -> list[Any]:
    if len(questions) > most:
        abort(413, _("Send at most %(most)s questions at a time.", most=most))
    return questions
