"""Frozen values as plain JSON data and back, read from their own type hints."""

from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from kalooki_ref.cards import Card, parse_card

KIND = "is"
"""The key that tells which value of a union is meant: its class name."""


def to_plain(value: Any) -> Any:
    """Return lists, dicts, strings, numbers, booleans and None that from_plain reads back.

    Fields that hold their default are left out, so that data stays small and readable.
    """
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {KIND: type(value).__name__} | _changed_fields(value)
    return value


def from_plain(hint: Any, data: Any) -> Any:
    """Return the value of type ``hint`` that ``data`` describes.

    Unknown fields are passed over and missing ones take their default, so that old data is read
    by newer code. Raises ValueError (or its kin CardError) when the data does not fit.
    """
    if hint in (bool, int, str):
        return _checked(hint, data)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _from_union(get_args(hint), data)
    if origin is tuple:
        return tuple(from_plain(get_args(hint)[0], item) for item in _checked(list, data))
    if hint is Card:
        return parse_card(_checked(str, data))
    if is_dataclass(hint):
        return _from_fields(hint, _checked(dict, data))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(data)
    return _checked(hint, data)


def _changed_fields(value: Any) -> dict[str, Any]:
    held = ((field, getattr(value, field.name)) for field in fields(value))
    return {field.name: to_plain(item) for field, item in held if item != field.default}


def _from_union(hints: tuple[Any, ...], data: Any) -> Any:
    if data is None and NoneType in hints:
        return None
    if isinstance(data, dict):
        hint = _by_name(hints).get(str(data.get(KIND)))
    else:
        hint = next((one for one in hints if one is not NoneType), None)
    if data is None or hint is None:
        raise ValueError(f"no value of this kind is known: {data!r}")
    return from_plain(hint, data)


@lru_cache(maxsize=64)
def _by_name(hints: tuple[Any, ...]) -> dict[str, Any]:
    kinds = (one for one in hints if isinstance(one, type) and is_dataclass(one))
    return {one.__name__: one for one in kinds if one is not Card}


@lru_cache(maxsize=64)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _from_fields(kind: Any, data: dict[str, Any]) -> Any:
    hints = _hints(kind)
    known = {name: from_plain(hints[name], data[name]) for name in hints if name in data}
    try:
        return kind(**known)
    except TypeError as error:
        raise ValueError(str(error)) from error


def _checked(kind: type, data: Any) -> Any:
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise ValueError(f"{data!r} is not a {kind.__name__}")
    return data
