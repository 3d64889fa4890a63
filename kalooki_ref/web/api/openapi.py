"""The description of the doors for programs, as OpenAPI 3.1."""

from typing import Any

from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.api.limits import MOST_BYTES, MOST_QUESTIONS
from kalooki_ref.web.api.openapi_advice import answer_schema, question_schema
from kalooki_ref.web.api.rulings import KINDS

Described = dict[str, Any]

CARD = {
    "type": "string",
    "description": "Rank and suit (7H, 10S, AC; Kooky's colours 13E, AB), or * for a joker.",
    "examples": ["7H", "*"],
}
CARDS = {
    "oneOf": [{"type": "array", "items": CARD, "maxItems": 30}, {"type": "string"}],
    "description": "A list of cards, or one text with spaces.",
}
MELD = {
    "type": "object",
    "required": ["as", "cards"],
    "properties": {
        "as": {"enum": ["set", "run"]},
        "cards": CARDS,
    },
}
QUESTION = {
    "type": "object",
    "required": ["kind", "input"],
    "anyOf": [{"required": ["system"]}, {"required": ["sheet"]}],
    "properties": {
        "id": {"type": ["string", "integer", "null"]},
        "system": {"enum": [name for s in SYSTEMS for name in (s.slug, s.sheet)]},
        "sheet": {"enum": [name for s in SYSTEMS for name in (s.sheet, s.slug)]},
        "house": {
            "type": "object",
            "description": "The table's own rules: a field of the system and the choice made.",
            "examples": [{"max_calls": "2", "jokers_side_by_side": True}],
        },
        "kind": {"enum": list(KINDS)},
        "input": {
            "type": "object",
            "description": (
                "meld: as, cards, phase (lay, tack); contract: round, melds, "
                "builders_value, goes_out, laid_before; tack: target, add, "
                "end, laid; joker_replace: target, index, with, by, laid, to; each of these: "
                "players, how many play, where the pack hangs on it; calls: round, hand or "
                "players, when, laid, calls, ask; score: round, hand, laid, winner, bent, "
                "kalooki, overcalls, false_lays, bender_overcalled; laydown and end: an event, a "
                "claim or an ask."
            ),
        },
    },
    "examples": [
        {
            "id": 1,
            "system": "standard",
            "kind": "meld",
            "input": {"as": "run", "cards": ["7H", "8H", "*", "*"]},
        }
    ],
}
NAME = {"type": ["string", "integer", "null"]}
PLAIN_CARDS = {"type": "array", "items": {"type": "string"}}
ANSWER = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": NAME,
        "verdict": {
            "oneOf": [{"enum": ["legal", "illegal", "unclear"]}, {"type": "integer"}],
        },
        "codes": {"type": "array", "items": {"enum": [code.value for code in Code]}},
        "says": {"type": "string"},
        "result": {**PLAIN_CARDS, "description": "The meld afterwards, low to high."},
        "instead": {**PLAIN_CARDS, "description": "A legal order, else the smallest repair."},
        "reading": {**PLAIN_CARDS, "description": "The cards, each joker as what it stands for."},
        "assumes": {"type": "array", "items": {"type": "string"}},
        "clauses": {"type": "array", "items": {"type": "string"}},
        "error": {"type": "string", "description": "Why the question could not be read."},
    },
}
MANY = {
    "type": "array",
    "description": (
        f"Questions, at most {MOST_QUESTIONS}, each answered by itself: what cannot be read with "
        "an error."
    ),
}
REFUSED = {
    "type": "object",
    "required": ["error"],
    "properties": {"error": {"type": "string"}, "status": {"type": "integer"}},
}


def document() -> Described:
    """Return the whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kalooki Ref",
            "version": "1",
            "description": "Verdicts on melds, lays, tacks, jokers, calls and scores.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {
            "/judge": {"post": asking("judge", "Judge one question, or many at once.")},
            "/advise": {
                "post": asking(
                    "advise",
                    "Say what is best for one hand, or for many.",
                    question="AdviceQuestion",
                    answer="AdviceAnswer",
                )
            },
        },
        "components": {
            "schemas": {
                "Question": QUESTION,
                "Answer": ANSWER,
                "AdviceQuestion": question_schema(QUESTION["properties"], cards=CARDS, meld=MELD),
                "AdviceAnswer": answer_schema(QUESTION["properties"], meld=MELD),
                "Refused": REFUSED,
            }
        },
    }


def asking(
    name: str, summary: str, *, question: str = "Question", answer: str = "Answer"
) -> Described:
    """Return the description of a door that takes one question, a list, or one a line."""
    asked, told = reference(question), reference(answer)
    lines = {"schema": {"type": "string", "description": "One JSON object a line."}}
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": {"oneOf": [asked, MANY]}},
                "application/x-ndjson": lines,
            },
        },
        "responses": {
            "200": {
                "description": "One answer to each question, in order.",
                "content": {
                    "application/json": {"schema": one_or_many(told)},
                    "application/x-ndjson": lines,
                },
            },
            "400": refusal("The body is empty, not UTF-8 or not JSON."),
            "413": refusal(
                f"A body of more than {MOST_BYTES} bytes (much longer ones are not read to their "
                "end: the connection closes with this answer), or too many questions at a time."
            ),
            "415": refusal("A form instead of JSON."),
            "422": {
                "description": "A single question that cannot be read; the answer says why.",
                "content": {"application/json": {"schema": told}},
            },
        },
    }


def reference(name: str) -> Described:
    return {"$ref": f"#/components/schemas/{name}"}


def one_or_many(schema: Described) -> Described:
    return {"oneOf": [schema, {"type": "array", "items": schema, "maxItems": MOST_QUESTIONS}]}


def refusal(description: str) -> Described:
    return {
        "description": description,
        "content": {"application/json": {"schema": reference("Refused")}},
    }
