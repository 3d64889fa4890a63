"""Templates hold no script, no style and no sentence that could not be translated."""

import re
from pathlib import Path

import pytest

from tests.repo.source import names_and_ids, own_files

INLINE = re.compile(
    r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son[a-z]+=[\"']|href=[\"']javascript:"
)
JINJA = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
TRANSLATED_BLOCK = re.compile(r"{%-?\s*trans\b.*?endtrans\s*-?%}", re.DOTALL)
NOT_READ = re.compile(r"<(svg|code|kbd|samp|pre)\b.*?</\1>|<!--.*?-->|<!doctype[^>]*>", re.DOTALL)
TAG = re.compile(r"<[^<>]*>")
SPOKEN = re.compile(r"\s(?:aria-label|alt|title|placeholder|aria-description)=\"([^\"]*)\"")
LOOSE_ATTRIBUTE = re.compile(r"[a-z-]+=\"[^\"]*\"")
NAME = "Kalooki Ref"
FOR_BUILDERS = "design.html"
WORD = re.compile(r"[A-Za-z]{2,}")
ENTITY = re.compile(r"&[a-z]+;|&#\d+;")

templates = pytest.mark.parametrize(
    "path",
    **names_and_ids(tuple(path for path in own_files("templates") if path.suffix == ".html")),
)


def without_jinja(text: str) -> str:
    return JINJA.sub("", TRANSLATED_BLOCK.sub("", text))


def text_of(markup: str) -> str:
    """Return what a person would read of a page, line by line."""
    text = ENTITY.sub(" ", TAG.sub("\n", NOT_READ.sub("", markup)))
    return LOOSE_ATTRIBUTE.sub("", text)


@templates
def test_holds_no_script_and_no_style(path: Path) -> None:
    assert not INLINE.findall(JINJA.sub("", path.read_text("utf-8")))


@templates
def test_every_sentence_can_be_translated(path: Path) -> None:
    if path.name == FOR_BUILDERS:
        return
    markup = without_jinja(path.read_text("utf-8"))
    spoken = "\n".join(SPOKEN.findall(markup))
    lines = (text_of(markup) + spoken).replace(NAME, "").splitlines()
    assert not [line.strip() for line in lines if WORD.search(line)]
