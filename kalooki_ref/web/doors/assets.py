"""Style, script and icons under addresses that change with their content, kept for ever.

The numbered files of `static/css` are one file, joined in the order of their names, which every
page gets; so are the numbered scripts. A file without a number belongs to the pages that name it.
Scripts share one hash, so that they find each other by relative addresses. Not here: which page
asks for what (templates).
"""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request, url_for

blueprint = Blueprint("assets", __name__)

STYLE = "app.css"
SCRIPT = "js/app.js"
FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
LEAST_BYTES = 600
COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
AROUND_SIGNS = re.compile(rb" ?([{};,>]) ?")
COMMENT_LINE = re.compile(rb"^[ \t]*//.*\n", re.MULTILINE)
INDENT = re.compile(rb"^[ \t]+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent; ``small`` is its gzip form, empty where that gains nothing."""

    digest: str
    kind: str
    body: bytes
    small: bytes


def init_app(app: Flask) -> None:
    from kalooki_ref.web.app import folder

    static = folder("static")
    app.extensions["kalooki_assets"] = read_assets(static)

    def asset_url(name: str) -> str:
        """Return the address of a file in static/ ("app.css" is all style, "app.js" in js/)."""
        if app.debug:
            app.extensions["kalooki_assets"] = read_assets(static)
        return url_of(name)

    app.jinja_env.globals["asset_url"] = asset_url


def url_of(name: str) -> str:
    name = f"js/{name}" if name.endswith(".js") and "/" not in name else name
    asset = current_app.extensions["kalooki_assets"].get(name)
    digest = asset.digest if asset else "missing"
    return url_for("assets.show", digest=digest, name=name)


@blueprint.get("/assets/<digest>/<path:name>")
def show(digest: str, name: str) -> Response:
    """Send a file; a page from before an update gets today's file, and does not keep it."""
    asset = current_app.extensions["kalooki_assets"].get(name)
    if asset is None:
        abort(404)
    small = bool(asset.small) and bool(request.accept_encodings["gzip"])
    response = Response(asset.small if small else asset.body, mimetype=asset.kind)
    response.set_etag(asset.digest, weak=True)
    response.headers["Cache-Control"] = FOR_EVER if digest == asset.digest else "no-cache"
    response.vary.add("Accept-Encoding")
    if small:
        response.headers["Content-Encoding"] = "gzip"
    return response.make_conditional(request)


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    name = "icons/favicon.svg"
    asset = current_app.extensions["kalooki_assets"].get(name)
    return show(asset.digest if asset else "", name)


def read_assets(static: Path) -> dict[str, Asset]:
    """Read every static file once; names are paths below the folder, with "/"."""
    paths = sorted(path for path in static.rglob("*") if path.is_file())
    bodies = {path.relative_to(static).as_posix(): path.read_bytes() for path in paths}
    script = digest_of(b"".join(body for name, body in bodies.items() if is_script(name)))
    for name in filter(is_style, bodies):
        bodies[name] = lighter_style(bodies[name])
    style = b"".join(body for name, body in bodies.items() if is_style(name) and is_for_all(name))
    page = b"\n".join(body for name, body in bodies.items() if is_script(name) and is_for_all(name))
    kept = bodies | {STYLE: style, SCRIPT: lighter_script(page)}
    return {
        name: asset_of(name, body, digest=script if is_script(name) else digest_of(body))
        for name, body in kept.items()
    }


def is_script(name: str) -> bool:
    return name.startswith("js/")


def is_style(name: str) -> bool:
    return name.startswith("css/")


def lighter_style(style: bytes) -> bytes:
    """Return the same rules without comments and spaces: a seventh less on the way to a phone."""
    plain = b" ".join(COMMENT.sub(b"", style).split())
    return AROUND_SIGNS.sub(rb"\1", plain).replace(b": ", b":").replace(b";}", b"}")


def lighter_script(script: bytes) -> bytes:
    """Return the same script without lines of comment and without indents."""
    return INDENT.sub(b"", COMMENT_LINE.sub(b"", script))


def is_for_all(name: str) -> bool:
    """Whether this is one of the numbered files every page gets, joined as one request."""
    return Path(name).name[0].isdigit()


def asset_of(name: str, body: bytes, *, digest: str) -> Asset:
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    small = gzip.compress(body, 9, mtime=0) if len(body) >= LEAST_BYTES else b""
    gains = len(small) < len(body) * 0.9
    return Asset(digest, kind or "application/octet-stream", body, small if gains else b"")


def digest_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:12]
