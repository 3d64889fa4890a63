"""Functions called with JSON objects: a keyword's annotation says what it takes, and describes it.

A question is a function of a rule system and of keywords, which are the fields of its object. A
keyword called ``as_`` is "as" in JSON; null means left out. A keyword that takes a dataclass has
the dataclass's fields in its place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from kalooki_ref.cards import Card, Cards, parse_card
from kalooki_ref.referee.meld import Meld, MeldKind

Json = Mapping[str, Any]
Schema = dict[str, Any]
Function = Callable[..., Any]
Named = TypeVar("Named", bound=Function)
Value = TypeVar("Value")

# More cards than any hand or meld has, so that nobody keeps the referee busy with one question.
MOST_CARDS = 30
MOST_MELDS = 20
# Beyond every count and score there can be.
MOST_NUMBER = 100_000

Melds = tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The smallest number a field takes."""

    least: int


Quantity = Annotated[int, AtLeast(0)]


@dataclass(frozen=True, slots=True, eq=False)
class Meanings:
    """The words a field takes where its values have others, and what each means."""

    meaning: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Decides:
    """A fact that may decide the answer: where it is missing, all these values of it are tried.

    Where they lead to different answers, nobody can tell, and the fact is named as missing. The
    question itself always gets one of them.
    """

    values: tuple[object, ...]


MAY_DECIDE = "Left out, the answer is unclear where it decides."
Fact = Annotated[bool, Decides((True, False))]


class UnreadableError(ValueError):
    """A question cannot be read; the message names the piece and shows a right one."""


class ContradictionError(UnreadableError):
    """A question contradicts itself; the message says which facts clash."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a JSON value is read, given its name; its schema; and what a missing fact can be."""

    read: Callable[[Any, str], Any]
    schema: Schema
    values: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a question: the keyword it becomes ("" for none), its name in JSON, its form."""

    keyword: str
    key: str
    form: Form
    is_required: bool


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


# Where a question says which one of its kind it is; an event may also be given as a claim.
NAMES = ("event", "claim", "ask")
_NAME_FIELDS: dict[Function, Field] = {}


def named(**names: str) -> Callable[[Named], Named]:
    """Let a function answer the questions that say so, such as ``event="lay"``."""
    ((key, word),) = names.items()

    def keep(function: Named) -> Named:
        _NAME_FIELDS[function] = Field("", key, _choice({word: word}), is_required=True)
        return function

    return keep


@cache
def fields_of(function: Function) -> tuple[Field, ...]:
    """Return the fields of a function's object: the word it answers to, then its keywords."""
    hints, records = get_type_hints(function, include_extras=True), dict(_records(function))
    found = [_NAME_FIELDS[function]] if function in _NAME_FIELDS else []
    for name, default in _keywords(function):
        if name in records:
            found += fields_of(records[name])
        else:
            form = _form_of(hints[name])
            is_required = default is Parameter.empty and not form.values
            found.append(Field(name, name.removesuffix("_"), form, is_required))
    return tuple(found)


def read(function: Function, value: object, name: str) -> dict[str, Any]:
    """Return the keywords an object holds; raises UnreadableError or CardError."""
    given = read_object(value, name)
    return {
        field.keyword: field.form.read(given.get(field.key), field.key)
        for field in fields_of(function)
        if field.keyword and (given.get(field.key) is not None or field.is_required)
    }


def called(function: Function, keywords: Json, *before: object) -> Any:
    """Return what the function answers to keywords that were read."""
    own = dict(keywords)
    for name, record in _records(function):
        parts = {field.keyword for field in fields_of(record)} & own.keys()
        own[name] = record(**{part: own.pop(part) for part in parts})
    return function(*before, **own)


def missing(function: Function, given: Json) -> set[str]:
    """Return what an object leaves out that the function cannot do without."""
    fields = fields_of(function)
    return {field.key for field in fields if field.is_required and given.get(field.key) is None}


def deciding(function: Function, keywords: Json) -> dict[str, tuple[object, ...]]:
    """Return the facts that may decide and that are missing: by keyword, all they can be."""
    return {
        field.keyword: field.form.values
        for field in fields_of(function)
        if field.form.values and keywords.get(field.keyword) is None
    }


def words_of(function: Function) -> tuple[str, ...]:
    """Return the words that pick this question among those of its kind."""
    for field in fields_of(function):
        if field.key in NAMES and "enum" in field.form.schema:
            return tuple(field.form.schema["enum"])
    return ()


def schema_of(function: Function) -> Schema:
    """Return the JSON Schema of an object: the docstring, the fields, those it must have."""
    fields = fields_of(function)
    schema: Schema = {
        "type": "object",
        "properties": {field.key: field.form.schema for field in fields},
        "description": " ".join((function.__doc__ or "").split()),
    }
    required = [field.key for field in fields if field.is_required]
    return schema | ({"required": required} if required else {})


def read_object(value: object, name: str) -> Json:
    if not isinstance(value, dict):
        raise UnreadableError(f'"{name}" must be an object')
    return value


def _keywords(function: Function) -> list[tuple[str, object]]:
    """Return the keywords, each with its default."""
    parameters = signature(function).parameters.values()
    return [(one.name, one.default) for one in parameters if one.kind is Parameter.KEYWORD_ONLY]


@cache
def _records(function: Function) -> tuple[tuple[str, Function], ...]:
    """Return the keywords that take a dataclass, each with it."""
    hints = get_type_hints(function, include_extras=True)
    names = (name for name, _default in _keywords(function))
    return tuple((name, hints[name]) for name in names if _is_record(hints[name]))


def _is_record(annotation: Any) -> bool:
    return is_dataclass(annotation) and annotation not in _PLAIN


def _form_of(annotation: Any) -> Form:
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _annotated(*arguments)
    if origin is Literal:
        return _choice({word: word for word in arguments})
    if origin in (Union, UnionType):
        [kind] = [kind for kind in arguments if kind is not NoneType]
        return _form_of(kind)
    if origin is tuple:
        return _list_of(_form_of(arguments[0]))
    if _is_record(annotation):
        return Form(
            lambda value, name: called(annotation, read(annotation, value, name)),
            schema_of(annotation),
        )
    return _choice({choice.value: choice for choice in annotation})


def _annotated(kind: Any, *notes: object) -> Form:
    words = next((note for note in notes if isinstance(note, Meanings)), None)
    form = _choice(words.meaning) if words else _form_of(kind)
    for note in notes:
        if isinstance(note, AtLeast):
            form = _bounded(form, note.least)
        elif isinstance(note, Decides):
            form = replace(_described(form, MAY_DECIDE), values=note.values)
        elif isinstance(note, str):
            form = _described(form, note)
    return form


def _described(form: Form, note: str) -> Form:
    known = form.schema.get("description")
    description = f"{note} {known}" if known else note
    return replace(form, schema=form.schema | {"description": description})


def _bounded(form: Form, least: int) -> Form:
    def read_bounded(value: object, name: str) -> int:
        number: int = form.read(value, name)
        return _check(number, number >= least, f'"{name}" cannot be below {least}')

    return replace(form, read=read_bounded, schema=form.schema | {"minimum": least})


def _choice(meaning: Mapping[str, object]) -> Form:
    def read_choice(value: Any, name: str) -> object:
        is_known = isinstance(value, str) and value in meaning
        known = ", ".join(meaning)
        return meaning[_check(value, is_known, f'"{name}" must be one of {known}, not {value!r}')]

    return Form(read_choice, {"enum": list(meaning)})


def _list_of(form: Form) -> Form:
    def read_list(value: Any, name: str) -> tuple[Any, ...]:
        is_short = isinstance(value, list) and len(value) <= MOST_MELDS
        _check(value, is_short, f'"{name}" must be a list of at most {MOST_MELDS}')
        return tuple(form.read(one, f"{name}[{place}]") for place, one in enumerate(value))

    return Form(read_list, {"type": "array", "items": form.schema, "maxItems": MOST_MELDS})


def _check(value: Value, is_right: bool, error: str) -> Value:
    if not is_right:
        raise UnreadableError(error)
    return value


def _read_meld(value: object, name: str) -> Meld:
    given = read_object(value, name)
    kind = given.get("as")
    _check(kind, kind is not None, f'"{name}" must say "as": "set" or "as": "run"')
    return Meld(_form_of(MeldKind).read(kind, "as"), _read_cards(given.get("cards"), "cards"))


def _read_cards(value: object, name: str) -> Cards:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise UnreadableError(f'"{name}" must be a list of cards, such as ["7H", "8H", "*"]')
    if len(words) > MOST_CARDS:
        raise UnreadableError(f'"{name}" holds {len(words)} cards; at most {MOST_CARDS} are judged')
    return tuple(parse_card(word) for word in words)


def _read_card(value: Any, name: str) -> Card:
    _check(value, isinstance(value, str), f'"{name}" must be a card, such as "7H"')
    return parse_card(value)


def _read_text(value: object, name: str) -> object:
    return _check(value, isinstance(value, str), f'"{name}" must be text')


def _read_flag(value: object, name: str) -> object:
    return _check(value, isinstance(value, bool), f'"{name}" must be true or false')


def _read_number(value: Any, name: str) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    is_right = is_number and abs(value) <= MOST_NUMBER
    return int(_check(value, is_right, f'"{name}" must be a whole number'))


def _read_totals(value: object, name: str) -> dict[str, int]:
    given = read_object(value, name)
    totals = {player: _read_number(total, player) for player, total in given.items()}
    return _check(totals, bool(totals), f'"{name}" must name at least one player')


_PLAIN: dict[Any, Form] = {
    bool: Form(_read_flag, {"type": "boolean"}),
    int: Form(_read_number, {"type": "integer"}),
    str: Form(_read_text, {"type": "string"}),
    Card: Form(_read_card, CARD),
    Cards: Form(_read_cards, CARDS),
    Meld: Form(_read_meld, MELD),
    dict[str, int]: Form(
        _read_totals, {"type": "object", "additionalProperties": {"type": "integer"}}
    ),
}
