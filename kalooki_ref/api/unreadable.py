"""Errors for invalid questions, in plain words that name the field and its choices."""

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import StrEnum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct


class UnreadableError(ValueError):
    """A question is invalid; the message names the field and shows a valid value."""


class ContradictionError(UnreadableError):
    """A question contradicts itself; the message names the facts."""


_PLACED = re.compile(r"(?P<words>.*?)(?: - at `\$\.?(?P<path>.*)`)?", re.DOTALL)
_PLAIN_TYPES = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a fraction",
    "str": "text",
    "array": "a list",
    "object": "an object",
}


def explained(message: str, question: type[Struct]) -> str:
    """Return msgspec's message in plain words: the field first, then its choices."""
    words, path = _PLACED.fullmatch(message).groups()  # type: ignore[union-attr]
    path = path or "input"
    words_taken = list(choices(_type_at(question, path)))
    if words_taken and not words.startswith("Object missing"):
        return f'"{path}" must be one of {", ".join(words_taken)}'
    words = re.sub(r"`(\w+)(?: \| null)?`", lambda m: _PLAIN_TYPES.get(m[1], f'"{m[1]}"'), words)
    for technical, plain in (
        ("Expected ", "must be "),
        (", got ", ", not "),
        ("Object missing required field ", "must have "),
    ):
        words = words.replace(technical, plain)
    is_name = words[0] in "'\""
    return f'"{path}": {words}' if is_name else f'"{path}" {words}'


def choices(kind: Any) -> Iterator[str]:
    """Yield the words that a type accepts; nothing if it accepts any."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        yield from kind
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    else:
        for part in get_args(kind):
            yield from choices(part)


def _type_at(question: type[Struct], path: str) -> Any:
    """Return the type of the field at a path such as ``melds[0].as``."""
    kind: Any = question
    for step in re.findall(r"[a-z]\w*", path):
        kind = _types_of_fields(kind).get(step)
    return kind


def _types_of_fields(kind: Any) -> dict[str, Any]:
    """Return the types of the fields of the object that a type takes, or of a list's objects."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    if is_dataclass(kind):
        return get_type_hints(kind, include_extras=True)
    return next(filter(None, map(_types_of_fields, get_args(kind))), {})
