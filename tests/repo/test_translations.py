"""Catalogues are complete and up to date."""

import re
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from kalooki_ref.translations.update import template
from kalooki_ref.words.language import LANGUAGES, SOURCE, path_of

HOLE = re.compile(r"%\(\w+\)[sd]|%%|%(?!\()")
TAG = re.compile(r"<[^>]+>")
english = cache(template)
OTHERS = [language for language in LANGUAGES if language != SOURCE]


def read(language: str) -> Catalog:
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


CATALOGUES = {language: read(language) for language in OTHERS}
in_each = pytest.mark.parametrize("language", OTHERS)


def forms(texts: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)


def key(message: Message) -> tuple[object, object]:
    return message.id, message.context


def messages(language: str) -> list[Message]:
    return [message for message in CATALOGUES[language] if message.id]


def holes(text: str) -> set[str]:
    return set(HOLE.findall(text))


def fits(english: tuple[str, ...], translated: tuple[str, ...]) -> bool:
    """Return whether each form has the same placeholders; a singular may omit its number."""
    if len(english) == 1:
        return holes(translated[0]) == holes(english[0])
    either = set().union(*map(holes, english))
    singular, plural = translated[0], translated[-1]
    return (
        holes(plural) == holes(english[1])
        and holes(english[0]) - {"%(num)s"} <= holes(singular) <= either
    )


@in_each
def test_every_message_is_translated(language: str) -> None:
    there = {key(message): message for message in messages(language)}
    missing = [
        message.id
        for message in english()
        if message.id and (key(message) not in there or not all(forms(there[key(message)].string)))
    ]
    assert not missing, f"{len(missing)} to translate: run `make translations`"


@in_each
def test_no_translation_is_fuzzy(language: str) -> None:
    assert not [message.id for message in messages(language) if message.fuzzy]


@in_each
def test_no_translation_is_unused(language: str) -> None:
    used = {key(message) for message in english()}
    assert not [message.id for message in messages(language) if key(message) not in used]
    assert not CATALOGUES[language].obsolete


@in_each
def test_placeholders_and_markup_match(language: str) -> None:
    wrong = [
        (message.id, message.string)
        for message in messages(language)
        if not fits(forms(message.id), forms(message.string))
        or any(
            TAG.findall(text) != TAG.findall(forms(message.id)[0]) for text in forms(message.string)
        )
    ]
    assert not wrong


@in_each
def test_every_counted_message_has_each_plural(language: str) -> None:
    plurals = CATALOGUES[language].num_plurals
    counted = [message for message in messages(language) if message.pluralizable]
    assert counted
    assert all(len(message.string) == plurals and all(message.string) for message in counted)
