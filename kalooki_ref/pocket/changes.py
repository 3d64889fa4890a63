"""What each version brought, as a page: a phone that was updated leads there."""

from collections.abc import Iterator

from flask import Blueprint, render_template

from kalooki_ref.web.config import folder

blueprint = Blueprint("pocket", __name__)
Section = tuple[str, list[str]]


@blueprint.get("/changes")
def changes() -> str:
    text = folder("static").with_name("CHANGELOG.md").read_text(encoding="utf-8")
    return render_template("pocket/changes.html", sections=list(sections(text)))


def sections(text: str) -> Iterator[Section]:
    """Yield each version of the changelog with its items, newest first."""
    for part in text.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        items = body.replace("\n  ", " ").replace("`", "").splitlines()
        yield title, [item.removeprefix("- ") for item in items if item.startswith("- ")]
