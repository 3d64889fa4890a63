"""What each version brought, where a phone that was updated leads, and what the app is made of."""

import re
from collections.abc import Iterator

from flask import Blueprint, Response, current_app, render_template

from kalooki_ref.web.config import folder

blueprint = Blueprint("pocket", __name__)
VersionChanges = tuple[str, list[str]]


@blueprint.get("/changes")
def changes() -> str:
    text = folder("static").with_name("CHANGELOG.md").read_text(encoding="utf-8")
    return render_template("pocket/changes.html", sections=list(sections(text)))


@blueprint.get("/licences.txt")
def licences() -> Response:
    """Return what is shipped and under which licence, as the build listed it."""
    return Response(current_app.config["LICENCES"], mimetype="text/plain")


def sections(text: str) -> Iterator[VersionChanges]:
    """Yield each version of the changelog with its items, newest first."""
    for part in text.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        items = re.sub("[`*]", "", body.replace("\n  ", " ")).splitlines()
        yield title, [item.removeprefix("- ") for item in items if item.startswith("- ")]
