"""Pages with the changes of each version and the licences; linked after an update."""

import re
from collections.abc import Iterator

from flask import Blueprint, Response, current_app, render_template

from kalooki_ref.server.settings import folder

blueprint = Blueprint("pocket", __name__)
VersionChanges = tuple[str, dict[str, list[str]]]
# Changelog headings that don't apply to the pocket app.
OF_A_SERVER = ("Several phones", "Running it")


@blueprint.get("/changes")
def changes() -> str:
    text = folder("static").with_name("CHANGELOG.md").read_text(encoding="utf-8")
    return render_template("pocket/changes.html", sections=list(sections(text)))


@blueprint.get("/licences.txt")
def licences() -> Response:
    """Send the licences collected by the build."""
    return Response(current_app.config["LICENCES"], mimetype="text/plain")


def sections(text: str) -> Iterator[VersionChanges]:
    """Yield each version in the changelog, newest first, with its items by heading."""
    for part in text.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        groups = (group.partition("**") for group in body.split("\n**")[1:])
        yield title, {name: items(group) for name, _, group in groups if name not in OF_A_SERVER}


def items(group: str) -> list[str]:
    lines = re.sub("[`*]", "", group.replace("\n  ", " ")).splitlines()
    return [line.removeprefix("- ") for line in lines if line.startswith("- ")]
