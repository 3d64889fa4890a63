"""Every linked page is valid HTML."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import html5lib
import pytest

from bench.first_load import played, walk_all

Element = Any
NEVER_HERE = ("a", "button", "details", "input", "label", "select", "textarea")
BLOCKS = {
    "address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p",
    "pre", "section", "table", "ul",
}  # fmt: skip
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
TEXT_ONLY = {"button", "em", "label", "p", "small", "span", "strong", "time", *HEADINGS}
TEXT_OR_HEADING = {"legend", "summary"}
CHILDREN = {
    "ul": {"li"}, "ol": {"li"}, "dl": {"dt", "dd", "div"}, "select": {"option", "optgroup"},
    "table": {"caption", "colgroup", "thead", "tbody", "tfoot"}, "tr": {"th", "td"},
}  # fmt: skip
PARENTS = {
    "li": {"ul", "ol"},
    "dt": {"dl", "div"},
    "dd": {"dl", "div"},
    "option": {"select", "optgroup"},
}
NAMED = ("for", "form", "aria-controls", "aria-describedby", "aria-labelledby", "aria-owns", "list")
FIRST = {"legend": "fieldset", "summary": "details", "caption": "table"}


def faults(text: str) -> list[str]:
    """Return the errors in a page."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    page = parser.parse(text)
    broken = [f"line {line}: {code} {about}" for (line, _), code, about in parser.errors]
    return [*broken, *_names(page), *_nesting(page)]


def _names(page: Element) -> Iterator[str]:
    ids = Counter(element.get("id") for element in page.iter() if element.get("id") is not None)
    yield from (f"id {name!r} occurs {count} times" for name, count in ids.items() if count > 1)
    for element in _elements(page):
        for attribute in NAMED:
            for name in (element.get(attribute) or "").split():
                if name not in ids:
                    yield f"{element.tag} {attribute}={name!r} names nothing"
        if element.tag == "img" and element.get("alt") is None:
            yield "img without alt"


def _nesting(page: Element) -> Iterator[str]:
    for element in _elements(page):
        within = [below for below in _elements(element) if below is not element]
        tags = {below.tag for below in within}
        if element.tag in {"a", "button"}:
            yield from (f"{tag} inside {element.tag}" for tag in tags & set(NEVER_HERE))
        if element.tag in {"form", "label"} and element.tag in tags:
            yield f"{element.tag} inside {element.tag}"
        if element.tag in TEXT_ONLY:
            yield from (f"{tag} inside {element.tag}" for tag in tags & BLOCKS)
        if element.tag in TEXT_OR_HEADING:
            yield from (f"{tag} inside {element.tag}" for tag in tags & (BLOCKS - HEADINGS))
        yield from _children(element)


def _children(element: Element) -> Iterator[str]:
    tags = [child.tag for child in element if isinstance(child.tag, str)]
    for index, tag in enumerate(tags):
        if tag not in CHILDREN.get(element.tag, {tag}) or element.tag not in PARENTS.get(
            tag, {element.tag}
        ):
            yield f"{tag} right inside {element.tag}"
        if tag in FIRST and (element.tag != FIRST[tag] or index):
            yield f"{tag} not first inside {FIRST[tag]}"


def _elements(page: Element) -> Iterator[Element]:
    return (element for element in page.iter() if isinstance(element.tag, str))


def test_every_page_is_valid() -> None:
    visits = walk_all(played())
    assert len(visits) > 40
    assert not {visit.page: found for visit in visits if (found := faults(visit.text))}


@pytest.mark.parametrize(
    ("inside", "fault"),
    [
        ("<p>a<div>b</div></p>", "p"),
        ("<ul><p>a</p></ul>", "p right inside ul"),
        ("<li>a</li>", "li right inside body"),
        ("<a href='/'><button>b</button></a>", "button inside a"),
        ("<span><ul><li>a</li></ul></span>", "ul inside span"),
        ("<i id='x'></i><b id='x'></b>", "id 'x' occurs 2 times"),
        ("<label for='y'>a</label>", "label for='y' names nothing"),
        ("<fieldset><p>a</p><legend>b</legend></fieldset>", "legend not first inside fieldset"),
        ("<b>a</i></b>", "unexpected-end-tag"),
    ],
)
def test_invalid_html_is_detected(inside: str, fault: str) -> None:
    page = f"<!doctype html><html lang=en><head><title>t</title></head><body>{inside}</body></html>"
    assert any(fault in found for found in faults(page))
    assert not faults(page.replace(inside, "<ul><li>a</li></ul>"))
