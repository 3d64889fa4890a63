"""Calls functions with JSON objects, which msgspec validates against the function's signature.

A question is a function of a rule system and of keywords. The keywords are the fields of its JSON
object: ``as_`` is "as", null means left out, and a keyword annotated with a dataclass stands for
that dataclass's fields.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, partial
from inspect import Parameter, cleandoc, signature
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from kalooki_ref.api.fields import (
    MAY_DECIDE,
    Decides,
    Field,
    Meanings,
    Schema,
    note,
    read_cards,
    schema_of,
)
from kalooki_ref.api.unreadable import UnreadableError, choices, explained
from kalooki_ref.cards import Suit

Json = Mapping[str, Any]
Function = Callable[..., Any]
Named = TypeVar("Named", bound=Function)

REFERENCE = "#/components/schemas/{name}"
# Fields that select a question among those of its kind; they are interchangeable.
NAMES = ("event", "claim", "ask")
_NAMES_OF: dict[Function, tuple[str, str]] = {}


def named(**names: str) -> Callable[[Named], Named]:
    """Register a function for questions with this value in a field, such as ``event="lay"``."""
    (name,) = names.items()

    def register(function: Named) -> Named:
        _NAMES_OF[function] = name
        return function

    return register


@cache
def fields_of(function: Function) -> tuple[Field, ...]:
    """Return the fields of a function's JSON object: its keywords, dataclasses flattened."""
    found = list[Field]()
    for name, hint, is_optional in _keywords(function):
        if _is_record(hint):
            found += fields_of(hint)
        else:
            found.append(_field(name, hint, is_optional=is_optional))
    return tuple(found)


@cache
def struct_of(function: Function) -> type[Struct]:
    """Return the msgspec struct for a function's JSON object; left-out fields are UNSET."""
    of_name = [(key, Literal[word]) for key, word in [_NAMES_OF.get(function, ("", ""))] if key]
    return msgspec.defstruct(
        schema_name(function),
        of_name + [_struct_field(field) for field in fields_of(function)],
        rename=lambda keyword: keyword.removesuffix("_"),
        namespace={"__doc__": cleandoc(function.__doc__ or "")},
        kw_only=True,
        frozen=True,
    )


def schema_name(function: Function) -> str:
    """Return the name of a function's schema, such as LayQuestion for `lay_question`."""
    return function.__name__.title().replace("_", "")


def schemas_of(*types: Any) -> dict[str, Schema]:
    """Return the JSON Schemas of these types and of all types they refer to, by name."""
    schemas = msgspec.json.schema_components(types, schema_hook=schema_of, ref_template=REFERENCE)
    return schemas[1]


def read(function: Function, value: object, name: str, suits: Sequence[Suit]) -> Struct:
    """Decode a JSON object into the function's struct; raises UnreadableError.

    ``suits`` are those of the examples in an error.
    """
    given = {key: part for key, part in read_object(value, name).items() if part is not None}
    try:
        cards = partial(read_cards, suits=suits)
        return msgspec.convert(given, struct_of(function), dec_hook=cards)
    except msgspec.ValidationError as error:
        raise UnreadableError(explained(str(error), struct_of(function))) from None
    except UnicodeEncodeError as error:  # a lone surrogate, such as "\\ud800"
        raise UnreadableError(f'"{name}" holds half a character: {error.object!a}') from None


def keywords_of(function: Function, question: Struct) -> dict[str, Any]:
    """Return the keyword arguments in a decoded question."""
    given = [(field, getattr(question, field.keyword)) for field in fields_of(function)]
    return {
        field.keyword: field.meaning[value] if field.meaning else value
        for field, value in given
        if value is not UNSET
    }


def call_with(function: Function, keywords: Json, *before: object) -> Any:
    """Call the function with decoded keywords, after the positional arguments ``before``."""
    own = dict(keywords)
    for name, record, _is_optional in _keywords(function):
        if _is_record(record):
            parts = {field.name for field in fields(record)} & own.keys()
            own[name] = record(**{part: own.pop(part) for part in parts})
    return function(*before, **own)


def missing(function: Function, given: Json) -> set[str]:
    """Return the required fields that an object leaves out."""
    required = [field.key for field in fields_of(function) if field.is_required]
    if function in _NAMES_OF:
        required.append(_NAMES_OF[function][0])
    return {key for key in required if given.get(key) is None}


def deciding(function: Function, keywords: Json) -> dict[str, tuple[object, ...]]:
    """Return the possible values of each missing fact that may decide, by keyword."""
    return {
        field.keyword: field.values
        for field in fields_of(function)
        if field.values and keywords.get(field.keyword) is None
    }


@cache
def words_of(function: Function) -> tuple[str, ...]:
    """Return the values of `NAMES` that select this function."""
    if function in _NAMES_OF:
        return (_NAMES_OF[function][1],)
    named = [field for field in fields_of(function) if field.key in NAMES]
    return tuple(choices(named[0].type)) if named else ()


def unread(given: object, read: object, path: str = "") -> Iterator[str]:
    """Yield the paths of unknown fields of a JSON value."""
    if isinstance(given, list) and isinstance(read, tuple):
        for place, parts in enumerate(zip(given, read, strict=False)):
            yield from unread(*parts, f"{path}[{place}]")
    elif isinstance(given, Mapping) and not isinstance(read, Mapping):
        known = _known_fields(read)
        for key, part in given.items():
            name = f"{path}.{key}" if path else key
            if key in known:
                yield from unread(part, known[key], name)
            else:
                yield name


def read_object(value: object, name: str) -> Json:
    if not isinstance(value, dict):
        raise UnreadableError(f'"{name}" must be an object')
    return value


@cache
def _keywords(function: Function) -> tuple[tuple[str, Any, bool], ...]:
    """Return the keyword parameters: name, type, and whether optional."""
    hints = get_type_hints(function, include_extras=True)
    return tuple(
        (parameter.name, hints[parameter.name], parameter.default is not Parameter.empty)
        for parameter in signature(function).parameters.values()
        if parameter.kind is Parameter.KEYWORD_ONLY
    )


def _is_record(hint: Any) -> bool:
    return is_dataclass(hint)


def _field(keyword: str, hint: Any, *, is_optional: bool) -> Field:
    notes = getattr(hint, "__metadata__", ())
    values = next((note.values for note in notes if isinstance(note, Decides)), ())
    meaning = next((note.meaning for note in notes if isinstance(note, Meanings)), None)
    kind = Annotated[Literal[tuple(meaning)], *notes] if meaning else hint
    if values:
        said = [note.description for note in notes if isinstance(note, Meta) and note.description]
        kind = Annotated[kind, note(" ".join([*said, MAY_DECIDE]))]
    return Field(keyword, kind, not (is_optional or values), values, meaning)


def _struct_field(field: Field) -> tuple[str, Any] | tuple[str, Any, Any]:
    if field.is_required:
        return field.keyword, field.type
    return field.keyword, field.type | UnsetType, UNSET


def _known_fields(read: object) -> dict[str, object]:
    """Return the decoded fields by their names in JSON."""
    if isinstance(read, Struct):
        names = [(field.encode_name, field.name) for field in msgspec.structs.fields(read)]
    else:
        names = [(field.name, field.name) for field in fields(read)]  # type: ignore[arg-type]
    return {key: getattr(read, name) for key, name in names}
