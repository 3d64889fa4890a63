"""Functions called with JSON objects: msgspec reads and describes a struct made from the signature.

A question is a function of a rule system and of keywords, which are the fields of its object. A
keyword called ``as_`` is "as" in JSON; null means left out. A keyword that takes a dataclass has
the dataclass's fields in its place.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from inspect import Parameter, cleandoc, signature
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from kalooki_ref.cards import Card, parse_card
from kalooki_ref.referee.meld import Meld, MeldKind

Json = Mapping[str, Any]
Schema = dict[str, Any]
Function = Callable[..., Any]
Named = TypeVar("Named", bound=Function)

# More cards than any hand or meld has, so that nobody keeps the referee busy with one question.
MOST_CARDS = 30
MOST_MELDS = 20
# Beyond every count and score there can be.
MOST_NUMBER = 100_000
REFERENCE = "#/components/schemas/{name}"


class UnreadableError(ValueError):
    """A question cannot be read; the message names the piece and shows a right one."""


class ContradictionError(UnreadableError):
    """A question contradicts itself; the message says which facts clash."""


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
Number = Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]
Quantity = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]


class GivenCards(tuple[Card, ...]):
    """Cards as a list of words, or as one text with spaces."""

    __slots__ = ()


NO_CARDS = GivenCards()


class GivenMeld(Struct, frozen=True, rename={"as_": "as"}):
    """A meld, its cards in the order they lie."""

    as_: MeldKind
    cards: GivenCards

    @property
    def meld(self) -> Meld:
        """The meld as the referee takes it."""
        return Meld(self.as_, self.cards)


Melds = Annotated[tuple[GivenMeld, ...], Meta(max_length=MOST_MELDS)]

CARD: Schema = {
    "type": "string",
    "description": "Rank and suit (7H, 10S, AC; Kooky's colours 13E, AB), or * for a joker.",
    "examples": ["7H", "*"],
}
CardName = Annotated[str, Meta(description=CARD["description"], examples=CARD["examples"])]
CARDS: Schema = {
    "oneOf": [{"type": "array", "items": CARD, "maxItems": MOST_CARDS}, {"type": "string"}],
    "description": "A list of cards, or one text with spaces.",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a question: its keyword, its type for msgspec, what it means or may be."""

    keyword: str
    type: Any
    is_required: bool
    values: tuple[object, ...] = ()
    meaning: Mapping[str, object] | None = None

    @property
    def key(self) -> str:
        """The name in JSON."""
        return self.keyword.removesuffix("_")


# Where a question says which one of its kind it is; an event may also be given as a claim.
NAMES = ("event", "claim", "ask")
_NAMES_OF: dict[Function, tuple[str, str]] = {}


def note(text: str) -> Meta:
    """Return a note for `Annotated` that describes a field."""
    return Meta(description=text)


def named(**names: str) -> Callable[[Named], Named]:
    """Let a function answer the questions that say so, such as ``event="lay"``."""
    (name,) = names.items()

    def keep(function: Named) -> Named:
        _NAMES_OF[function] = name
        return function

    return keep


@cache
def fields_of(function: Function) -> tuple[Field, ...]:
    """Return the fields of a function's object: its keywords, those of dataclasses taken apart."""
    found = list[Field]()
    for name, hint, is_optional in _keywords(function):
        if _is_record(hint):
            found += fields_of(hint)
        else:
            found.append(_field(name, hint, is_optional=is_optional))
    return tuple(found)


@cache
def struct_of(function: Function) -> type[Struct]:
    """Return the struct that a function's object is read into; UNSET is what it leaves out."""
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
    """Return what a function's schema is called: LayQuestion for `lay_question`."""
    return function.__name__.title().replace("_", "")


def schemas_of(*types: Any) -> dict[str, Schema]:
    """Return the JSON Schemas of these types and of all they refer to, by name."""
    schemas = msgspec.json.schema_components(
        types, schema_hook=lambda _kind: CARDS, ref_template=REFERENCE
    )
    return schemas[1]


def read(function: Function, value: object, name: str) -> Struct:
    """Return the struct an object fills; raises UnreadableError."""
    given = {key: part for key, part in read_object(value, name).items() if part is not None}
    try:
        return msgspec.convert(given, struct_of(function), dec_hook=_read_cards)
    except msgspec.ValidationError as error:
        raise UnreadableError(_explained(str(error), function)) from None


def keywords_of(function: Function, question: Struct) -> dict[str, Any]:
    """Return the keywords that a question gives to its function."""
    given = [(field, getattr(question, field.keyword)) for field in fields_of(function)]
    return {
        field.keyword: field.meaning[value] if field.meaning else value
        for field, value in given
        if value is not UNSET
    }


def called(function: Function, keywords: Json, *before: object) -> Any:
    """Return what the function answers to keywords that were read."""
    own = dict(keywords)
    for name, record, _is_optional in _keywords(function):
        if _is_record(record):
            parts = {field.name for field in fields(record)} & own.keys()
            own[name] = record(**{part: own.pop(part) for part in parts})
    return function(*before, **own)


def missing(function: Function, given: Json) -> set[str]:
    """Return what an object leaves out that the function cannot do without."""
    required = [field.key for field in fields_of(function) if field.is_required]
    if function in _NAMES_OF:
        required.append(_NAMES_OF[function][0])
    return {key for key in required if given.get(key) is None}


def deciding(function: Function, keywords: Json) -> dict[str, tuple[object, ...]]:
    """Return the facts that may decide and that are missing: by keyword, all they can be."""
    return {
        field.keyword: field.values
        for field in fields_of(function)
        if field.values and keywords.get(field.keyword) is None
    }


@cache
def words_of(function: Function) -> tuple[str, ...]:
    """Return the words that pick this question among those of its kind."""
    if function in _NAMES_OF:
        return (_NAMES_OF[function][1],)
    named = [field for field in fields_of(function) if field.key in NAMES]
    return tuple(_choices(named[0].type)) if named else ()


def unread(given: object, read: object, path: str = "") -> Iterator[str]:
    """Yield the fields of an object that nothing reads, each by its path."""
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
    """Return the keywords, each with its type and whether it may be left out."""
    hints = get_type_hints(function, include_extras=True)
    return tuple(
        (one.name, hints[one.name], one.default is not Parameter.empty)
        for one in signature(function).parameters.values()
        if one.kind is Parameter.KEYWORD_ONLY
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
        kind = Annotated[kind, note(" ".join([*said[-1:], MAY_DECIDE]))]
    return Field(keyword, kind, not (is_optional or values), values, meaning)


def _struct_field(field: Field) -> tuple[str, Any] | tuple[str, Any, Any]:
    if field.is_required:
        return field.keyword, field.type
    return field.keyword, field.type | UnsetType, UNSET


def _known_fields(read: object) -> dict[str, object]:
    """Return what was read of an object, by its fields' names in JSON."""
    if isinstance(read, Struct):
        names = [(one.encode_name, one.name) for one in msgspec.structs.fields(read)]
    else:
        names = [(one.name, one.name) for one in fields(read)]  # type: ignore[arg-type]
    return {key: getattr(read, name) for key, name in names}


def _read_cards(kind: Any, value: Any) -> Any:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError('must be a list of cards, such as ["7H", "8H", "*"]')
    if len(words) > MOST_CARDS:
        raise ValueError(f"holds {len(words)} cards; at most {MOST_CARDS} are judged")
    return kind(parse_card(word) for word in words)


_PLACED = re.compile(r"(?P<words>.*?)(?: - at `\$\.?(?P<path>.*)`)?", re.DOTALL)
_PLAIN_TYPES = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a fraction",
    "str": "text",
    "array": "a list",
    "object": "an object",
}


def _explained(message: str, function: Function) -> str:
    """Return msgspec's message in plain words: the field first, and the choices it has."""
    words, path = _PLACED.fullmatch(message).groups()  # type: ignore[union-attr]
    path = path or "input"
    choices = list(_choices(_type_at(function, path)))
    if choices and not words.startswith("Object missing"):
        return f'"{path}" must be one of {", ".join(choices)}'
    words = re.sub(r"`(\w+)(?: \| null)?`", lambda m: _PLAIN_TYPES.get(m[1], f'"{m[1]}"'), words)
    for technical, plain in (
        ("Expected ", "must be "),
        (", got ", ", not "),
        ("Object missing required field ", "must have "),
    ):
        words = words.replace(technical, plain)
    is_name = words[0] in "'\""
    return f'"{path}": {words}' if is_name else f'"{path}" {words}'


def _choices(kind: Any) -> Iterator[str]:
    """Yield the words that a type takes; none where it takes any."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        yield from kind
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    else:
        for part in get_args(kind):
            yield from _choices(part)


def _type_at(function: Function, path: str) -> Any:
    """Return the type of the field at a path such as ``melds[0].as``."""
    kind: Any = struct_of(function)
    for step in re.findall(r"[a-z]\w*", path):
        kind = _types_of_fields(kind).get(step)
    return kind


def _types_of_fields(kind: Any) -> dict[str, Any]:
    """Return the types of the fields of the object that a type takes, or of a list's objects."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return {one.encode_name: one.type for one in msgspec.structs.fields(kind)}
    if is_dataclass(kind):
        return get_type_hints(kind, include_extras=True)
    return next(filter(None, map(_types_of_fields, get_args(kind))), {})
