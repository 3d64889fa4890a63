"""Converts frozen dataclasses to plain JSON data and back, by their type hints."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from kalooki_ref.cards import Card, parse_card

Reader = Callable[[Any], Any]
# The key that names the class of a value in a union.
KIND = "is"


def to_plain(value: Any) -> Any:
    """Convert a value to JSON data that from_plain converts back.

    Fields equal to their default are left out.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, str):
        return str(value.value) if isinstance(value, StrEnum) else value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        held = ((name, getattr(value, name), default) for name, default in defaults_of(type(value)))
        changed = {name: to_plain(item) for name, item, default in held if item != default}
        return {KIND: type(value).__name__} | changed
    return value


def from_plain(hint: Any, data: Any) -> Any:
    """Convert JSON data to a value of type ``hint``.

    Unknown fields are ignored and missing ones get their default, so that newer code reads old
    data. Raises ValueError (or its subclass CardError) if the data doesn't fit.
    """
    return _reader(hint)(data)


@cache
def defaults_of(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the names and defaults of a dataclass's fields."""
    return tuple((field.name, field.default) for field in fields(kind))


# Built once per type: a game of 5,000 entries holds tens of thousands of values.
@cache
def _reader(hint: Any) -> Reader:
    """Return the function that converts JSON data to this type."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _union_reader(get_args(hint))
    if origin is tuple:
        return _tuple_reader(get_args(hint)[0])
    if hint is Card:
        return lambda data: parse_card(_checked(str, data))
    if is_dataclass(hint):
        return _dataclass_reader(hint)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint
    return partial(_checked, hint)


def _union_reader(hints: tuple[Any, ...]) -> Reader:
    readers = {hint: _reader(hint) for hint in hints if hint is not NoneType}
    # Their data has the name of the class; a card is a string.
    named: list[Any] = [hint for hint in readers if is_dataclass(hint) and hint is not Card]
    by_name = {hint.__name__: readers[hint] for hint in named}
    unnamed = next(iter(readers.values()))
    is_optional = NoneType in hints

    def read(data: Any) -> Any:
        if data is None and is_optional:
            return None
        reader = by_name.get(str(data.get(KIND))) if isinstance(data, dict) else unnamed
        if data is None or reader is None:
            raise ValueError(f"no value of this kind is known: {data!r}")
        return reader(data)

    return read


def _tuple_reader(hint: Any) -> Reader:
    item = _reader(hint)
    return lambda data: tuple(map(item, _checked(list, data)))


def _dataclass_reader(kind: Any) -> Reader:
    # Lazy, because event types are recursive.
    @cache
    def readers() -> dict[str, Reader]:
        return {name: _reader(hint) for name, hint in get_type_hints(kind).items()}

    def read(data: Any) -> Any:
        known, given = readers(), _checked(dict, data)
        try:
            return kind(
                **{name: known[name](item) for name, item in given.items() if name in known}
            )
        except TypeError as error:
            raise ValueError(str(error)) from error

    return read


def _checked(kind: type, data: Any) -> Any:
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise ValueError(f"{data!r} is not a {kind.__name__}")
    return data
