"""The OpenAPI 3.1 document, generated from the signatures of the question functions."""

from typing import Any

from kalooki_ref.api.advice_questions import advice_question
from kalooki_ref.api.answers import BestPlay, Refused, Ruling, Unreadable
from kalooki_ref.api.fields import Schema
from kalooki_ref.api.judge import KINDS
from kalooki_ref.api.signatures import REFERENCE, schema_name, schemas_of, struct_of
from kalooki_ref.rules.systems import SYSTEMS

# Description of the API as a whole.
ABOUT = (
    "Verdicts on melds, lays, tacks, jokers, calls and scores. The order of real cards never "
    'matters: a run without jokers is read in its best order, and "result" shows it if it was '
    "listed in another. In a run with jokers, real cards that rise or fall are read in that "
    "direction, and a joker's place says what it is; a single real card is read low to high if "
    "possible, else high to low; real cards in no direction are sorted, and jokers keep their "
    'places. Real cards in "add" go wherever they fit, in any order, jokers in their turn; "end" '
    'says at which end. Hands in "players" are counted between turns unless "when" says '
    'otherwise. A score without "overcalls", "false_lays" or "bender_overcalled" has none; a '
    'call without "moment" comes in time; a refusal without "by" is the player\'s in turn. An '
    "event that has none of these facts asks for the rule, with everything else in order. Every "
    "other fact that may decide says so: left out, everything it could be is tried, and where the "
    'answers differ the verdict is unclear and "missing" names the facts. What contradicts '
    'itself is answered with "error". Words are always English.'
)

NAME: Schema = {"type": ["string", "integer", "null"]}
# Fields of every question: its id, and the rules it is judged by.
RULES: Schema = {
    "id": NAME,
    "system": {"enum": [name for s in SYSTEMS for name in (s.slug, s.sheet)]},
    "sheet": {"enum": [name for s in SYSTEMS for name in (s.sheet, s.slug)]},
    "house": {
        "type": "object",
        "description": "The table's own rules: a field of the system and the choice made.",
        "examples": [{"max_calls": "2", "jokers_side_by_side": True}],
    },
}


def document(*, most_bytes: int, most_questions: int, most_hands: int) -> Schema:
    limits = (
        f"A body of more than {most_bytes} bytes (much longer ones are not read to their end: the "
        "connection closes with this answer), or too many questions at a time."
    )
    judge = _path(
        "judge",
        "Judge one question, or many at once.",
        ("Question", "QuestionAnswer"),
        most=most_questions,
        limits=limits,
    )
    advise = _path(
        "advise",
        "Say what is best for one hand, or for many.",
        ("AdviceQuestion", "AdviceAnswer"),
        most=most_hands,
        limits=limits,
    )
    questions = {question for kind in KINDS.values() for question in kind} | {advice_question}
    structs = [struct_of(question) for question in questions]
    schemas = schemas_of(*structs, Ruling, BestPlay, Unreadable, Refused)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kalooki Ref",
            "version": "1",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {"/judge": {"post": judge}, "/advise": {"post": advise}},
        "components": {
            "schemas": {
                "Question": {"oneOf": [_question(kind) for kind in KINDS]},
                **schemas,
                "QuestionAnswer": _answer("Ruling"),
                "AdviceAnswer": _answer("BestPlay"),
                "AdviceQuestion": _advice_question(schemas["AdviceQuestion"]),
            }
        },
    }


def _question(kind: str) -> Schema:
    given = [_reference(schema_name(question)) for question in KINDS[kind]]
    return {
        "type": "object",
        "required": ["kind", "input"],
        "anyOf": [{"required": ["system"]}, {"required": ["sheet"]}],
        "properties": {**RULES, "kind": {"const": kind}, "input": {"anyOf": given}},
    }


def _answer(name: str) -> Schema:
    return {"oneOf": [_reference(name), _reference("Unreadable")]}


def _advice_question(schema: Schema) -> Schema:
    return {
        **schema,
        "anyOf": [{"required": ["system"]}, {"required": ["sheet"]}],
        "properties": {**RULES, **schema["properties"]},
        "examples": [
            {"id": 1, "system": "standard", "round": 1, "hand": "7H 7S 7D 9C 9D * KS KH KC 2D"}
        ],
    }


def _path(name: str, summary: str, schemas: tuple[str, str], *, most: int, limits: str) -> Schema:
    query, replied = map(_reference, schemas)
    about_lines = f"{most} JSON objects at most, a line each."
    lines = {"schema": {"type": "string", "description": about_lines}}
    many = {
        "oneOf": [
            query,
            {"type": "array", "maxItems": most, "description": "Each is answered by itself."},
        ]
    }
    answers = {"oneOf": [replied, {"type": "array", "items": replied}]}
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": _content(many, lines)},
        "responses": {
            "200": {
                "description": "One answer to each question, in order.",
                "content": _content(answers, lines),
            },
            "400": _refusal("The body is empty, not UTF-8 or not JSON."),
            "413": _refusal(limits),
            "415": _refusal("A form instead of JSON."),
            "422": {
                "description": "A single question that cannot be read; the answer says why.",
                "content": {"application/json": {"schema": replied}},
            },
        },
    }


def _content(schema: Schema, lines: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}, "application/x-ndjson": lines}


def _refusal(description: str) -> Schema:
    content = {"application/json": {"schema": _reference("Refused")}}
    return {"description": description, "content": content}


def _reference(name: str) -> Schema:
    return {"$ref": REFERENCE.format(name=name)}
