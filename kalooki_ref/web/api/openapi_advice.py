"""What the description says of advice: the question and the answer."""

from typing import Any

Described = dict[str, Any]

_POINTS = {"type": ["integer", "null"], "description": "Points; null where it cannot come down."}
_WORDS = {"type": "array", "items": {"type": "string"}}


def question_schema(parts: Described, *, cards: Described, meld: Described) -> Described:
    """Return the schema of a question; ``parts`` are those every question has."""
    return {
        "type": "object",
        "required": ["hand"],
        "anyOf": [{"required": ["system"]}, {"required": ["sheet"]}],
        "properties": {
            **{name: parts[name] for name in ("id", "system", "sheet", "house")},
            "contract": {"type": "string", "examples": ["334"]},
            "round": {"type": "integer", "minimum": 1, "maximum": 9},
            "hand": cards,
            "table": {
                "type": "array",
                "maxItems": 20,
                "description": "Runs low to high, so that a joker's place says what it stands for.",
                "items": {
                    **meld,
                    "properties": {**meld["properties"], "owner": {"enum": ["own", "other"]}},
                },
            },
            "down": {"type": "boolean"},
            "calls": {"type": ["integer", "null"], "minimum": 0},
        },
        "examples": [
            {"id": 1, "system": "standard", "round": 1, "hand": "7H 7S 7D 9C 9D * KS KH KC 2D"}
        ],
    }


def answer_schema(parts: Described, *, meld: Described) -> Described:
    """Return the schema of an answer."""
    return {
        "type": "object",
        "required": ["id"],
        "properties": {
            "id": parts["id"],
            "can_come_down": {"type": "boolean"},
            "lay": {"type": "array", "items": _laid(meld)},
            "tacks": {"type": "array", "items": {"type": "object"}},
            "joker_moves": {"type": "array", "items": {"type": "object"}},
            "discard": {"type": ["string", "null"]},
            "leftover": _POINTS,
            "leftover_after_discard": _POINTS,
            "goes_out": {"type": "boolean"},
            "bends": {"type": "boolean"},
            "missing": {**_WORDS, "description": "The fewest cards that would let it come down."},
            "warnings": {**_WORDS, "description": "Cards there are more of than the pack holds."},
            "barred": {"type": "boolean", "description": "An overcall forbids coming down."},
            "proved": {
                "type": "boolean",
                "description": "Whether nothing better exists for certain.",
            },
            "error": {"type": "string", "description": "Why the question could not be read."},
        },
    }


def _laid(meld: Described) -> Described:
    after = {
        "type": "integer",
        "minimum": 1,
        "description": "Laid after so many of the steps, which take jokers from the table for it.",
    }
    return {**meld, "properties": {**meld["properties"], "after_step": after}}
