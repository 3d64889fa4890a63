"""What one phone remembers: games, names, rules, its label; and how it shows things.

All of it is in cookies on the phone itself; the server keeps nothing about phones.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    has_request_context,
    make_response,
    redirect,
    request,
    url_for,
)
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response as AnyResponse

from kalooki_ref.words.language import LANGUAGES, SOURCE

AnyKind = TypeVar("AnyKind", bound=AnyResponse)
COOKIE = "device"
MOST_GAMES = 12
MOST_NAMES = 24
MOST_BYTES = 3500
"""A browser may drop a cookie of more than 4096 bytes."""
A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Device:
    """A phone: games, last used first; names, last typed first; rules last played; its label."""

    games: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    rules: str = ""
    label: str = ""


def this_device() -> Device:
    """Return what the phone that asks remembers; nothing when its cookie is missing or forged."""
    if "device" not in g:
        g.device = _read(request.cookies.get(COOKIE, ""), str(current_app.secret_key))
    device: Device = g.device
    return device


def see_other(address: str) -> Response:
    """Send the phone on to another page."""
    return make_response(redirect(address, code=303))


def remember(response: Response, **changes: Any) -> Response:
    """Send the phone home with these changes to what it remembers."""
    device = replace(this_device(), **changes)
    if device != this_device():
        g.device = device
        keep_signed(response, COOKIE, _written(device))
    return response


def with_game(game_id: str) -> tuple[str, ...]:
    """Return the phone's games with this one in front."""
    others = (other for other in this_device().games if other != game_id)
    return (game_id, *others)[:MOST_GAMES]


def with_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the phone's names with these in front."""
    new = {name.casefold() for name in names}
    others = (other for other in this_device().names if other.casefold() not in new)
    return (*names, *others)[:MOST_NAMES]


def without_names(names: set[str]) -> tuple[str, ...]:
    """Return the phone's names without these."""
    gone = {name.casefold() for name in names}
    return tuple(name for name in this_device().names if name.casefold() not in gone)


def keep_signed(response: AnyKind, name: str, text: str) -> AnyKind:
    """Send the phone home with a cookie that no script reads."""
    response.set_cookie(
        name, text, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def signed(name: str, held: object) -> str:
    """Return what a cookie holds, so that nobody can change it."""
    return str(_signer(name, str(current_app.secret_key)).dumps(held))


def held_by(name: str, text: str, secret: str) -> Any:
    """Return what a signed cookie holds; None for one that is missing or forged."""
    try:
        return _signer(name, secret).loads(text) if text else None
    except BadSignature:
        return None


def _written(device: Device) -> str:
    held = {"g": device.games, "n": device.names, "r": device.rules, "l": device.label}
    text = signed(COOKIE, held)
    if len(text) > MOST_BYTES and device.names:
        return _written(replace(device, names=device.names[:-1]))
    return text


@lru_cache(maxsize=256)
def _read(text: str, secret: str) -> Device:
    """Return what a cookie holds; the same text under the same secret is always the same."""
    held = held_by(COOKIE, text, secret)
    try:
        return Device(tuple(held["g"]), tuple(held["n"]), held["r"], held["l"])
    except (KeyError, TypeError):
        return Device()


def _signer(name: str, secret: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=name)


blueprint = Blueprint("device", __name__)

FOR_PROGRAMS = "/api/"
CHOICES = {
    "theme": ("", "light", "dark"),
    "suits": ("", "four"),
    "verdicts": ("", "only"),
    "language": ("", *LANGUAGES),
}
"""Each cookie and what it may hold; empty follows the phone, the usual two colours, reasons too."""


OWN_PAGE = re.compile(r"/(?![/\\])[^\x00-\x20\\\x7f]*")
"""A path with no host before it: browsers drop tabs and line ends, and read \\ as /."""


@blueprint.post("/theme")
def change() -> AnyResponse:
    """Keep what was chosen and go back to the page it was chosen on."""
    response = see_other(page_here(request.form.get("back", "")))
    for name in CHOICES.keys() & request.form.keys():
        keep(response, name, request.form[name])
    return response


def keep(response: AnyResponse, name: str, value: str) -> None:
    if value not in CHOICES[name]:
        abort(422)
    if not value:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(name, value, max_age=A_YEAR, samesite="Lax", secure=request.is_secure)


def language() -> str:
    """Return the language chosen on this phone, else the browser's; programs get English."""
    if not has_request_context() or request.path.startswith(FOR_PROGRAMS):
        return SOURCE
    wished = [request.cookies.get("language", "")]
    wished += [tag.partition("-")[0].lower() for tag in request.accept_languages.values()]
    return next((one for one in wished if one in LANGUAGES), SOURCE)


def is_coached() -> bool:
    """Whether this phone shows reasons and repairs, not the verdict alone."""
    return request.cookies.get("verdicts") != "only"


def page_here(address: str) -> str:
    """Return the address when it is a page of this app, else the front page."""
    return address if OWN_PAGE.fullmatch(address) else url_for("home.show")
