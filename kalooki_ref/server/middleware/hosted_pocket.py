"""Sends the files of an unpacked pocket below /pocket/, if the setting POCKET_FOLDER names one."""

import hashlib
import mimetypes
import re
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, redirect, request, url_for
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as AnyResponse

from kalooki_ref.server.middleware.responses import POLICY
from kalooki_ref.store.tables import ConfigError

blueprint = Blueprint("hosted_pocket", __name__, url_prefix="/pocket")

WORKER = "sw.js"
START = "index.html"
SCRIPT, PLAIN = "text/javascript", "application/octet-stream"
# 404.html has a script of its own, and allows it by its digest.
OWN_SCRIPT = re.compile(rb"'sha256-[\w+/=]+'")


def init_app(app: Flask) -> None:
    """Refuse a folder without a pocket; raises ConfigError."""
    folder = app.config["POCKET_FOLDER"]
    if folder and not (Path(folder) / WORKER).is_file():
        raise ConfigError(
            f"POCKET_FOLDER can't be {folder!r}: it has no {WORKER}. It has to be the folder that "
            "`make pocket` builds, or the unpacked zip of a release."
        )


@blueprint.get("")
def enter() -> AnyResponse:
    """Redirect to the folder, since the pocket's own links are relative to it."""
    return redirect(url_for("hosted_pocket.show", name=""), code=308)


@blueprint.get("/")
@blueprint.get("/<path:name>")
def show(name: str = "") -> Response:
    """Send a file; for any other address below the folder, the page that starts the app there."""
    folder = current_app.config["POCKET_FOLDER"] or abort(404)
    found = path_of(folder, name or START)
    status = 200
    if found is None:
        found, status = Path(folder) / "404.html", 404
    body = found.read_bytes()
    kind = SCRIPT if found.suffix == ".js" else mimetypes.guess_type(found.name)[0] or PLAIN
    answer = Response(body, status=status, mimetype=kind)
    answer.set_etag(hashlib.sha256(body).hexdigest()[:16])
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Content-Security-Policy"] = policy_for(body)
    if status == 200:
        answer.make_conditional(request)
    return answer


def policy_for(body: bytes) -> str:
    """Return the policy of the app's pages with what WebAssembly and this page need."""
    scripts = [
        "'self' 'wasm-unsafe-eval'",
        *(script.decode() for script in OWN_SCRIPT.findall(body)),
    ]
    return POLICY.replace("script-src 'self'", f"script-src {' '.join(scripts)}")


def path_of(folder: str, name: str) -> Path | None:
    """Return the file at this path, or index.html of a subfolder; None if it is missing."""
    joined = safe_join(folder, name)
    if joined is None:
        return None
    path = Path(joined)
    path = path / START if path.is_dir() else path
    return path if path.is_file() else None
