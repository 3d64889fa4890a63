"""The device cookie, signed: games, names, rules and the label remembered on a phone."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from flask import (
    Response,
    current_app,
    g,
    make_response,
    redirect,
    request,
    url_for,
)
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response as AnyResponse

AnyKind = TypeVar("AnyKind", bound=AnyResponse)
COOKIE = "device"
MOST_GAMES = 12
# The pocket keeps its cookies itself.
MOST_IN_POCKET = 500
MOST_NAMES = 24
# A browser may drop a cookie of more than 4096 bytes.
MOST_BYTES = 3500
A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Device:
    """What a phone remembers in its cookie.

    ``games`` are ids, last used first; ``names`` are players, last typed first, and ``marks`` their
    marks, 0 if unknown; ``rules`` is the key of the rules last played, ``label`` the name that the
    phone signs entries with; ``cards_away`` is how many cards of the first game were put away.
    """

    games: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    rules: str = ""
    label: str = ""
    marks: tuple[int, ...] = ()
    cards_away: int = 0

    @property
    def people(self) -> tuple[tuple[str, int], ...]:
        """The names with their marks."""
        return tuple(zip(self.names, self.marks, strict=True))


def this_device() -> Device:
    """Return the content of the request's cookie; empty if it is missing or forged."""
    if "device" not in g:
        g.device = _read(request.cookies.get(COOKIE, ""))
    device: Device = g.device
    return device


def see_other(address: str) -> Response:
    """Redirect to another page with 303."""
    return make_response(redirect(address, code=303))


def to_table(game_id: str) -> Response:
    """Redirect to the page of a game."""
    return see_other(url_for("table.show", game_id=game_id))


def remember(response: Response, **changes: Any) -> Response:
    """Set the device cookie on the response, with these changes."""
    device = replace(this_device(), **changes)
    if device != this_device():
        g.device = device
        keep_signed(response, COOKIE, _written(device))
    return response


def is_pocket() -> bool:
    return bool(current_app.config["RUNS_IN"] == "pocket")


def most_games() -> int:
    """Return how many games a phone remembers."""
    return MOST_IN_POCKET if is_pocket() else MOST_GAMES


def with_people(people: Iterable[tuple[str, int]]) -> dict[str, Any]:
    """Return the phone's names and marks with these in front, as changes to `remember`."""
    new = tuple(people)
    folded = {name.casefold() for name, _mark in new}
    others = (person for person in this_device().people if person[0].casefold() not in folded)
    return _as_changes((*new, *others)[:MOST_NAMES])


def without_names(names: set[str]) -> dict[str, Any]:
    """Return the phone's names and marks without these names, as changes to `remember`."""
    gone = {name.casefold() for name in names}
    return _as_changes(
        person for person in this_device().people if person[0].casefold() not in gone
    )


def _as_changes(people: Iterable[tuple[str, int]]) -> dict[str, Any]:
    kept = tuple(people)
    return {"names": tuple(name for name, _ in kept), "marks": tuple(mark for _, mark in kept)}


def keep_signed(response: AnyKind, name: str, text: str) -> AnyKind:
    """Set an HttpOnly cookie for a year."""
    response.set_cookie(
        name, text, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def signed(name: str, held: object) -> str:
    """Sign the value of a cookie."""
    return str(_signer(name).dumps(held))


def verified(name: str, text: str) -> Any:
    """Return the value of a signed cookie; None if it is missing or forged."""
    try:
        return _signer(name).loads(text) if text else None
    except BadSignature:
        return None


def _written(device: Device) -> str:
    held = {"g": device.games, "n": device.names, "r": device.rules, "l": device.label}
    text = signed(COOKIE, held | {"m": device.marks, "c": device.cards_away})
    if len(text) > MOST_BYTES and device.names and not is_pocket():
        return _written(replace(device, names=device.names[:-1], marks=device.marks[:-1]))
    return text


def _read(text: str) -> Device:
    held = verified(COOKIE, text)
    try:
        names = tuple(held["n"])
        # Cookies of earlier versions have no marks and no cards.
        marks, away = tuple(held.get("m", (0,) * len(names))), held.get("c", 0)
        return Device(tuple(held["g"]), names, held["r"], held["l"], marks, away)
    except (KeyError, TypeError):
        return Device()


def _signer(name: str) -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt=name)
