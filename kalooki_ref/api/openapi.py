"""The description of the API, as OpenAPI 3.1, made from the signatures of the questions."""

from typing import Any

from kalooki_ref.api.advice_questions import advice_question
from kalooki_ref.api.judge import KINDS
from kalooki_ref.api.outcomes import QuestionFunction
from kalooki_ref.api.signatures import MELD, Schema, schema_of
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.systems import SYSTEMS

# What can be asked and how it is read, for people who write questions.
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
WORDS: Schema = {"type": "array", "items": {"type": "string"}}
IGNORED: Schema = {**WORDS, "description": "Fields of the question that nothing reads."}
ERROR: Schema = {
    "type": "string",
    "description": "Why the question could not be read, or what in it contradicts itself.",
}
# What every question says: its name, and the rules it is judged by.
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


def _points(note: str) -> Schema:
    return {"type": ["integer", "null"], "description": note}


def document(*, most_bytes: int, most_questions: int) -> Schema:
    limits = (
        f"A body of more than {most_bytes} bytes (much longer ones are not read to their end: the "
        "connection closes with this answer), or too many questions at a time."
    )
    judge = _path("judge", "Judge one question, or many at once.", "Question", "Answer", limits)
    advise = _path(
        "advise",
        "Say what is best for one hand, or for many.",
        "AdviceQuestion",
        "AdviceAnswer",
        limits,
    )
    questions = {question for kind in KINDS.values() for question in kind}
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
                "Questions": {
                    "type": "array",
                    "maxItems": most_questions,
                    "description": "Each is answered by itself.",
                },
                "Answer": ANSWER,
                "AdviceQuestion": _advice_question(),
                "AdviceAnswer": ADVICE_ANSWER,
                "Refused": {
                    "type": "object",
                    "required": ["error"],
                    "properties": {"error": {"type": "string"}, "status": {"type": "integer"}},
                },
                **{schema_name(question): schema_of(question) for question in questions},
            }
        },
    }


def schema_name(question: QuestionFunction) -> str:
    """Return what a question's schema is called: LayQuestion for `lay_question`."""
    return question.__name__.title().replace("_", "")


def _question(kind: str) -> Schema:
    given = [_reference(schema_name(question)) for question in KINDS[kind]]
    return {
        "type": "object",
        "required": ["kind", "input"],
        "anyOf": [{"required": ["system"]}, {"required": ["sheet"]}],
        "properties": {**RULES, "kind": {"const": kind}, "input": {"anyOf": given}},
    }


def _advice_question() -> Schema:
    query = schema_of(advice_question)
    return {
        **query,
        "anyOf": [{"required": ["system"]}, {"required": ["sheet"]}],
        "properties": {**RULES, **query["properties"]},
        "examples": [
            {"id": 1, "system": "standard", "round": 1, "hand": "7H 7S 7D 9C 9D * KS KH KC 2D"}
        ],
    }


ANSWER: Schema = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": NAME,
        "verdict": {"oneOf": [{"enum": ["legal", "illegal", "unclear"]}, {"type": "integer"}]},
        "codes": {"type": "array", "items": {"enum": [code.value for code in Code]}},
        "says": {"type": "string"},
        "result": {**WORDS, "description": "The meld afterwards, low to high."},
        "instead": {**WORDS, "description": "A legal order, else the smallest repair."},
        "reading": {**WORDS, "description": "The cards, each joker as what it stands for."},
        "assumes": WORDS,
        "missing": {**WORDS, "description": "Facts that decide, and were left out."},
        "clauses": WORDS,
        "ignored": IGNORED,
        "error": ERROR,
    },
}
LAID: Schema = {
    **MELD,
    "properties": {
        **MELD["properties"],
        "after_step": {
            "type": "integer",
            "minimum": 1,
            "description": "Laid after this many of the steps, which take jokers from the board.",
        },
    },
}
ADVICE_ANSWER: Schema = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": NAME,
        "can_come_down": {"type": "boolean"},
        "lay": {"type": "array", "items": LAID},
        "tacks": {"type": "array", "items": {"type": "object"}},
        "joker_moves": {"type": "array", "items": {"type": "object"}},
        "discard": {"type": ["string", "null"]},
        "leftover": _points("The least that can stay in hand while nothing need be thrown."),
        "leftover_after_discard": _points(
            "The least after the turn's discard; this plan leaves it."
        ),
        "leftover_before_discard": _points(
            "What this plan leaves before its discard; another may leave less."
        ),
        "goes_out": {"type": "boolean"},
        "bends": {"type": "boolean"},
        "missing": {**WORDS, "description": "The fewest cards that would let it come down."},
        "warnings": {**WORDS, "description": "Cards there are more of than the pack holds."},
        "barred": {"type": "boolean", "description": "An overcall forbids coming down."},
        "proved": {"type": "boolean", "description": "Nothing better exists, for certain."},
        "ignored": IGNORED,
        "error": ERROR,
    },
}


def _path(name: str, summary: str, question: str, answer: str, limits: str) -> Schema:
    query, replied = _reference(question), _reference(answer)
    lines = {"schema": {"type": "string", "description": "One JSON object a line."}}
    many = {"oneOf": [query, _reference("Questions")]}
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
    return {"$ref": f"#/components/schemas/{name}"}
