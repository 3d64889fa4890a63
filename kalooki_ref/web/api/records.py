"""Typed records read from JSON objects: a field's annotation says what it takes, and describes it.

A question is a frozen dataclass. `read` builds one from an object or names the piece that is
wrong; `schema_of` gives its JSON Schema. A field called ``as_`` is "as" in JSON; null means
left out.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from kalooki_ref.cards import Card, parse_card
from kalooki_ref.referee.meld import Meld, MeldKind

Json = Mapping[str, Any]
Schema = dict[str, Any]
Record = TypeVar("Record")

MOST_CARDS = 30
"""More cards than any hand or meld has, so that nobody keeps the referee busy with one question."""
MOST_MELDS = 20
MOST_NUMBER = 100_000
"""Beyond every count and score there can be."""

Cards = tuple[Card, ...]
Melds = tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The smallest number a field takes."""

    least: int


Count = Annotated[int, AtLeast(0)]


@dataclass(frozen=True, slots=True)
class Decides:
    """A fact that may decide the answer: where it is missing, all these values of it are tried.

    Where they lead to different answers, nobody can tell, and the fact is named as missing.
    """

    values: tuple[object, ...]


MAY_DECIDE = "Left out, the answer is unclear where it decides."
Fact = Annotated[bool | None, Decides((True, False))]
"""True or false, and None where nobody said."""


class UnreadableError(ValueError):
    """A question cannot be read; the message names the piece and shows a right one."""


class ContradictionError(UnreadableError):
    """What a question tells cannot all be true; the message says what contradicts what."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a field takes: how a JSON value is read, given its name, and the schema of it."""

    read: Callable[[Any, str], Any]
    schema: Schema


CARD: Schema = {
    "type": "string",
    "description": "Rank and suit (7H, 10S, AC; Kooky's colours 13E, AB), or * for a joker.",
    "examples": ["7H", "*"],
}
CARDS: Schema = {
    "oneOf": [{"type": "array", "items": CARD, "maxItems": MOST_CARDS}, {"type": "string"}],
    "description": "A list of cards, or one text with spaces.",
}
MELD: Schema = {
    "type": "object",
    "required": ["as", "cards"],
    "properties": {"as": {"enum": [kind.value for kind in MeldKind]}, "cards": CARDS},
}


def read(record: Callable[..., Record], value: object, name: str) -> Record:
    """Return the record an object holds; raises UnreadableError or CardError."""
    given = read_object(value, name)
    required = _required(record)
    pieces = {
        field.name: form.read(given.get(key), key)
        for field, key, form in _fields(record)
        if given.get(key) is not None or key in required
    }
    return record(**pieces)


def missing(record: Any, given: Json) -> set[str]:
    """Return what an object leaves out that the record cannot do without."""
    return {key for key in _required(record) if given.get(key) is None}


def schema_of(record: Any) -> Schema:
    """Return the JSON Schema of a record: its docstring, its fields, those it cannot do without."""
    properties = {key: form.schema for _field, key, form in _fields(record)}
    schema: Schema = {"type": "object", "properties": properties}
    if record.__doc__:
        schema["description"] = " ".join(record.__doc__.split())
    required = _required(record)
    return schema | ({"required": required} if required else {})


def untold(record: Any) -> dict[str, tuple[object, ...]]:
    """Return the facts that may decide a record and that are missing: by name, all they can be."""
    kind: Any = type(record)
    return {name: values for name, values in deciding(kind) if getattr(record, name) is None}


def words_of(record: Any, *keys: str) -> tuple[str, ...]:
    """Return the words that pick this record: the choices of its field by one of these names."""
    for _field, key, form in _fields(record):
        if key in keys and "enum" in form.schema:
            return tuple(form.schema["enum"])
    return ()


def read_object(value: object, name: str) -> Json:
    """Return the value as an object."""
    if not isinstance(value, dict):
        raise UnreadableError(f'"{name}" must be an object')
    return value


def read_number(value: object, name: str) -> int:
    """Return the value as a whole number."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_NUMBER:
        raise UnreadableError(f'"{name}" must be a whole number')
    return value


def read_meld(value: object, name: str) -> Meld:
    """Return the meld of an object such as {"as": "run", "cards": ["7H", "8H", "9H"]}."""
    given = read_object(value, name)
    if given.get("as") is None:
        raise UnreadableError(f'"{name}" must say "as": "set" or "as": "run"')
    kind = _choice(MeldKind).read(given["as"], "as")
    return Meld(kind, _read_cards(given.get("cards"), "cards"))


@cache
def _fields(record: Any) -> tuple[tuple[Any, str, Form], ...]:
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        (field, field.name.removesuffix("_"), _form_of(hints[field.name]))
        for field in fields(record)
    )


@cache
def deciding(record: Any) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """Return the facts that may decide a kind of record, each with all it can be."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        (name, note.values)
        for name, hint in hints.items()
        for note in getattr(hint, "__metadata__", ())
        if isinstance(note, Decides)
    )


def _required(record: Any) -> list[str]:
    return [
        key
        for field, key, _form in _fields(record)
        if field.default is MISSING and field.default_factory is MISSING
    ]


def _form_of(annotation: Any) -> Form:
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin = get_origin(annotation)
    if origin is Annotated:
        return _annotated(*get_args(annotation))
    if origin is Literal:
        return _words(get_args(annotation))
    if origin in (Union, UnionType):
        [told] = [kind for kind in get_args(annotation) if kind is not NoneType]
        return _form_of(told)
    if origin is tuple:
        return _list_of(_form_of(get_args(annotation)[0]))
    if is_dataclass(annotation):
        record: Any = annotation
        return Form(lambda value, name: read(record, value, name), schema_of(record))
    return _choice(annotation)


def _annotated(kind: Any, *notes: object) -> Form:
    form = _form_of(kind)
    for note in notes:
        if isinstance(note, AtLeast):
            form = _bounded(form, note.least)
        elif isinstance(note, Decides):
            form = _described(form, MAY_DECIDE)
        elif isinstance(note, str):
            form = _described(form, note)
    return form


def _described(form: Form, note: str) -> Form:
    known = form.schema.get("description")
    return Form(form.read, form.schema | {"description": f"{note} {known}" if known else note})


def _bounded(form: Form, least: int) -> Form:
    def read_bounded(value: object, name: str) -> int:
        number: int = form.read(value, name)
        if number < least:
            raise UnreadableError(f'"{name}" cannot be below {least}')
        return number

    return Form(read_bounded, form.schema | {"minimum": least})


def _choice(choices: type[StrEnum]) -> Form:
    form = _words(tuple(choice.value for choice in choices))
    return Form(lambda value, name: choices(form.read(value, name)), form.schema)


def _words(known: tuple[str, ...]) -> Form:
    def read_word(value: object, name: str) -> str:
        if not isinstance(value, str) or value not in known:
            raise UnreadableError(f'"{name}" must be one of {", ".join(known)}, not {value!r}')
        return value

    return Form(read_word, {"enum": list(known)})


def _list_of(form: Form) -> Form:
    def read_list(value: object, name: str) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > MOST_MELDS:
            raise UnreadableError(f'"{name}" must be a list of at most {MOST_MELDS}')
        return tuple(form.read(one, f"{name}[{place}]") for place, one in enumerate(value))

    return Form(read_list, {"type": "array", "items": form.schema, "maxItems": MOST_MELDS})


def _read_cards(value: object, name: str) -> Cards:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise UnreadableError(f'"{name}" must be a list of cards, such as ["7H", "8H", "*"]')
    if len(words) > MOST_CARDS:
        raise UnreadableError(f'"{name}" holds {len(words)} cards; at most {MOST_CARDS} are judged')
    return tuple(parse_card(word) for word in words)


def _read_card(value: object, name: str) -> Card:
    if not isinstance(value, str):
        raise UnreadableError(f'"{name}" must be a card, such as "7H"')
    return parse_card(value)


def _read_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise UnreadableError(f'"{name}" must be text')
    return value


def _read_flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise UnreadableError(f'"{name}" must be true or false')
    return value


def _read_totals(value: object, name: str) -> dict[str, int]:
    totals = {
        player: read_number(total, player) for player, total in read_object(value, name).items()
    }
    if not totals:
        raise UnreadableError(f'"{name}" must name at least one player')
    return totals


_PLAIN: dict[Any, Form] = {
    bool: Form(_read_flag, {"type": "boolean"}),
    int: Form(read_number, {"type": "integer"}),
    str: Form(_read_text, {"type": "string"}),
    Card: Form(_read_card, CARD),
    Cards: Form(_read_cards, CARDS),
    Meld: Form(read_meld, MELD),
    dict[str, int]: Form(
        _read_totals, {"type": "object", "additionalProperties": {"type": "integer"}}
    ),
}
