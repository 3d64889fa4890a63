"""Stylesheets, scripts and icons under URLs with a content hash, cached for a year.

The numbered files of `static/css` are concatenated in the order of their names into one that every
page loads; a file without a number is loaded by the pages that name it. Comments and most blanks
are not served. Scripts are modules that import each other by relative URL, so they share one
digest, which changes with any of them.
"""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request, url_for

from kalooki_ref.server.settings import folder

blueprint = Blueprint("assets", __name__)

STYLE = "app.css"
# The stylesheets that make it up.
NUMBERED = re.compile(r"css/\d")
MANIFEST = "manifest.webmanifest"
COMMENTS = {
    ".css": re.compile(rb"\s*/\*.*?\*/|(?<=[{};,])\s+|(?<=[\w-]:) |;(?=\s*})", re.DOTALL),
    # A comment behind code has no quotes, so that it can't be part of a string.
    ".js": re.compile(rb"^ *//.*\n|^\n|^ +| +// [^'\"`\n]*$", re.MULTILINE),
}
# A static import. Dynamic import() is left out: those modules load when needed.
IMPORT = re.compile(rb"^import (?:.* from )?'\./([\w-]+\.js)';$", re.MULTILINE)
# Stylesheets that are prepended to another one, to save requests.
TABLE = ("strip", "player-rows", "table-bar", "scoreboard")
STYLES = {
    "advice.css": ("verdict", "card-forms"),
    "awards.css": ("rosette",),
    "check.css": ("verdict", "card-forms", "repairs"),
    "circles.css": ("home", "standings", "rosette"),
    "copies.css": ("grid", "steps"),
    "count.css": ("verdict", "card-forms", "seats", "count-hands"),
    "count-hands.css": ("seats",),
    "design.css": ("verdict", "board", *TABLE, "table", "phones", "seats", "grid", "standings"),
    "full-screen.css": ("verdict",),
    "home.css": ("steps",),
    "learn.css": ("example",),
    "league.css": ("home", "standings", "rosette", "over", "circles"),
    "over.css": (*TABLE, "table", "standings", "rosette"),
    "paper.css": ("standings", "paper-print"),
    "practise.css": ("card-forms",),
    "round.css": ("round-lines", "round-many", "review"),
    "standings.css": ("grid",),
    "table.css": ("board", *TABLE, "example"),
}
FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
LEAST_BYTES = 600


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file as it is served."""

    digest: str
    kind: str
    body: bytes


def init_app(app: Flask) -> None:
    static = folder("static")
    app.extensions["kalooki_assets"] = read_assets(static)

    def asset_url(name: str) -> str:
        """Return the URL of a file in static/, of "app.css", or of a script by its name."""
        if app.debug:
            app.extensions["kalooki_assets"] = read_assets(static)
        return url_of(name)

    app.jinja_env.globals |= {"asset_url": asset_url, "imported_scripts": imported_scripts}


def url_of(name: str) -> str:
    name = f"js/{name}" if name.endswith(".js") else name
    asset = current_app.extensions["kalooki_assets"].get(name)
    digest = asset.digest if asset else "missing"
    return url_for("assets.show", digest=digest, name=name)


def imported_scripts(*names: str) -> tuple[str, ...]:
    """Return all modules these scripts import, directly or not, for ``modulepreload`` links."""
    assets = current_app.extensions["kalooki_assets"]
    found = list[str]()
    waiting = [name for name in names if name]
    while waiting:
        imported = IMPORT.findall(assets[f"js/{waiting.pop()}"].body)
        fresh = [name.decode() for name in imported if name.decode() not in found]
        found += fresh
        waiting += fresh
    return tuple(found)


@blueprint.get("/assets/<digest>/<path:name>")
def show(digest: str, name: str) -> Response:
    """Send a file. An outdated digest gets the current file too, but not to be cached."""
    asset = current_app.extensions["kalooki_assets"].get(name)
    if asset is None:
        abort(404)
    body = asset.body
    if name == MANIFEST:
        # Two apps in folders of one host would be the same to a browser, if their ids were.
        body = body.replace(b'"id": "/', b'"id": "' + request.script_root.encode() + b"/")
    small = smaller(body) if request.accept_encodings["gzip"] else b""
    # Safari plays a video only from a server that answers range requests.
    response = Response(small or body, mimetype=asset.kind)
    response.set_etag(asset.digest, weak=True)
    response.headers["Cache-Control"] = FOR_EVER if digest == asset.digest else "no-cache"
    response.vary.add("Accept-Encoding")
    if small:
        response.headers["Content-Encoding"] = "gzip"
    response.make_conditional(request, accept_ranges=not small, complete_length=len(body))
    return response


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    name = "icons/favicon.svg"
    asset = current_app.extensions["kalooki_assets"].get(name)
    return show(asset.digest if asset else "", name)


def read_assets(static: Path) -> dict[str, Asset]:
    """Read every static file once; names are paths below the folder, with "/"."""
    paths = sorted(path for path in static.rglob("*") if path.is_file())
    bodies = {
        path.relative_to(static).as_posix(): without_comments(path.read_bytes(), path.suffix)
        for path in paths
    }
    bodies |= {STYLE: b"".join(body for name, body in bodies.items() if NUMBERED.match(name))}
    bodies |= styles_of(bodies)
    digests = {name: digest_of(body) for name, body in bodies.items()}
    scripts = [name for name in bodies if name.startswith("js/")]
    digests |= dict.fromkeys(scripts, digest_of(b"".join(bodies[name] for name in scripts)))
    return {name: asset_of(name, body, digests[name]) for name, body in bodies.items()}


def styles_of(bodies: dict[str, bytes]) -> dict[str, bytes]:
    """Return the stylesheets of `STYLES` with the others prepended."""
    return {
        f"css/{name}": b"".join(bodies[f"css/{part}.css"] for part in parts) + bodies[f"css/{name}"]
        for name, parts in STYLES.items()
        if f"css/{name}" in bodies
    }


def asset_of(name: str, body: bytes, digest: str) -> Asset:
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    return Asset(digest, kind or "application/octet-stream", body)


def digest_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:12]


@cache
def without_comments(body: bytes, suffix: str) -> bytes:
    comment = COMMENTS.get(suffix)
    return comment.sub(b"", body) if comment else body


@cache
def smaller(body: bytes) -> bytes:
    """Return the file compressed with gzip; empty if that saves less than a tenth."""
    small = gzip.compress(body, 9, mtime=0) if len(body) >= LEAST_BYTES else b""
    return small if len(small) < len(body) * 0.9 else b""
