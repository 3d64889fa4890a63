"""Templates have no inline script or style, and no untranslatable text."""

import re
from pathlib import Path

from tests.repo.source import name_of, own_files

INLINE = re.compile(
    r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son[a-z]+=[\"']|href=[\"']javascript:"
)
JINJA = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
TRANSLATED_BLOCK = re.compile(r"{%-?\s*trans\b.*?endtrans\s*-?%}", re.DOTALL)
NOT_READ = re.compile(r"<(svg|code|kbd|samp|pre)\b.*?</\1>|<!--.*?-->|<!doctype[^>]*>", re.DOTALL)
TAG = re.compile(r"<[^<>]*>")
SPOKEN = re.compile(r"\s(?:aria-label|alt|title|placeholder|aria-description)=\"([^\"]*)\"")
LOOSE_ATTRIBUTE = re.compile(r"[a-z-]+=\"[^\"]*\"")
ICON = re.compile(r'^  "([a-z]+)": "M', re.MULTILINE)
NAME = "Kalooki Ref"
FOR_BUILDERS = "design.html"
WORD = re.compile(r"[A-Za-z]{2,}")
ENTITY = re.compile(r"&[a-z]+;|&#\d+;")


def templates() -> list[Path]:
    return [path for path in own_files("templates") if path.suffix == ".html"]


def without_jinja(text: str) -> str:
    return JINJA.sub("", TRANSLATED_BLOCK.sub("", text))


def text_of(markup: str) -> str:
    """Return the visible text of markup, by line."""
    text = ENTITY.sub(" ", TAG.sub("\n", NOT_READ.sub("", markup)))
    return LOOSE_ATTRIBUTE.sub("", text)


def test_templates_hold_no_script_and_no_style() -> None:
    texts = {name_of(path): JINJA.sub("", path.read_text("utf-8")) for path in templates()}
    assert not [name for name, text in texts.items() if INLINE.search(text)]


def test_every_sentence_can_be_translated() -> None:
    read = [path for path in templates() if path.name != FOR_BUILDERS]
    assert not [
        f"{name_of(path)}: {line}"
        for path in read
        for line in untranslated(path.read_text("utf-8"))
    ]


def untranslated(template: str) -> list[str]:
    """Return the visible lines of a template that aren't messages."""
    markup = without_jinja(template)
    spoken = "\n".join(SPOKEN.findall(markup))
    lines = (text_of(markup) + spoken).replace(NAME, "").splitlines()
    return [line.strip() for line in lines if WORD.search(line)]


def test_every_icon_is_drawn_somewhere() -> None:
    icons = next(path for path in templates() if path.name == "icon.html")
    scripts = [path for path in own_files("static") if path.suffix == ".js"]
    used = "".join(path.read_text("utf-8") for path in [*templates(), *scripts] if path != icons)
    names = ICON.findall(icons.read_text("utf-8"))
    assert names
    assert not [name for name in names if not re.search(rf"[\"'-]{name}[\"']", used)]


def test_no_script_takes_the_body_for_an_element_with_the_same_attribute() -> None:
    """Otherwise a script that hides the element hides the whole page."""
    base = next(path for path in templates() if path.name == "base.html").read_text("utf-8")
    of_the_body = re.findall(
        r"data-[a-z-]+", base[base.index("<body") : base.index('class="skip"')]
    )
    assert "data-unsent" in of_the_body
    scripts = [path.read_text("utf-8") for path in own_files("static") if path.suffix == ".js"]
    sought = re.findall(r"querySelector(?:All)?\('\[(data-[a-z-]+)", "".join(scripts))
    assert not {*of_the_body} & {*sought}
